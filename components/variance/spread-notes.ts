import { axisLabel } from "#components/panels/axis.ts";
import { placeNotes, seedNotes } from "#components/panels/band-notes.ts";
import type { oneAxis } from "#components/panels/one-axis.ts";
import { SEEDS_NOTE } from "#components/panels/seeds-words.ts";
import type { SeedBand } from "#server/contracts/series.ts";
import type { AxisName } from "#server/contracts/x-axes.ts";
import { plural } from "#server/wording/counts.ts";
import { beginSentence } from "#server/wording/typography.ts";

/** Of one configuration: the mean spread over groups, drawn first, and quantiles of it. */
export type SpreadLine = Pick<
  SeedBand,
  "axis" | "n" | "mean" | "low" | "elsewhere" | "restarted" | "unplaced" | "aligned" | "coarsened"
> & { label: string };

/** What line, fill and quantiles are, n and the axis of what is drawn, and which line has another one. */
export function spreadNotes(
  { axis, on, off }: ReturnType<typeof oneAxis<SpreadLine>>,
  asked: AxisName,
  seeds: number,
): string[] {
  if (on.length === 0) return [];
  const mean = on.find(({ label }) => label === "mean");
  const drawn = on.flatMap(({ label }) => (label === "mean" ? [] : [label])).toSorted();
  const apart = off.map(({ label }) => label);
  return [
    // The title says which the only seed is.
    ...(seeds === 1 || !mean ? [] : [SEEDS_NOTE]),
    ...(drawn.length > 0 ? [quantileWords(drawn, seeds === 1 || !mean)] : []),
    ...(seeds === 1 ? [] : seedNotes([mean ?? on[0]], mean !== undefined)),
    ...placeNotes(onePerRun(on), asked),
    ...(apart.length > 0 ? [`${apart.join(", ")}: no ${axisLabel(axis)}, not drawn`] : []),
  ];
}

function quantileWords(labels: string[], isFirst: boolean): string {
  const line = plural(labels.length, "line");
  return `${isFirst ? beginSentence(line) : line} ${labels.join(", ")} over groups`;
}

/** The same runs send every line: what is told of runs is told of the line that most of them are missing from. */
function onePerRun(lines: readonly SpreadLine[]): SpreadLine[] {
  const most = (count: (line: SpreadLine) => number) => Math.max(...lines.map(count));
  const runs = { elsewhere: most((line) => line.elsewhere), restarted: most((line) => line.restarted) };
  return lines.map((line, i) => ({ ...line, ...(i === 0 ? runs : { elsewhere: 0, restarted: 0 }) }));
}
