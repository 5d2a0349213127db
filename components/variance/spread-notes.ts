import type { SeedBand } from "#server/contracts/charts/bands.ts";
import type { ShownBands } from "#server/contracts/charts/shown-bands.ts";
import { bandNotes, bandWords, offAxisNote } from "#server/wording/charts/bands.ts";
import { plural } from "#server/wording/counts.ts";

const SPREAD = "group/std";

/**
 * What stands under the spread of one configuration, whose lines are the mean over groups, labelled "mean", and quantiles: what
 * line, fill and quantiles are, what is said of its seeds, and which line has another axis: parts of one sentence. None where
 * nothing is drawn.
 */
export function spreadCaption(shown: ShownBands, seeds: number): string[] {
  const { drawn, on, off, axis } = shown;
  if (drawn.length === 0) return [];
  const mean = drawn.find(({ label }) => label === "mean");
  const quantiles = drawn.flatMap(({ label }) => (label === "mean" ? [] : [label])).toSorted();
  const one = asOneLine(mean ?? drawn[0], on);
  const apart = offAxisNote(
    off.map(({ label }) => label),
    "line",
    axis,
  );
  return [
    // The title says which the only seed is.
    ...(seeds === 1 || !mean ? [] : [bandWords("mean-ci")]),
    ...(quantiles.length > 0
      ? [`${plural(quantiles.length, "line")} ${quantiles.join(", ")} over groups`]
      : []),
    ...bandNotes(
      { ...shown, on: [one], drawn: [one], off: [], silent: [] },
      { metric: SPREAD, mode: mean ? "mean-ci" : "mean-range", isOneRun: seeds === 1 },
    ),
    ...(apart === null ? [] : [apart]),
  ];
}

/** The same runs send every line: what is told of runs is told of the line that most of them are missing from. */
function asOneLine(main: SeedBand, lines: readonly SeedBand[]): SeedBand {
  const most = (count: (line: SeedBand) => number) => Math.max(...lines.map(count));
  const total = (count: (line: SeedBand) => number) => lines.reduce((sum, line) => sum + count(line), 0);
  return {
    ...main,
    elsewhere: most((line) => line.elsewhere),
    restarted: most((line) => line.restarted),
    unplaced: total((line) => line.unplaced),
    hidden: total((line) => line.hidden),
    aligned: lines.every(({ aligned }) => aligned === "exact") ? "exact" : "binned",
    coarsened: lines.some(({ coarsened }) => coarsened),
  };
}
