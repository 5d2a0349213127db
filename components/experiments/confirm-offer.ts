import type { AblationTable } from "#server/contracts/experiment.ts";
import type { OwnMatrix } from "#server/contracts/launch/joining.ts";
import { saysDifference } from "#server/wording/verdicts/significant.ts";
import { writeCount } from "#server/wording/counts.ts";
import { parseSeeds } from "#server/contracts/launch/seeds.ts";

/** What confirms the claims of a table by one press: new seeds, which are tested alone at the full level. */
export interface ConfirmOffer {
  words: string;
  tip: string;
  presets: string[];
  seeds: string;
}

/**
 * New seeds of the baseline and of every configuration that is claimed to differ and that no new seeds have been held against yet; all
 * configurations where the matrix does not name these. Null where nothing is claimed, or nobody has seen values that seeds are added to.
 */
export function confirmOffer(
  { rows }: Pick<AblationTable, "rows">,
  metric: string,
  { matrix, offers }: Pick<OwnMatrix, "matrix" | "offers">,
): ConfirmOffer | null {
  const more = offers.find(({ lacking, cost }) => !lacking && cost !== null);
  const claimed = rows.filter((row) => {
    const of = row.difference[metric];
    return !row.baseline && of && saysDifference(of.verdict) && !of.confirmation;
  });
  if (!more || claimed.length === 0) return null;
  const names = [...rows.filter(({ baseline }) => baseline), ...claimed].map(({ config }) => config);
  const isNamed = matrix.factors.length === 0 && names.every((name) => matrix.presets.includes(name));
  const n = parseSeeds(more.seeds)?.length ?? 0;
  return {
    words: `Confirm on ${writeCount(n)} new seeds`,
    tip: `The new seeds alone are tested at 95 %; all seeds together are ${more.cost}.`,
    presets: isNamed ? matrix.presets.filter((preset) => names.includes(preset)) : matrix.presets,
    seeds: more.seeds,
  };
}
