//! Where figures are dense: an estimate by Gaussian kernels.

use crate::statistics::{deviation, quantile};

pub(super) struct Density {
    /// Figures from the least to the greatest, each with how dense it is there.
    pub(super) curve: Vec<(f64, f64)>,
    pub(super) quartiles: [f64; 3],
}

const POINTS: usize = 80;

/// None if there are no figures.
pub(super) fn of(figures: &[f64]) -> Option<Density> {
    let quartiles = [quantile(figures, 0.25)?, quantile(figures, 0.5)?, quantile(figures, 0.75)?];
    let (low, high) = (quantile(figures, 0.0)?, quantile(figures, 1.0)?);
    let width = bandwidth(figures, &quartiles)?;
    let dense = |at: f64| {
        let kernels = figures.iter().map(|figure| (-0.5 * ((at - figure) / width).powi(2)).exp());
        kernels.sum::<f64>() / (figures.len() as f64 * width * std::f64::consts::TAU.sqrt())
    };
    let points = (0..=POINTS).map(|i| low + (high - low) * i as f64 / POINTS as f64);
    Some(Density { curve: points.map(|at| (at, dense(at))).collect(), quartiles })
}

/// Silverman's rule. Where nearly all figures are the same it would be zero.
fn bandwidth(figures: &[f64], [low, _, high]: &[f64; 3]) -> Option<f64> {
    let deviation = deviation(figures)?;
    let between = (high - low) / 1.34;
    let spread = if between > 0.0 { deviation.min(between) } else { deviation };
    Some((0.9 * spread * (figures.len() as f64).powf(-0.2)).max(1e-3))
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn the_whole_is_about_one() {
        let figures: Vec<f64> = (0..=1000).map(|i| f64::from(i) / 1000.0).collect();
        let density = of(&figures).unwrap();
        let mean = density.curve.iter().map(|(_, dense)| dense).sum::<f64>() / density.curve.len() as f64;
        assert!((0.9..=1.0).contains(&mean), "{mean}");
        assert_eq!(density.quartiles, [0.25, 0.5, 0.75]);
        // Far from the ends it is flat.
        assert!(density.curve[30..50].iter().all(|(_, dense)| (dense - 1.0).abs() < 0.01));
    }

    #[test]
    fn it_is_dense_where_figures_are() {
        let density = of(&[1.0, 1.0, 1.1, 0.9, 3.0]).unwrap();
        let peak = density.curve.iter().max_by(|one, other| one.1.total_cmp(&other.1)).unwrap();
        assert!((peak.0 - 1.0).abs() < 0.1, "{}", peak.0);
        assert!(of(&[]).is_none());
        assert_eq!(of(&[2.0, 2.0]).unwrap().quartiles, [2.0; 3]);
    }
}
