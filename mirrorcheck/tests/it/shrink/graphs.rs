//! Graphs: a number of nodes, and edges between them.

use mirrorcheck::prelude::*;

#[derive(Debug, Clone, PartialEq)]
struct Graph {
    nodes: usize,
    edges: Vec<(usize, usize)>,
}

/// Graphs of one to ten nodes.
#[generator]
fn graph() -> Graph {
    let nodes = draw(1..=10usize);
    let edges = draw(vec((0..nodes, 0..nodes), 0..=20));
    Graph { nodes, edges }
}

/// Graphs in which every edge leads to a later node.
#[generator]
fn acyclic() -> Graph {
    let nodes = draw(2..=10usize);
    let edges = draw(vec((0..nodes, 0..nodes).such_that(|(from, to)| from < to), 0..=20));
    Graph { nodes, edges }
}

impl Graph {
    fn new(nodes: usize, edges: &[(usize, usize)]) -> Graph {
        Graph { nodes, edges: edges.to_vec() }
    }

    /// The nodes that are one edge away or more.
    fn reached(&self, from: usize) -> Vec<usize> {
        let mut reached = Vec::new();
        let mut todo = vec![from];
        while let Some(node) = todo.pop() {
            for &(_, to) in self.edges.iter().filter(|(from, _)| *from == node) {
                if !reached.contains(&to) {
                    reached.push(to);
                    todo.push(to);
                }
            }
        }
        reached
    }

    fn has_cycle(&self) -> bool {
        (0..self.nodes).any(|node| self.reached(node).contains(&node))
    }

    fn has_cycle_without_loops(&self) -> bool {
        let edges = self.edges.iter().copied().filter(|(from, to)| from != to).collect();
        Graph { nodes: self.nodes, edges }.has_cycle()
    }

    fn is_connected(&self) -> bool {
        let back = self.edges.iter().map(|&(from, to)| (to, from));
        let both = Graph { nodes: self.nodes, edges: self.edges.iter().copied().chain(back).collect() };
        (1..self.nodes).all(|node| both.reached(0).contains(&node))
    }

    fn longest_path(&self) -> usize {
        fn from(graph: &Graph, node: usize) -> usize {
            let next = graph.edges.iter().filter(|edge| edge.0 == node).map(|edge| 1 + from(graph, edge.1));
            next.max().unwrap_or(0)
        }
        (0..self.nodes).map(|node| from(self, node)).max().unwrap_or(0)
    }

    fn degree(&self, node: usize) -> usize {
        self.edges.iter().filter(|edge| edge.0 == node).count()
    }

    fn is_in_a_triangle(&self, a: usize) -> bool {
        let has = |a, b| self.edges.contains(&(a, b)) || self.edges.contains(&(b, a));
        let others = || (0..self.nodes).filter(move |b| *b != a);
        others().any(|b| others().any(|c| b != c && has(a, b) && has(b, c) && has(c, a)))
    }
}

minimal! {
    a_cycle: graph(), Graph::has_cycle => Graph::new(1, &[(0, 0)]), 10;
    a_cycle_without_loops: graph(), Graph::has_cycle_without_loops => Graph::new(2, &[(0, 1), (1, 0)]), 60;
    not_connected: graph(), |g| !g.is_connected() => Graph::new(2, &[]), 10;
    connected_with_three_nodes: graph(), |g| g.nodes > 2 && g.is_connected() => Graph::new(3, &[(0, 1), (0, 2)]), 195;
    an_edge_twice: graph(), |g| g.edges.iter().enumerate().any(|(i, e)| g.edges[..i].contains(e)) =>
        Graph::new(1, &[(0, 0), (0, 0)]), 10;
    an_edge_to_the_last_node: graph(), |g| g.nodes > 3 && g.edges.iter().any(|e| e.1 == g.nodes - 1) =>
        Graph::new(4, &[(0, 3)]), 45;
    a_star: graph(), |g| (0..g.nodes).any(|n| g.degree(n) > 3) => Graph::new(1, &[(0, 0); 4]), 60;
    a_triangle: graph(), |g| (0..g.nodes).any(|n| g.is_in_a_triangle(n)) => Graph::new(3, &[(0, 1), (0, 2), (1, 2)]), 145;
    a_long_path: acyclic(), |g| g.longest_path() > 2 => Graph::new(4, &[(0, 1), (1, 2), (2, 3)]), 125;
    a_path_of_two: acyclic(), |g| g.longest_path() > 1 => Graph::new(3, &[(0, 1), (1, 2)]), 70;
}
