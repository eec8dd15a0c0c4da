use mirrorcheck::prelude::*;

#[derive(Clone, PartialEq)]
enum Tree {
    Leaf,
    Node(Box<Tree>, u8, Box<Tree>),
}

#[generator]
fn tree() -> Tree {
    oneof([Tree::Leaf, Tree::Node(Box::new(draw(tree())), draw(0..=9), Box::new(draw(tree())))])
}

fn main() {
    tree().complete(&sketch!(Tree::Knot(_, 5, _)), 1);
}
