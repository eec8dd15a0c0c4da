//! Strategies of crates from geo-types to half.

use mirrorcheck::prelude::*;

use super::suite::Kind::{Arbitrary as Arb, Proptest, Quickcheck};
use super::suite::Suite;

pub(super) fn styles(suite: &mut Suite<'_>) {
    suite.source(include_str!("g_to_h.rs"));
    suite.add(["geo-types 0.7.20", "src/arbitrary.rs:7"], Arb, 9, "coordinate", coordinate(any::<f64>()));
    suite.add(["geo-types 0.7.20", "src/arbitrary.rs:19"], Arb, 6, "place", place());
    suite.add(["glam 0.34.2", "src/features/impl_arbitrary.rs:31"], Arb, 3, "vector3", vector3());
    suite.advised("vector3_advised", vector3_advised());
    suite.add(["glam 0.34.2", "src/features/impl_arbitrary.rs:80"], Arb, 4, "matrix2", matrix2());
    suite.advised("matrix2_advised", matrix2_advised());
    let guppy = "guppy 0.19.1";
    let packages = Packages::example();
    suite.add([guppy, "src/graph/proptest_helpers.rs:34"], Proptest, 7, "package_id", package_id(packages.clone()));
    suite.add([guppy, "src/graph/proptest_helpers.rs:49"], Proptest, 6, "package_link", package_link(packages));
    suite.add(["h3o 0.11.1", "src/resolution.rs:478"], Arb, 7, "resolution", resolution());
    suite.add(["h3o 0.11.1", "src/coord/latlng.rs:317"], Arb, 8, "lat_lng", lat_lng());
    suite.add(["half 2.7.1", "src/bfloat.rs:1854"], Quickcheck, 3, "half_float", half_float());
}

#[derive(Debug, Clone, PartialEq)]
struct Coordinate<T> {
    x: T,
    y: T,
}

#[generator]
fn coordinate<T: Clone + PartialEq + 'static>(number: impl Reflective<Value = T> + Clone) -> Coordinate<T> {
    Coordinate { x: draw(number.clone()), y: draw(number.clone()) }
}

#[derive(Debug, Clone, PartialEq)]
struct Place(Coordinate<f64>);

#[generator]
fn place() -> Place {
    Place(draw(coordinate(any::<f64>())))
}

mod algebra {
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub(super) struct Vector3 {
        x: f32,
        y: f32,
        z: f32,
    }

    impl Vector3 {
        pub(super) fn from_array([x, y, z]: [f32; 3]) -> Self {
            Vector3 { x, y, z }
        }

        pub(super) fn to_array(self) -> [f32; 3] {
            [self.x, self.y, self.z]
        }
    }

    #[derive(Debug, Clone, Copy, PartialEq)]
    pub(super) struct Matrix2 {
        columns: [[f32; 2]; 2],
    }

    impl Matrix2 {
        pub(super) fn from_cols_array(a: &[f32; 4]) -> Self {
            Matrix2 { columns: [[a[0], a[1]], [a[2], a[3]]] }
        }

        pub(super) fn to_cols_array(self) -> [f32; 4] {
            let [[a, b], [c, d]] = self.columns;
            [a, b, c, d]
        }
    }
}

#[generator]
fn vector3() -> algebra::Vector3 {
    algebra::Vector3::from_array(draw(any::<[f32; 3]>()))
}

#[generator]
fn vector3_advised() -> algebra::Vector3 {
    algebra::Vector3::from_array(draw(any::<[f32; 3]>().at(|v: &algebra::Vector3| v.to_array())))
}

#[generator]
fn matrix2() -> algebra::Matrix2 {
    let array = draw(any::<[f32; 4]>());
    algebra::Matrix2::from_cols_array(&array)
}

#[generator]
fn matrix2_advised() -> algebra::Matrix2 {
    let array = draw(any::<[f32; 4]>().at(|m: &algebra::Matrix2| m.to_cols_array()));
    algebra::Matrix2::from_cols_array(&array)
}

#[derive(Debug, Clone, PartialEq)]
struct Link {
    from: String,
    to: String,
}

#[derive(Debug, Clone, PartialEq)]
struct Packages {
    nodes: Vec<String>,
    edges: Vec<(usize, usize)>,
}

impl Packages {
    fn example() -> Self {
        let nodes = ["app", "core", "log", "net", "parse"].map(str::to_owned).to_vec();
        Packages { nodes, edges: vec![(0, 1), (0, 3), (3, 2), (1, 2), (0, 4)] }
    }

    fn link(&self, edge: usize) -> Link {
        let (from, to) = self.edges[edge];
        Link { from: self.nodes[from].clone(), to: self.nodes[to].clone() }
    }
}

#[generator]
fn package_id(packages: Packages) -> String {
    let index = draw(0..packages.nodes.len());
    packages.nodes[index].clone()
}

#[generator]
fn package_link(packages: Packages) -> Link {
    let edge = draw(0..packages.edges.len());
    packages.link(edge)
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Resolution {
    Zero,
    One,
    Two,
    Three,
}

impl TryFrom<u8> for Resolution {
    type Error = u8;

    fn try_from(number: u8) -> Result<Self, u8> {
        Ok(match number {
            0 => Resolution::Zero,
            1 => Resolution::One,
            2 => Resolution::Two,
            3 => Resolution::Three,
            _ => return Err(number),
        })
    }
}

#[generator]
fn resolution() -> Resolution {
    let resolution = Resolution::try_from(draw(any::<u8>()));
    assume(resolution.is_ok());
    resolution.unwrap()
}

mod earth {
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub(super) struct LatLng {
        lat: f64,
        lng: f64,
    }

    impl LatLng {
        pub(super) fn from_radians(lat: f64, lng: f64) -> Option<Self> {
            (lat.is_finite() && lng.is_finite()).then_some(LatLng { lat, lng })
        }
    }
}

#[generator]
fn lat_lng() -> earth::LatLng {
    let lat = draw(any::<f64>());
    let lng = draw(any::<f64>());
    let place = earth::LatLng::from_radians(lat, lng);
    assume(place.is_some());
    place.unwrap()
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct HalfFloat(u16);

#[generator]
fn half_float() -> HalfFloat {
    HalfFloat(draw(any::<u16>()))
}
