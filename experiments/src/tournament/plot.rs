//! Plots as inline SVG.

use std::collections::BTreeMap;

/// Text as it stands in HTML, between tags and in attributes.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A mean with its interval.
pub(super) struct Interval<'a> {
    pub(super) name: &'a str,
    pub(super) mean: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

/// The width of a plot and where its axis begins and ends, in units of the picture.
const WIDTH: f64 = 440.0;
const LEFT: f64 = 20.0;
const RIGHT: f64 = 420.0;

/// Numbers from `low` to `high` along the width of a plot.
struct Axis {
    low: f64,
    high: f64,
}

impl Axis {
    fn at(&self, value: f64) -> f64 {
        LEFT + (RIGHT - LEFT) * (value - self.low) / (self.high - self.low)
    }

    /// Round numbers to mark, at most seven.
    fn ticks(&self) -> Vec<f64> {
        let span = self.high - self.low;
        let power = 10f64.powf((span / 6.0).log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|step| step * power).into_iter().find(|step| span / step <= 6.0);
        let step = step.unwrap_or(span);
        let first = (self.low / step).ceil() as i64;
        (first..).map(|tick| tick as f64 * step).take_while(|&tick| tick <= self.high).collect()
    }

    /// Lines and numbers for the ticks, down to `bottom`.
    fn draw(&self, bottom: f64) -> String {
        let tick = |value: f64| {
            let (x, label) = (self.at(value), bottom + 14.0);
            // Minus zero is zero.
            let text = format!("{}", (value * 1e6).round() / 1e6 + 0.0).replace('-', "−");
            format!(
                "<line class=\"line\" x1=\"{x:.1}\" y1=\"0\" x2=\"{x:.1}\" y2=\"{bottom:.1}\"/>\
                 <text class=\"faint\" text-anchor=\"middle\" x=\"{x:.1}\" y=\"{label:.1}\">{text}</text>\n"
            )
        };
        self.ticks().into_iter().map(tick).collect()
    }
}

fn svg(height: f64, label: &str, content: &str) -> String {
    format!(
        "<svg viewBox=\"0 0 {WIDTH} {height:.0}\" role=\"img\" aria-label=\"{}\">\n{content}</svg>\n",
        escape(label)
    )
}

/// Means with their intervals, one below the other, and zero.
pub(super) fn intervals(rows: &[Interval<'_>], label: &str) -> String {
    let ends = rows.iter().flat_map(|row| [row.low, row.high]).chain([0.0]);
    let (low, high) = ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), end| (low.min(end), high.max(end)));
    // Without differences there is nothing to show.
    if rows.is_empty() || low >= high {
        return String::new();
    }
    let axis = Axis { low, high };
    let bottom = 34.0 * rows.len() as f64;
    let marks: String = (0..)
        .zip(rows)
        .map(|(row, interval)| {
            let y = 34.0 * f64::from(row) + 24.0;
            let (from, to, mean) = (axis.at(interval.low), axis.at(interval.high), axis.at(interval.mean));
            format!(
                "<text x=\"{LEFT}\" y=\"{:.1}\">{}</text>\
                 <line class=\"mark\" x1=\"{from:.1}\" y1=\"{y:.1}\" x2=\"{to:.1}\" y2=\"{y:.1}\"/>\
                 <circle class=\"mark\" cx=\"{mean:.1}\" cy=\"{y:.1}\" r=\"4\"/>\n",
                y - 9.0,
                escape(interval.name),
            )
        })
        .collect();
    svg(bottom + 20.0, label, &(axis.draw(bottom) + &marks))
}

/// How often each score was reached, in bars of equal width between the ends of `range`, in percent.
pub(super) fn histogram(name: &str, counts: &BTreeMap<i32, u64>, range: (i32, i32)) -> String {
    let width = ((range.1 - range.0) / 60 + 1).max(1);
    let mut bars: BTreeMap<i32, u64> = BTreeMap::new();
    for (&score, &count) in counts {
        *bars.entry(score.div_euclid(width)).or_default() += count;
    }
    let total: u64 = counts.values().sum();
    let most = bars.values().copied().max().unwrap_or(1).max(1);
    let axis = Axis { low: f64::from(range.0 - width), high: f64::from(range.1 + width) };
    let (top, bottom) = (20.0, 110.0);
    let drawn: String = bars
        .iter()
        .map(|(&bar, &count)| {
            let from = axis.at(f64::from(bar * width));
            let wide = axis.at(f64::from((bar + 1) * width)) - from;
            let height = (bottom - top) * count as f64 / most as f64;
            format!(
                "<rect class=\"bar\" x=\"{from:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{height:.1}\"/>\n",
                bottom - height,
                (wide - 0.5).max(0.5)
            )
        })
        .collect();
    let label = format!("{name}: highest bar {:.1} %", 100.0 * most as f64 / total.max(1) as f64);
    let title = format!("<text x=\"{LEFT}\" y=\"14\">{}</text>\n", escape(&label));
    svg(bottom + 20.0, &label, &(axis.draw(bottom) + &drawn + &title))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_within_the_axis() {
        let ticks = |low, high| Axis { low, high }.ticks();
        assert_eq!(ticks(-12.0, 31.0), [-10.0, 0.0, 10.0, 20.0, 30.0]);
        for (low, high) in [(0.0, 1.0), (-3.3, 900.0), (250.0, 251.0), (-1e-3, 1e-3)] {
            let ticks = ticks(low, high);
            assert!((2..=7).contains(&ticks.len()), "{low} {high} {ticks:?}");
            assert!(ticks.iter().all(|&tick| low <= tick && tick <= high));
        }
    }

    #[test]
    fn bars_hold_every_score_once() {
        let counts = BTreeMap::from([(-130, 1), (-129, 2), (0, 7), (400, 3)]);
        let drawn = histogram("a<b", &counts, (-130, 400));
        assert!(drawn.contains("a&lt;b: highest bar 53.8 %"), "{drawn}");
        // -130 and -129 share a bar of nine points.
        assert_eq!(drawn.matches("<rect").count(), 3);
    }

    #[test]
    fn intervals_are_drawn_where_they_differ() {
        let row = |mean, low, high| Interval { name: "bot", mean, low, high };
        assert_eq!(intervals(&[], "gain"), "");
        assert_eq!(intervals(&[row(0.0, 0.0, 0.0)], "gain"), "");
        let drawn = intervals(&[row(5.0, 0.0, 10.0), row(-5.0, -10.0, 0.0)], "gain");
        assert_eq!(drawn.matches("<circle").count(), 2);
        assert!(drawn.contains("cx=\"320.0\"") && drawn.contains("cx=\"120.0\""), "{drawn}");
    }
}
