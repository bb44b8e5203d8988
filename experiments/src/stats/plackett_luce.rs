//! Strengths from orders of finish.

/// An order of finish: players from the first place to the last, with their places. Tied players have equal places; a player
/// who has several seats stands in it several times.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Finish {
    players: Vec<u8>,
    places: Vec<u8>,
}

impl Finish {
    /// The order of these players with their places.
    pub fn new(seats: impl IntoIterator<Item = (u8, u8)>) -> Finish {
        let mut seats: Vec<(u8, u8)> = seats.into_iter().collect();
        seats.sort_unstable_by_key(|&(player, place)| (place, player));
        Finish {
            players: seats.iter().map(|&(player, _)| player).collect(),
            places: seats.iter().map(|&(_, place)| place).collect(),
        }
    }

    /// The places one after another: those who have it, and those who have it or a later one. The last place tells nothing.
    fn stages(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        let mut at = 0;
        self.places.chunk_by(|a, b| a == b).filter_map(move |tied| {
            let rest = &self.players[at..];
            at += tied.len();
            (tied.len() < rest.len()).then_some((&rest[..tied.len()], rest))
        })
    }
}

/// The log-strengths θ of `players` players, of mean zero, under which the finishes are likeliest: a player takes the next place
/// with probability exp θ among the sum over those who have none yet (Luce 1959, Plackett 1975). Ties are counted after Breslow
/// (1974): each of the tied players against all who were left. `finishes` come with how often each was seen.
///
/// The fit is the minorization–maximization of Hunter (2004), *MM algorithms for generalized Bradley–Terry models*. Nothing where
/// the likelihood has no maximum: some players were never behind any of the others.
pub fn plackett_luce(players: usize, finishes: &[(Finish, f64)]) -> Option<Vec<f64>> {
    if !is_connected(players, finishes) {
        return None;
    }
    let mut wins = vec![0.0; players];
    let stages: Vec<(&[u8], &[u8], f64)> =
        finishes.iter().flat_map(|(finish, count)| finish.stages().map(move |(won, all)| (won, all, *count))).collect();
    for (won, _, count) in &stages {
        won.iter().for_each(|&player| wins[usize::from(player)] += count);
    }
    let mut strengths = vec![1.0; players];
    for _ in 0..STEPS {
        let mut chances = vec![0.0; players];
        for (won, all, count) in &stages {
            let sum: f64 = all.iter().map(|&player| strengths[usize::from(player)]).sum();
            let share = count * won.len() as f64 / sum;
            all.iter().for_each(|&player| chances[usize::from(player)] += share);
        }
        let mut next: Vec<f64> = wins.iter().zip(&chances).map(|(wins, chances)| wins / chances).collect();
        let scale = (next.iter().map(|strength| strength.ln()).sum::<f64>() / players as f64).exp();
        next.iter_mut().for_each(|strength| *strength /= scale);
        let change = next.iter().zip(&strengths).map(|(new, old)| (new / old).ln().abs()).fold(0.0, f64::max);
        strengths = next;
        if change < TOLERANCE {
            break;
        }
    }
    Some(strengths.into_iter().map(f64::ln).collect())
}

/// The most steps of a fit, and how little the last one changes.
const STEPS: usize = 100_000;
const TOLERANCE: f64 = 1e-12;

/// Whether from every player a chain of "finished before" leads to every other: then, and only then, the likelihood has a
/// maximum (Ford 1957).
fn is_connected(players: usize, finishes: &[(Finish, f64)]) -> bool {
    let mut before = vec![vec![false; players]; players];
    for (finish, _) in finishes.iter().filter(|(_, count)| *count > 0.0) {
        for (won, all) in finish.stages() {
            for &a in won {
                all.iter().for_each(|&b| before[usize::from(a)][usize::from(b)] = true);
            }
        }
    }
    for via in 0..players {
        for from in 0..players {
            if before[from][via] {
                let reached = before[via].clone();
                before[from].iter_mut().zip(reached).for_each(|(to, reached)| *to |= reached);
            }
        }
    }
    players > 0 && (0..players).all(|a| (0..players).all(|b| a == b || before[a][b]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finish(players: &[u8]) -> (Finish, f64) {
        (Finish::new(players.iter().copied().zip(1..)), 1.0)
    }

    /// Golden values of `choix.opt_rankings`; `scripts/check_ratings.py` makes them again.
    #[test]
    fn agrees_with_choix() {
        let text = include_str!("../../tests/stats/plackett_luce.json");
        let golden: serde_json::Value = serde_json::from_str(text).expect("a golden file");
        let numbers = |value: &serde_json::Value| -> Vec<f64> {
            value.as_array().into_iter().flatten().filter_map(serde_json::Value::as_f64).collect()
        };
        let rankings = golden["rankings"].as_array().expect("rankings");
        let seen: Vec<(Finish, f64)> = rankings
            .iter()
            .map(|ranking| {
                let players: Vec<u8> = numbers(ranking).into_iter().map(|player| player as u8).collect();
                finish(&players)
            })
            .collect();
        let wanted = numbers(&golden["log_strengths"]);
        let found = plackett_luce(wanted.len(), &seen).expect("connected players");
        assert!(seen.len() >= 50 && wanted.len() == 5);
        for (found, wanted) in found.iter().zip(&wanted) {
            assert!((found - wanted).abs() < 1e-6, "{found} is not {wanted}");
        }
    }

    #[test]
    fn two_players_have_the_odds_of_their_wins() {
        let seen = [(finish(&[0, 1]).0, 30.0), (finish(&[1, 0]).0, 10.0)];
        let strengths = plackett_luce(2, &seen).expect("each won");
        assert!((strengths[0] - strengths[1] - 3f64.ln()).abs() < 1e-9, "{strengths:?}");
        assert!((strengths[0] + strengths[1]).abs() < 1e-12);
    }

    #[test]
    fn a_player_never_behind_has_no_strength() {
        assert_eq!(plackett_luce(2, &[finish(&[0, 1])]), None);
        assert_eq!(plackett_luce(3, &[finish(&[0, 1]), finish(&[1, 0])]), None);
        let cycle = [finish(&[0, 1]), finish(&[1, 2]), finish(&[2, 0])];
        let strengths = plackett_luce(3, &cycle).expect("a cycle");
        assert!(strengths.iter().all(|strength| strength.abs() < 1e-9), "{strengths:?}");
    }

    #[test]
    fn ties_and_seats_of_one_player() {
        // A whole table tied tells nothing; two seats of a player are two chances.
        let tied = Finish::new([(0, 1), (1, 1)]);
        let seen = [finish(&[0, 1]), finish(&[1, 0]), (tied, 5.0)];
        assert!(plackett_luce(2, &seen).expect("each won")[0].abs() < 1e-12);
        let seats = Finish::new([(0, 1), (0, 2), (1, 3), (1, 4)]);
        assert_eq!(seats.stages().count(), 3);
        // First place of three seats, one of them player 1's: even strengths where it wins a third of the time.
        let seen = [(Finish::new([(1, 1), (0, 2), (0, 2)]), 1.0), (Finish::new([(0, 1), (1, 2), (0, 2)]), 2.0)];
        let strengths = plackett_luce(2, &seen).expect("each won");
        assert!(strengths[0].abs() < 1e-9, "{strengths:?}");
    }
}
