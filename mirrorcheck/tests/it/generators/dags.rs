//! Directed graphs without cycles, built in three ways: all edges at once, node by node, and row by row.

use mirrorcheck::choices::Overlap;
use mirrorcheck::prelude::*;

use crate::laws;

/// Edges go from `edges[i].0` to `edges[i].1`, in order, each once.
#[derive(Debug, Clone, PartialEq)]
struct Graph {
    nodes: usize,
    edges: Vec<(usize, usize)>,
}

/// Edges lead to smaller nodes only: one bit for each pair.
#[generator]
fn dag(most: usize) -> Graph {
    let nodes = draw(0..=most);
    let pairs: Vec<(usize, usize)> = (0..nodes).flat_map(|from| (0..from).map(move |to| (from, to))).collect();
    let edges = draw(vec(any::<bool>(), pairs.len()).convert(
        |bits| pairs.iter().zip(bits).filter_map(|(&pair, bit)| bit.then_some(pair)).collect::<Vec<_>>(),
        |edges| Some(pairs.iter().map(|pair| edges.contains(pair)).collect()),
    ));
    Graph { nodes, edges }
}

/// An inductive graph: the last node, what it leads to, and the graph before it.
#[derive(Debug, Clone, PartialEq)]
enum Inductive {
    Empty,
    And(Box<Inductive>, Vec<usize>),
}

#[generator]
fn inductive(nodes: usize) -> Inductive {
    if nodes == 0 {
        return Inductive::Empty;
    }
    pick([
        (1, "empty", Inductive::Empty),
        (3, "node", {
            let before = draw(inductive(nodes - 1));
            let leads_to = draw(subset(0, count(&before)));
            Inductive::And(Box::new(before), leads_to)
        }),
    ])
}

/// Some of `from..to`, in order.
#[generator]
fn subset(from: usize, to: usize) -> Vec<usize> {
    if from == to {
        return vec![];
    }
    labeled([
        ("without", draw(subset(from + 1, to))),
        ("with", {
            let rest = draw(subset(from + 1, to).at(|all| match all.as_slice() {
                [first, rest @ ..] if *first == from => Some(rest.to_vec()),
                _ => None,
            }));
            [&[from], rest.as_slice()].concat()
        }),
    ])
}

fn count(graph: &Inductive) -> usize {
    match graph {
        Inductive::Empty => 0,
        Inductive::And(before, _) => 1 + count(before),
    }
}

/// The rows of a matrix below its diagonal.
#[generator]
fn rows(nodes: usize) -> Vec<Vec<bool>> {
    if nodes == 0 {
        return vec![];
    }
    draw((rows(nodes - 1), vec(any::<bool>(), nodes - 1)).convert(
        |(before, last)| [before, vec![last]].concat(),
        |rows| rows.split_last().map(|(last, before)| (before.to_vec(), last.clone())),
    ))
}

/// Kahn's algorithm: takes away nodes that nothing leads to, until none is left or all are on cycles.
fn is_acyclic(graph: &Graph) -> bool {
    let mut left: Vec<usize> = (0..graph.nodes).collect();
    let mut edges = graph.edges.clone();
    while let Some(i) = left.iter().position(|node| edges.iter().all(|(_, to)| to != node)) {
        let gone = left.swap_remove(i);
        edges.retain(|(from, _)| *from != gone);
    }
    left.is_empty()
}

fn is_simple(graph: &Graph) -> bool {
    graph.edges.is_sorted_by(|a, b| a < b) && graph.edges.iter().all(|(from, to)| from.max(to) < &graph.nodes)
}

#[test]
fn laws_hold_of_all_edges_at_once() {
    laws::check(dag(8));
    laws::check(dag(3));
    laws::check(sized(|size| dag(size as usize / 20)));
    assert_eq!(dag(8).validate().overlap, Overlap::One);
}

#[test]
fn laws_hold_node_by_node() {
    laws::check(inductive(6));
    assert_eq!(inductive(6).validate().overlap, Overlap::One);
}

#[test]
fn laws_hold_row_by_row() {
    laws::check(rows(5));
    assert_eq!(rows(5).validate().overlap, Overlap::One);
}

#[test]
fn laws_hold_of_subsets() {
    laws::check(subset(2, 6));
    assert_eq!(subset(2, 6).all_values().count(), 16);
}

#[test]
fn what_is_made_has_no_cycles() {
    let mut connected = 0;
    for graph in dag(8).samples(1).take(1_000) {
        assert!(is_acyclic(&graph) && is_simple(&graph), "{graph:?}");
        connected += usize::from(graph.edges.len() > 5);
    }
    assert!(connected > 200, "{connected}");
}

#[test]
fn all_graphs_of_few_nodes_are_counted() {
    // One bit for each pair: 2^0 + 2^0 + 2^1 + 2^3.
    let all: Vec<Graph> = dag(3).all_values().collect();
    assert_eq!(all.len(), 1 + 1 + 2 + 8);
    assert_eq!(rows(4).all_values().count(), 64);
    for graph in all {
        let expected = 0.25 * 0.5f64.powi([0, 0, 1, 3][graph.nodes]);
        assert!((dag(3).probability(&graph) - expected).abs() < 1e-12, "{graph:?}");
    }
}

#[test]
fn graphs_decide_what_is_in_range() {
    /// Graphs with edges at will, each once.
    #[generator]
    fn any_graph() -> Graph {
        let nodes = draw(1..=3);
        let pairs: Vec<(usize, usize)> = (0..nodes).flat_map(|from| (0..nodes).map(move |to| (from, to))).collect();
        let edges = draw(vec(any::<bool>(), pairs.len()).convert(
            |bits| pairs.iter().zip(bits).filter_map(|(&pair, bit)| bit.then_some(pair)).collect::<Vec<_>>(),
            |edges| Some(pairs.iter().map(|pair| edges.contains(pair)).collect()),
        ));
        Graph { nodes, edges }
    }
    laws::check_range(dag(3), any_graph(), |graph| {
        let downward = graph.edges.iter().all(|(from, to)| to < from);
        assert!(!downward || is_acyclic(graph));
        downward
    });
}

#[test]
fn graphs_from_outside_reflect() {
    let diamond = Graph { nodes: 4, edges: vec![(1, 0), (2, 0), (3, 1), (3, 2)] };
    let choices = dag(8).reflect(&diamond).next().unwrap();
    assert_eq!(choices.labels(), ["4", "6", "true", "true", "false", "false", "true", "true"]);
    let cycle = Graph { nodes: 2, edges: vec![(0, 1), (1, 0)] };
    let twice = Graph { nodes: 2, edges: vec![(1, 0), (1, 0)] };
    for graph in [cycle, twice] {
        laws::is_refused(&dag(8), &graph);
        let why = dag(8).why_not(&graph).unwrap().to_string();
        assert!(why.contains("`convert` does not round-trip this value"), "{why}");
    }
    let too_many = Graph { nodes: 9, edges: vec![] };
    let why = dag(8).why_not(&too_many).unwrap().to_string();
    assert!(why.contains("9 is not in 0..=8"), "{why}");
}

#[test]
fn inductive_graphs_from_outside_reflect() {
    let and = |before, leads_to: &[usize]| Inductive::And(Box::new(before), leads_to.to_vec());
    let line = and(and(and(Inductive::Empty, &[]), &[0]), &[1]);
    assert!(inductive(3).contains(&line));
    assert!(!inductive(2).contains(&line));
    // To itself, to nowhere, and twice to the same.
    for leads_to in [&[1][..], &[2], &[0, 0]] {
        let wrong = and(and(Inductive::Empty, &[]), leads_to);
        laws::is_refused(&inductive(3), &wrong);
    }
}
