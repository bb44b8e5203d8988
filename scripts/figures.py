"""How the figures of the scripts look, and how they become the same bytes in every run."""

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams |= {
    "svg.hashsalt": "gongzhu",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.alpha": 0.3,
    "legend.frameon": False,
}

import matplotlib.pyplot as plt


def panels(count, columns=3):
    """A figure with so many panels in rows, and the panels."""
    columns = min(count, columns)
    rows = -(-count // columns)
    figure, axes = plt.subplots(rows, columns, figsize=(3.2 * columns, 2.4 * rows), layout="constrained", squeeze=False)
    for axis in axes.flat[count:]:
        axis.remove()
    return figure, list(axes.flat[:count])


def save(figure, path):
    """Writes a figure without the date and the version of Matplotlib, so that the bytes tell of the data alone."""
    figure.savefig(path, metadata={"Date": None, "Creator": None})
    plt.close(figure)
