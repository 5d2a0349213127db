import { countOf, writeCount, listFirst, plural, writeN, writeOf, writePart } from "../../wording/counts.ts";
import { writeDifference } from "../../wording/quantities.ts";
import { MEAN_WITH_INTERVAL } from "../../wording/seeds.ts";
import { beginSentence } from "../../wording/typography.ts";

/** Of how many seeds the own difference settles a sign. */
export interface PairsVerdict {
  ranked: number;
  higher: number;
  lower: number;
}

/** The verdict of a configuration in a cell: "higher 3/3", "higher 1/3, lower 1/3", "none of 3". */
export function verdictCell({ ranked, higher, lower }: PairsVerdict, notRanked: string): string {
  if (ranked === 0) return notRanked;
  const parts = [
    ...(higher > 0 ? [`higher ${writePart(higher, ranked)}`] : []),
    ...(lower > 0 ? [`lower ${writePart(lower, ranked)}`] : []),
  ];
  return parts.length > 0 ? parts.join(", ") : `none of ${writeCount(ranked)}`;
}

const inSeeds = (n: number, of: number): string =>
  n < of ? `in ${writeOf(n, of, "seed")}` : plural(of, "in the only seed", "in every seed");

function verdictPhrase({ ranked, higher, lower }: PairsVerdict, notRanked: string): string {
  if (ranked === 0) return notRanked;
  const parts = [
    ...(higher > 0 ? [`higher ${inSeeds(higher, ranked)}`] : []),
    ...(lower > 0 ? [`lower ${inSeeds(lower, ranked)}`] : []),
  ];
  return parts.length > 0 ? parts.join(" and ") : "not significant in any seed";
}

/** So many configurations of one verdict are called by their names. */
const NAMED = 6;

interface PairsResult extends PairsVerdict {
  config: string;
  /** Mean over seeds, in the unit of the metric; null where none may be given. */
  difference: number | null;
}

/**
 * The result in one sentence: "After RL, what is solved is higher in every seed of grpo (+28.2 pp); lower in every seed of grpo-prm
 * (−18.4 pp)." Configurations of one verdict stand together, in the order they are given.
 */
export function pairsSentence(
  title: string,
  unit: string,
  results: readonly PairsResult[],
  notRanked: string,
): string {
  const groups = [...Map.groupBy(results, (one) => verdictPhrase(one, notRanked))];
  const said = groups.map(([phrase, of]) => {
    const names = of.map(({ config, difference }) =>
      difference === null ? config : `${config} (${writeDifference({ value: difference, unit })})`,
    );
    return `${phrase} of ${listFirst(names, NAMED)}`;
  });
  return `After training, ${title} is ${said.join("; ")}.`;
}

/** What stands over the table: which two policies it sets side by side, and what its columns are. */
export const pairsCaption = (problems: number | null): string[] => [
  "Before: the evaluation at the first train step; after: the final one, never the best.",
  `${beginSentence(MEAN_WITH_INTERVAL)}${problems === null ? "" : `; ${writeN(problems)} problems each`}.`,
  "Verdict: seeds whose own difference, paired by problem, has an interval without zero.",
];

/** What the intervals are, for who asks. */
export const PAIRS_HOW =
  "The interval of a difference is over the differences of its seeds, without correction for the other rows, on problems that both policies have a value for. That of one seed is paired by problem, of one policy each, and says nothing of other seeds.";

/** Trained runs that have no two evaluations to set side by side. */
export const withoutPair = (config: string, n: number): string =>
  `${config}: ${countOf(n, "seed")} ${plural(n, "has", "have")} no evaluation before training that was made as the final one, and ${plural(n, "is", "are")} not in the table.`;
