use mirrorcheck::collections::{partition, permutation, shuffle, subsequence, weighted_element_of};
use mirrorcheck::prelude::*;
use mirrorcheck::{index_into, recursive};

#[derive(Debug, Clone, PartialEq)]
enum Rose {
    Leaf(bool),
    Node(Vec<Rose>),
}

fn rose() -> impl Reflective<Value = Rose> + Clone {
    let leaf = any::<bool>().convert(Rose::Leaf, |rose| match rose {
        Rose::Leaf(flag) => Some(*flag),
        Rose::Node(_) => None,
    });
    recursive(leaf, |rose| {
        vec(rose, 0..=3).convert(Rose::Node, |rose| match rose {
            Rose::Node(roses) => Some(roses.clone()),
            Rose::Leaf(_) => None,
        })
    })
}

laws! {
    permutations: permutation(4);
    permutations_of_nothing: permutation(0);
    shuffled: shuffle(vec!['a', 'b', 'a', 'c']);
    subsequences: subsequence(vec![1, 2, 3, 4, 5], 1..=3);
    subsequences_of_equal_elements: subsequence(vec![1, 2, 1, 1, 2], ..);
    partitions: partition(6, 0..=3);
    partitions_of_nothing: partition(0, 0..=2);
    positions: index_into(&[(); 7]);
    elements: element_of(&["a", "b", "a"]);
    borrowed_elements: element_of(&["a", "b", "a"]).borrowed();
    weighted_elements: weighted_element_of(&[(1, 'a'), (0, 'b'), (3, 'c'), (2, 'a')]);
    recursion: rose();
    scaled: any::<Vec<bool>>().scale(|size| size / 20);
    with_labels: ((0..=9).with_label("x"), (0..=9).with_label("y"));
    options: option(0..=9);
    filtered: (0..=20).such_that(|n| n % 3 == 0);
    converted: (0..=20).convert(|n| n * 2, |n| Some(n / 2));
}
