//! The tree: what all seats may do after a position that one seat sees, and what it came to so far.

use gongzhu::{Action, ActionSet, Seat};

/// The most nodes that grow. One takes 36 bytes, so that a tree takes less than 5 MB; a search whose tree is full goes on and
/// plays out from the nodes that there are.
const MOST: usize = 1 << 17;

/// The part of the doubt of a single visit that an action without a child has: as if it had been visited four times.
const URGENCY: f32 = 0.5;

/// What became known by the actions on the way to it. All worlds that agree with them share the node.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The action that led here; of the root it means nothing.
    action: Action,
    /// The first child, and the next child of the same parent. The root, which is nobody's child, stands for none.
    first: u32,
    next: u32,
    visits: u32,
    /// How often the action was there to be chosen.
    available: u32,
    /// The mean value of the visits for each seat.
    means: [f32; 4],
}

impl Node {
    fn new(action: Action) -> Node {
        Node { action, first: 0, next: 0, visits: 0, available: 0, means: [0.0; 4] }
    }
}

/// How far the values of single visits lie apart, for each seat.
#[derive(Clone, Copy, Debug, Default)]
struct Spread {
    count: f64,
    sums: [f64; 4],
    squares: [f64; 4],
}

impl Spread {
    fn add(&mut self, values: &[f32; 4]) {
        self.count += 1.0;
        for (seat, &value) in values.iter().enumerate() {
            self.sums[seat] += f64::from(value);
            self.squares[seat] += f64::from(value) * f64::from(value);
        }
    }

    /// The standard deviation.
    fn of(&self, seat: Seat) -> f32 {
        if self.count < 1.0 {
            return 0.0;
        }
        let mean = self.sums[seat.index()] / self.count;
        (self.squares[seat.index()] / self.count - mean * mean).max(0.0).sqrt() as f32
    }
}

/// An arena of nodes, the root first.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    spread: Spread,
}

/// Where a search goes on from a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// To this child.
    To(u32),
    /// To a new child, by one of these actions, a bit for each code.
    Grow(u64),
}

impl Tree {
    /// The root.
    pub(super) const ROOT: u32 = 0;

    /// A tree of nothing but a root.
    pub(super) fn new() -> Tree {
        Tree { nodes: vec![Node::new(Action::DONE)], spread: Spread::default() }
    }

    /// A child and those after it.
    fn siblings(&self, first: u32) -> impl Iterator<Item = u32> + '_ {
        let some = |child: u32| (child != Tree::ROOT).then_some(child);
        std::iter::successors(some(first), move |&child| some(self.nodes[child as usize].next))
    }

    /// The child to which `action` leads, if there is one.
    fn child(&self, node: u32, action: Action) -> Option<u32> {
        self.siblings(self.nodes[node as usize].first).find(|&child| self.nodes[child as usize].action == action)
    }

    /// The child to which `action` leads, a new one if need be.
    pub(super) fn grown(&mut self, node: u32, action: Action) -> u32 {
        self.child(node, action).unwrap_or_else(|| self.grow(node, action))
    }

    /// A new child, which is available for the first time.
    pub(super) fn grow(&mut self, node: u32, action: Action) -> u32 {
        let new = self.nodes.len() as u32;
        let next = std::mem::replace(&mut self.nodes[node as usize].first, new);
        self.nodes.push(Node { next, available: 1, ..Node::new(action) });
        new
    }

    /// Whether no more nodes may grow.
    pub(super) fn is_full(&self) -> bool {
        self.nodes.len() >= MOST
    }

    pub(super) fn action(&self, node: u32) -> Action {
        self.nodes[node as usize].action
    }

    pub(super) fn visits(&self, node: u32) -> u32 {
        self.nodes[node as usize].visits
    }

    /// The mean value of a node for a seat.
    pub(super) fn mean(&self, node: u32, seat: Seat) -> f32 {
        self.nodes[node as usize].means[seat.index()]
    }

    /// The upper confidence bound of a child for a seat, with this weight of doubt.
    fn bound(&self, child: u32, seat: Seat, available: u32, scale: f32) -> f32 {
        let node = &self.nodes[child as usize];
        let doubt = ((available.max(1) as f32).ln() / node.visits.max(1) as f32).sqrt();
        node.means[seat.index()] + scale * doubt
    }

    /// Of children that are always available the first without visits, or else the one with the highest bound.
    pub(super) fn select_among(&self, children: &[u32], seat: Seat, exploration: f32) -> usize {
        let visits = children.iter().map(|&child| self.visits(child)).sum();
        let scale = exploration * self.spread.of(seat);
        let mut best = (0, f32::NEG_INFINITY);
        for (place, &child) in children.iter().enumerate() {
            if self.visits(child) == 0 {
                return place;
            }
            let bound = self.bound(child, seat, visits, scale);
            if bound > best.1 {
                best = (place, bound);
            }
        }
        best.0
    }

    /// Where a search goes on whose world leaves `seat` these actions, one at least. A child is judged by how often it was there
    /// to be chosen. An action without a child is taken to be worth what the node is, with the doubt of a few visits: where
    /// some child does well the others wait.
    pub(super) fn select(&mut self, node: u32, seat: Seat, legal: ActionSet, exploration: f32) -> Step {
        let scale = exploration * self.spread.of(seat);
        let mut untried = legal.bits();
        let mut best = (Tree::ROOT, f32::NEG_INFINITY);
        let mut child = self.nodes[node as usize].first;
        while child != Tree::ROOT {
            let Node { action, next, available, .. } = self.nodes[child as usize];
            if legal.has(action) {
                untried &= !(1 << action.code());
                self.nodes[child as usize].available = available + 1;
                let bound = self.bound(child, seat, available + 1, scale);
                if bound > best.1 {
                    best = (child, bound);
                }
            }
            child = next;
        }
        if untried == 0 || best.0 != Tree::ROOT && self.is_full() {
            return Step::To(best.0);
        }
        let parent = &self.nodes[node as usize];
        let doubt = (parent.visits.max(1) as f32).ln().sqrt();
        let urgency = parent.means[seat.index()] + URGENCY * scale * doubt;
        if best.0 != Tree::ROOT && best.1 >= urgency { Step::To(best.0) } else { Step::Grow(untried) }
    }

    /// Counts a visit of all nodes of a path.
    pub(super) fn back_up(&mut self, path: &[u32], values: &[f32; 4]) {
        self.spread.add(values);
        for &node in path {
            let node = &mut self.nodes[node as usize];
            node.visits += 1;
            let share = 1.0 / node.visits as f32;
            for (mean, value) in node.means.iter_mut().zip(values) {
                *mean += (value - *mean) * share;
            }
        }
    }

    /// The part of the tree after `actions`, or `None` where they were never tried.
    pub(super) fn after(&self, actions: &[Action]) -> Option<Tree> {
        let root = actions.iter().try_fold(Tree::ROOT, |node, &action| self.child(node, action))?;
        let mut part = Tree { nodes: vec![self.nodes[root as usize]], spread: self.spread };
        // Every node is copied while its children's places are still those of the whole tree.
        let mut at = 0;
        while at < part.nodes.len() {
            let children: Vec<u32> = self.siblings(part.nodes[at].first).collect();
            let first = part.nodes.len() as u32;
            part.nodes[at].first = if children.is_empty() { Tree::ROOT } else { first };
            for (i, &child) in children.iter().enumerate() {
                let next = if i + 1 < children.len() { first + i as u32 + 1 } else { Tree::ROOT };
                part.nodes.push(Node { next, ..self.nodes[child as usize] });
            }
            at += 1;
        }
        part.nodes[0].next = Tree::ROOT;
        Some(part)
    }
}
