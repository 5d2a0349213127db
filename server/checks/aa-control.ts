import { LARGEST_CONTROL_SHIFT, AA_CONTROL } from "../contracts/launch/matrix.ts";
import { seedDifferences, type SeedValue } from "../numbers/seeds.ts";
import { studentTQuantile } from "../stats/special/student-t-quantile.ts";
import type { AblationRow, TableColumn } from "../contracts/experiment.ts";
import { countOf, listAnd, plural } from "../wording/counts.ts";
import { writeSize } from "../wording/quantities.ts";
import { writeSeeds } from "../wording/seeds.ts";
import { writeTyped } from "../wording/typed.ts";

/** Below this many seeds in common nothing is said of what chance does. */
const FEWEST = 2;
const LEVEL = 0.975;

interface Changed {
  name: string;
  from: unknown;
  to: unknown;
}

/** The shift of a configuration that differs from the baseline in nothing else, or null where it is no twin of it. */
export function controlShift(changed: readonly Changed[]): number | null {
  const [one, ...others] = changed;
  if (!one || others.length > 0 || one.name !== AA_CONTROL.name || one.from !== 0) return null;
  return typeof one.to === "number" && one.to > 0 && one.to <= LARGEST_CONTROL_SHIFT ? one.to : null;
}

/** What chance alone does to a metric: by how far a twin lies from its baseline, seed by seed. */
export interface ControlScatter {
  /** Root of the mean squared difference. */
  perSeed: number;
  /** Farthest that chance takes the mean of so many seeds, at 95 %: t with n degrees of freedom, since the true mean is 0. */
  reach: number;
  seeds: number;
}

export function controlScatter(
  baseline: readonly SeedValue[],
  twin: readonly SeedValue[],
): ControlScatter | null {
  const differences = seedDifferences(twin, baseline).map(({ value }) => value);
  const seeds = differences.length;
  if (seeds < FEWEST) return null;
  const perSeed = Math.sqrt(differences.reduce((sum, d) => sum + d * d, 0) / seeds);
  return { perSeed, reach: (studentTQuantile(LEVEL, seeds) * perSeed) / Math.sqrt(seeds), seeds };
}

const rowsOf = (rows: readonly AblationRow[]) => {
  const baseline = rows.find((row) => row.baseline);
  const twin = rows.find((row) => !row.baseline && controlShift(row.changed) !== null);
  return baseline && twin ? { baseline, twin } : null;
};

function scatterIn(rows: readonly AblationRow[], metric: string): ControlScatter | null {
  const found = rowsOf(rows);
  return found && controlScatter(found.baseline.bySeed[metric] ?? [], found.twin.bySeed[metric] ?? []);
}

/**
 * What a table says under itself of its A/A control: "the A/A control, whose start moved by 1e-6, scatters by 27.0 pp seed by seed in
 * Solved (root mean square, 3 seeds)". Null without a twin of the baseline that has two seeds in common with it.
 */
export function controlText(
  { metric, title, unit }: TableColumn,
  rows: readonly AblationRow[],
): string | null {
  const scatter = scatterIn(rows, metric);
  const shift = controlShift(rowsOf(rows)?.twin.changed ?? []);
  if (scatter === null || shift === null) return null;
  return `the A/A control, whose start moved by ${writeTyped(shift)}, scatters by ${writeSize(scatter.perSeed, unit)} seed by seed in ${title} (root mean square, ${writeSeeds(scatter.seeds)})`;
}

/**
 * Where configurations differ from the baseline by no more than chance alone may take a mean of as many seeds: a sentence that
 * says so and of which. Null where each of them differs by more, and where there is none.
 */
export function asMuchAsControl({ metric, unit }: TableColumn, rows: readonly AblationRow[]): string | null {
  const scatter = scatterIn(rows, metric);
  if (scatter === null || scatter.perSeed === 0) return null;
  const others = rows.filter(
    (row) =>
      !row.baseline &&
      controlShift(row.changed) === null &&
      row.comparable[metric] &&
      row.difference[metric]?.value != null,
  );
  const within = others.filter((row) => Math.abs(row.difference[metric].value ?? 0) <= scatter.reach);
  if (within.length === 0) return null;
  const who =
    within.length === others.length && within.length > 1
      ? `none of ${countOf(others.length, "configuration")} differs by more`
      : `${listAnd(within.map(({ config }) => config))} ${plural(within.length, "differs", "differ")} by no more`;
  return `The A/A control scatters as much: chance alone takes a mean of ${writeSeeds(scatter.seeds)} up to ${writeSize(scatter.reach, unit)} away (95 %), and ${who}.`;
}
