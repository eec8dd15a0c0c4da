//! The state of a window manager, as xmonad's `StackSet`: workspaces on screens and hidden ones, each with a stack of
//! windows around the one in focus. No window is shown twice, no tag and no screen is used twice.

use std::collections::BTreeSet;

use mirrorcheck::choices::Overlap;
use mirrorcheck::prelude::*;

use crate::laws;

#[derive(Debug, Clone, PartialEq)]
struct StackSet {
    current: Screen,
    visible: Vec<Screen>,
    hidden: Vec<Workspace>,
}

#[derive(Debug, Clone, PartialEq)]
struct Screen {
    id: usize,
    workspace: Workspace,
}

#[derive(Debug, Clone, PartialEq)]
struct Workspace {
    tag: char,
    stack: Option<Stack>,
}

/// What is above the focus comes nearest first.
#[derive(Debug, Clone, PartialEq)]
struct Stack {
    focus: u8,
    up: Vec<u8>,
    down: Vec<u8>,
}

const TAGS: [char; 6] = ['a', 'b', 'c', 'd', 'e', 'f'];
const WINDOWS: [u8; 8] = [1, 2, 3, 4, 5, 6, 7, 8];

#[generator]
fn stack_set() -> StackSet {
    let screens = draw((1..=3usize).at(|set| 1 + set.visible.len()));
    let ids: Vec<usize> = (0..screens).collect();
    let id = draw(element_of(&ids));
    let workspace = draw(workspace(&TAGS, &WINDOWS));
    let others: Vec<usize> = ids.into_iter().filter(|other| *other != id).collect();
    let (tags, windows) = without([&workspace]);
    let visible = draw(visible(&others, &tags, &windows));
    let (tags, windows) = without(visible.iter().map(|screen| &screen.workspace).chain([&workspace]));
    let hidden = draw(hidden(&tags, &windows));
    StackSet { current: Screen { id, workspace }, visible, hidden }
}

/// One workspace for each screen, screens in order.
#[generator]
fn visible(ids: &[usize], tags: &[char], windows: &[u8]) -> Vec<Screen> {
    let [id, ids @ ..] = ids else { return vec![] };
    let workspace = draw(workspace(tags, windows).at(|all| all.first().map(|screen| screen.workspace.clone())));
    let tags: Vec<char> = left(tags, &[workspace.tag]);
    let windows = left(windows, &shown(&workspace));
    let rest = draw(visible(ids, &tags, &windows).at(|all| all.get(1..).map(<[Screen]>::to_vec)));
    [vec![Screen { id: *id, workspace }], rest].concat()
}

#[generator]
fn hidden(tags: &[char], windows: &[u8]) -> Vec<Workspace> {
    pick([
        (1, "end", vec![]),
        (tags.len(), "workspace", {
            let first = draw(workspace(tags, windows).at(|all| all.first().cloned()));
            let tags = left(tags, &[first.tag]);
            let windows = left(windows, &shown(&first));
            let rest = draw(hidden(&tags, &windows).at(|all| all.get(1..).map(<[Workspace]>::to_vec)));
            [vec![first], rest].concat()
        }),
    ])
}

#[generator]
fn workspace(tags: &[char], windows: &[u8]) -> Workspace {
    let tag = draw(element_of(tags));
    pick([
        (1, "empty", Workspace { tag, stack: None }),
        (2 * windows.len().min(1), "full", {
            let stack = draw(stack(windows));
            Workspace { tag, stack: Some(stack) }
        }),
    ])
}

#[generator]
fn stack(windows: &[u8]) -> Stack {
    let focus = draw(element_of(windows));
    let windows = left(windows, &[focus]);
    let up = draw(distinct(&windows));
    let windows = left(&windows, &up);
    let down = draw(distinct(&windows));
    Stack { focus, up, down }
}

/// Some windows in any order, each once.
#[generator]
fn distinct(windows: &[u8]) -> Vec<u8> {
    pick([
        (1, "end", vec![]),
        (windows.len().min(1), "window", {
            let first = draw(element_of(windows).at(|all| all.first().copied()));
            let rest = draw(distinct(&left(windows, &[first])).at(|all| all.get(1..).map(<[u8]>::to_vec)));
            [vec![first], rest].concat()
        }),
    ])
}

fn left<T: Copy + PartialEq>(all: &[T], used: &[T]) -> Vec<T> {
    all.iter().copied().filter(|one| !used.contains(one)).collect()
}

/// The tags and windows that these workspaces leave.
fn without<'a>(workspaces: impl IntoIterator<Item = &'a Workspace>) -> (Vec<char>, Vec<u8>) {
    workspaces.into_iter().fold((TAGS.to_vec(), WINDOWS.to_vec()), |(tags, windows), workspace| {
        (left(&tags, &[workspace.tag]), left(&windows, &shown(workspace)))
    })
}

fn shown(workspace: &Workspace) -> Vec<u8> {
    let stack = workspace.stack.iter();
    stack.flat_map(|stack| stack.up.iter().rev().chain([&stack.focus]).chain(&stack.down)).copied().collect()
}

fn workspaces(set: &StackSet) -> Vec<&Workspace> {
    let on_screens = std::iter::once(&set.current).chain(&set.visible).map(|screen| &screen.workspace);
    on_screens.chain(&set.hidden).collect()
}

/// xmonad's `invariant`: all windows, tags and screens are distinct, and they are among those that there are.
fn invariant(set: &StackSet) -> bool {
    fn distinct_and_known<T: Ord>(items: &[T], known: &[T]) -> bool {
        items.iter().collect::<BTreeSet<_>>().len() == items.len() && items.iter().all(|item| known.contains(item))
    }
    let windows: Vec<u8> = workspaces(set).into_iter().flat_map(shown).collect();
    let tags: Vec<char> = workspaces(set).iter().map(|workspace| workspace.tag).collect();
    let visible: Vec<usize> = set.visible.iter().map(|screen| screen.id).collect();
    let screens: Vec<usize> = (0..=visible.len()).collect();
    distinct_and_known(&windows, &WINDOWS)
        && distinct_and_known(&tags, &TAGS)
        && distinct_and_known(&[visible.clone(), vec![set.current.id]].concat(), &screens)
        && visible.is_sorted()
        && screens.len() <= 3
}

/// What the manager does: the next window gets the focus.
fn focus_down(set: &StackSet) -> StackSet {
    let mut set = set.clone();
    if let Some(stack) = &mut set.current.workspace.stack {
        if stack.down.is_empty() {
            // Round to the top, which is the furthest above.
            let mut all: Vec<u8> = stack.up.iter().rev().copied().chain([stack.focus]).collect();
            *stack = Stack { focus: all.remove(0), up: Vec::new(), down: all };
        } else {
            stack.up.insert(0, stack.focus);
            stack.focus = stack.down.remove(0);
        }
    }
    set
}

/// What the manager does: a hidden workspace comes to the current screen.
fn view(set: &StackSet, tag: char) -> StackSet {
    let mut set = set.clone();
    if let Some(workspace) = set.hidden.iter_mut().find(|workspace| workspace.tag == tag) {
        std::mem::swap(workspace, &mut set.current.workspace);
    }
    set
}

fn example() -> StackSet {
    let full = Stack { focus: 2, up: vec![5, 1], down: vec![7] };
    StackSet {
        current: Screen { id: 1, workspace: Workspace { tag: 'c', stack: Some(full) } },
        visible: vec![Screen { id: 0, workspace: Workspace { tag: 'a', stack: None } }],
        hidden: vec![Workspace { tag: 'f', stack: Some(Stack { focus: 8, up: vec![], down: vec![3] }) }],
    }
}

#[test]
fn laws_hold() {
    laws::check(stack_set());
    assert_eq!(stack_set().validate().overlap, Overlap::One);
}

#[test]
fn laws_hold_of_its_parts() {
    laws::check(distinct(&[1, 2, 3]));
    laws::check(stack(&[1, 2]));
    laws::check(hidden(&['a', 'b'], &[1, 2]));
}

#[test]
fn the_invariant_holds_of_what_is_made() {
    let mut busy = 0;
    for set in stack_set().samples(1).take(1_000) {
        assert!(invariant(&set), "{set:?}");
        busy += usize::from(workspaces(&set).into_iter().flat_map(shown).count() > 4);
    }
    assert!(busy > 100, "{busy}");
}

#[test]
fn what_the_manager_does_stays_in_range() {
    for set in stack_set().samples(2).take(300) {
        let moved = focus_down(&set);
        assert!(stack_set().contains(&moved), "{moved:?}: {}", stack_set().why_not(&moved).unwrap());
        for workspace in &set.hidden {
            let viewed = view(&set, workspace.tag);
            assert!(stack_set().contains(&viewed), "{viewed:?}: {}", stack_set().why_not(&viewed).unwrap());
        }
    }
}

#[test]
fn states_from_outside_reflect() {
    assert!(invariant(&example()));
    let choices = stack_set().reflect(&example()).next().unwrap();
    assert_eq!(stack_set().replay(&choices), Ok(example()));
    assert_eq!(
        choices.labels(),
        [
            "2",
            "full",
            "window",
            "window",
            "end",
            "window",
            "end",
            "empty",
            "workspace",
            "full",
            "end",
            "window",
            "end",
            "end"
        ]
    );
}

#[test]
fn broken_states_are_out_of_range() {
    type Breaks = fn(&mut StackSet);
    let faults: [(&str, Breaks); 5] = [
        ("a window twice", |set| set.hidden[0].stack.as_mut().unwrap().focus = 7),
        ("a tag twice", |set| set.hidden[0].tag = 'a'),
        ("a screen twice", |set| set.visible[0].id = 1),
        ("an unknown window", |set| set.current.workspace.stack.as_mut().unwrap().focus = 9),
        ("too many screens", |set| {
            let screens = (2..5).map(|id| Screen { id, workspace: Workspace { tag: 'd', stack: None } });
            set.visible.extend(screens);
        }),
    ];
    for (fault, breaks) in faults {
        let mut set = example();
        breaks(&mut set);
        assert!(!invariant(&set), "{fault}");
        laws::is_refused(&stack_set(), &set);
    }
    let mut set = example();
    set.visible.extend((2..5).map(|id| Screen { id, workspace: Workspace { tag: 'd', stack: None } }));
    let why = stack_set().why_not(&set).unwrap().to_string();
    assert!(why.contains("5 is not in 1..=3"), "{why}");
}
