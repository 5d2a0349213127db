import type { ImportanceGroup, SweepImportance } from "../contracts/charts/run-values.ts";
import { countOf, listAnd, plural, writeOf } from "./counts.ts";
import { quantityText } from "./quantities.ts";
import { writeSeedCount } from "./seeds.ts";

const WHY = {
  few: "Fewer than 8 runs: one of them would decide every share",
  equal: "All runs have the same outcome, so nothing decides it",
  unvaried: "No parameter varies among these runs",
};
/** From here on a correlation of settings leaves nothing to tell two parameters apart by. */
const SAME = 0.999;
const NAMED = 4;

/** How many runs the shares are of, and which are not among them. */
export function importanceOf({ total, finished, valued, unranked }: SweepImportance): string {
  const left = [
    finished < total ? `${countOf(total - finished, "run")} not finished` : null,
    valued < finished ? `${countOf(finished - valued, "run")} without a value` : null,
    unranked > 0 ? `${countOf(unranked, "run")} of which it is not on record how they were measured` : null,
  ].filter((one) => one !== null);
  const used = writeOf(valued - unranked, total, "run");
  return left.length === 0 ? `${used}.` : `${used}; left out: ${left.join(", ")}.`;
}

/** "24 runs, 8 configurations, 3 seeds", the n of every share. */
export function groupWords({ runs, configurations, seeds, withoutSeed }: ImportanceGroup): string {
  const found = `${countOf(runs, "run")}, ${countOf(configurations, "configuration")}`;
  if (seeds === 0 && withoutSeed > 0) return `${found}, no seed on record`;
  return `${found}, ${writeSeedCount({ said: seeds, unsaid: withoutSeed })}`;
}

/** Levels of a parameter, as its share counts them. */
export const levelWords = ({ levels, inQuarters }: { levels: number; inQuarters: boolean }): string =>
  inQuarters ? `in ${countOf(levels, "group")} of its values` : countOf(levels, "setting");

/** What these runs cannot tell, a sentence each; none where the matrix tells everything apart. */
export function importanceWarnings({ together, scattered, why }: ImportanceGroup): string[] {
  const same = together.filter(({ v }) => v >= SAME);
  const near = together.filter(({ v }) => v < SAME);
  const pairs = (found: typeof together) =>
    found
      .slice(0, NAMED)
      .map(({ a, b }) => `${a} and ${b}`)
      .concat(found.length > NAMED ? [countOf(found.length - NAMED, "more pair")] : [])
      .join("; ");
  return [
    ...(why === null ? [] : [`${WHY[why]}.`]),
    ...(same.length > 0 ? [`Confounded in these runs: ${pairs(same)}.`] : []),
    ...(near.length > 0
      ? [`Often change together, so each has part of the other's share: ${pairs(near)}.`]
      : []),
    ...(scattered.length > 0
      ? [
          `${listAnd(scattered)} ${plural(scattered.length, "differs", "differ")} from run to run and ${plural(scattered.length, "has", "have")} no share.`,
        ]
      : []),
  ];
}

/** What the shares are, what chance reaches and what did not vary, under the bars and on the command line; null without any. */
export function importanceMethod({ chance, unvaried }: ImportanceGroup): string | null {
  if (chance === null) return null;
  const still =
    unvaried > 0
      ? ` ${countOf(unvaried, "parameter has", "parameters have")} one setting only: nothing is known of ${plural(unvaried, "it", "them")}.`
      : "";
  return `Share of the variance between the settings of one parameter (epsilon squared, main effects only). Where no parameter does anything the largest share stays below ${quantityText({ value: chance, unit: "share" })} in 95 % of 999 draws; p counts all parameters.${still}`;
}
