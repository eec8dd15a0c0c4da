//! Red-black trees out of each framework. Those by hand are lists of pairs, as the framework makes lists and numbers, put into
//! the empty tree one after another.

use bolero::{ValueGenerator, produce};
use checkito::boxed::Boxed;
use checkito::{FullGenerate, Generate, lazy, with};
use crabcheck::{Gen, GenExt, gens};
use hegel::generators::{self as gs, Generator as _};
use hegel::{TestCase, tuples};
use mirrorcheck::prelude::*;
use proptest::strategy::{Just, Strategy};

use super::{Color, Tree};
use crate::etna::frameworks::arbitrary::FromBytes;
use crate::etna::frameworks::bolero::Bolero;
use crate::etna::frameworks::checkito::Checkito;
use crate::etna::frameworks::crabcheck::Crabcheck;
use crate::etna::frameworks::hegeltest::Hegeltest;
use crate::etna::frameworks::mirrorcheck::Mirrorcheck;
use crate::etna::frameworks::proptest::Proptest;
use crate::etna::frameworks::quickcheck::Quickcheck;

type Pairs = Vec<(i32, i32)>;

const COLORS: [Color; 2] = [Color::Red, Color::Black];

impl Mirrorcheck for Tree {
    fn bespoke() -> impl Generator<Value = Tree> {
        any::<Pairs>().convert(Tree::from_pairs, |tree| Some(tree.to_list()))
    }

    fn derived() -> impl Generator<Value = Tree> {
        any::<Tree>()
    }
}

impl Proptest for Tree {
    fn bespoke() -> impl Strategy<Value = Tree> {
        proptest::prelude::any::<Pairs>().prop_map(Tree::from_pairs)
    }

    fn derived() -> impl Strategy<Value = Tree> {
        let numbers = proptest::prelude::any::<i32>;
        Just(Tree::Leaf).prop_recursive(5, 32, 2, move |inner| {
            let colors = proptest::sample::select(&COLORS[..]);
            (colors, inner.clone(), numbers(), numbers(), inner)
                .prop_map(|(color, left, key, value, right)| Tree::node(color, left, (key, value), right))
        })
    }
}

impl Quickcheck for Tree {
    fn bespoke(g: &mut quickcheck::Gen) -> Tree {
        Tree::from_pairs(quickcheck::Arbitrary::arbitrary(g))
    }

    fn derived(g: &mut quickcheck::Gen) -> Tree {
        let size = g.size();
        quick_tree(g, size)
    }
}

fn quick_tree(g: &mut quickcheck::Gen, size: usize) -> Tree {
    if size == 0 || <bool as quickcheck::Arbitrary>::arbitrary(g) {
        return Tree::Leaf;
    }
    let color = *g.choose(&COLORS).expect("there are colours");
    let left = quick_tree(g, size / 2);
    let entry = quickcheck::Arbitrary::arbitrary(g);
    Tree::node(color, left, entry, quick_tree(g, size / 2))
}

impl Hegeltest for Tree {
    fn bespoke(tc: &TestCase) -> Tree {
        let pairs = gs::vecs(tuples!(gs::integers::<i32>(), gs::integers::<i32>()));
        Tree::from_pairs(tc.draw_silent(pairs))
    }

    fn derived(tc: &TestCase) -> Tree {
        tc.draw_silent(gs::recursive(gs::just(Tree::Leaf), |inner| {
            let colors = gs::sampled_from(COLORS.to_vec());
            tuples!(colors, inner.clone(), gs::integers::<i32>(), gs::integers::<i32>(), inner)
                .map(|(color, left, key, value, right)| Tree::node(color, left, (key, value), right))
        }))
    }
}

impl Crabcheck for Tree {
    fn bespoke() -> impl Gen<Value = Tree> {
        crabcheck::any::<Pairs>().map(Tree::from_pairs)
    }

    fn derived() -> impl Gen<Value = Tree> {
        let leaf = || gens::constant(Tree::Leaf).boxed();
        gens::recursive(5, leaf(), move |inner| {
            let colors = gens::pick_from(COLORS.to_vec());
            let node = (colors, inner.clone(), crabcheck::any::<i32>(), crabcheck::any::<i32>(), inner)
                .map(|(color, left, key, value, right)| Tree::node(color, left, (key, value), right));
            gens::one_of(vec![leaf(), node.boxed()]).boxed()
        })
    }
}

impl FromBytes for Tree {
    fn bespoke(u: &mut arbitrary::Unstructured<'_>) -> arbitrary::Result<Tree> {
        Ok(Tree::from_pairs(u.arbitrary()?))
    }

    fn derived(u: &mut arbitrary::Unstructured<'_>) -> arbitrary::Result<Tree> {
        u.arbitrary()
    }
}

impl Checkito for Tree {
    fn bespoke() -> impl Generate<Item = Tree> {
        Pairs::generator().map(Tree::from_pairs)
    }

    fn derived() -> impl Generate<Item = Tree> {
        tree(5)
    }
}

/// Dampening changes lengths and numbers, not which alternative is taken, so that a depth must end this.
fn tree(depth: u32) -> Boxed<Tree> {
    let leaf = with(|| Tree::Leaf);
    if depth == 0 {
        return leaf.boxed();
    }
    let inner = move || lazy(move || tree(depth - 1));
    let colors = bool::generator().map(|is_red| if is_red { Color::Red } else { Color::Black });
    let node = (colors, inner(), i32::generator(), i32::generator(), inner())
        .map(|(color, left, key, value, right)| Tree::node(color, left, (key, value), right));
    (leaf, node).any().unify().boxed()
}

impl Bolero for Tree {
    fn bespoke() -> impl ValueGenerator<Output = Tree> {
        produce::<Pairs>().map_gen(Tree::from_pairs)
    }

    fn derived() -> impl ValueGenerator<Output = Tree> {
        produce::<Tree>()
    }
}
