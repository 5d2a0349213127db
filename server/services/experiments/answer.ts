import type { AblationRow, TableColumn } from "../../contracts/experiment.ts";
import { countOf, listAnd, plural } from "../../wording/counts.ts";
import { writeDifference, writeInterval, writeSize } from "../../wording/quantities.ts";
import { SEEDS_FOR_INTERVAL, writeSeeds } from "../../wording/seeds.ts";
import {
  byClaim,
  despiteText,
  having,
  looksText,
  missingOf,
  openText,
  seedCountText,
  weakerText,
} from "./by-claim.ts";
import { notKnown, whyUntested } from "./verdict.ts";

/** More than this many configurations are counted, not named: the table below names them. */
const NAMED = 3;

/** Configurations with their differences and intervals, or where they are many only how many. */
function called(rows: readonly AblationRow[], { metric, unit }: TableColumn): string {
  if (rows.length > NAMED) return countOf(rows.length, "configuration");
  return listAnd(
    rows.map(({ config, difference: { [metric]: d } }) => {
      const interval =
        d.low === null || d.high === null
          ? ""
          : ` ${writeInterval(d.low, d.high, { unit, difference: true })}`;
      return `${config} (${writeDifference({ ...d, unit })}${interval})`;
    }),
  );
}

/** Beside the primary metric, further ones in which something separates: "On RR and Clean (exploratory), no_kl differs." */
function further(column: TableColumn, columns: readonly TableColumn[], rows: readonly AblationRow[]): string {
  const found = columns.filter(
    (other) => other !== column && other.primary === false && byClaim(rows, other.metric).clear.length > 0,
  );
  if (column.primary === false || found.length === 0) return "";
  const who = ({ metric }: TableColumn) => {
    const { clear: differing } = byClaim(rows, metric);
    const names =
      differing.length > NAMED
        ? countOf(differing.length, "configuration")
        : listAnd(differing.map(({ config }) => config));
    return `${names} ${plural(differing.length, "differs", "differ")}`;
  };
  return [...Map.groupBy(found, who)]
    .map(([words, same]) => ` On ${listAnd(same.map(({ title }) => title))} (exploratory), ${words}.`)
    .join("");
}

/** Whether enough seeds for an interval have one and the same value. */
function isConstant({ bySeed }: AblationRow, metric: string): boolean {
  const values = (bySeed?.[metric] ?? []).flatMap(({ value }) => value ?? []);
  return values.length >= SEEDS_FOR_INTERVAL && new Set(values).size === 1;
}

/** What stands where every seed has the same value, so that there is nothing to test; null where something spreads. */
function withoutSpread(column: TableColumn, baseline: AblationRow, others: AblationRow[]): string | null {
  const { metric, title } = column;
  const seeds = baseline.metrics[metric].n;
  const valued = others.filter(
    (row) =>
      row.comparable[metric] &&
      row.difference[metric].value !== null &&
      [row, baseline].every((one) => isConstant(one, metric)),
  );
  if (valued.length === 0) return null;
  const differing = valued.filter(({ difference: { [metric]: d } }) => d.value !== 0);
  if (differing.length === 0)
    return `On ${title}, no configuration differs from ${baseline.config}: every seed has the same value.`;
  return `On ${title}, ${called(differing, column)} ${plural(differing.length, "differs", "differ")} from ${baseline.config} by the same in each of ${writeSeeds(seeds)}: nothing spreads, so there is no interval.`;
}

/**
 * What one metric of a table answers, in a sentence or two for the head of a page: "Nothing separates from baseline on RR@5;
 * 3 seeds could show 28.9 pp. On Clean (exploratory), dynamic differs." Method and everything else that holds: `verdictOf`.
 */
export function answerOf(column: TableColumn, columns: readonly TableColumn[], rows: AblationRow[]): string {
  const { metric, title, unit } = column;
  const others = rows.filter((row) => !row.baseline);
  const baseline = rows.find((row) => row.baseline);
  if (!baseline && others.length > 0)
    return `No run of the baseline is left, so nothing is compared on ${title}.`;
  if (!baseline || others.length === 0) return `There is nothing to compare with on ${title} yet.`;
  const { clear, alike, open, rest, tested } = byClaim(others, metric);
  const more = further(column, columns, others);
  const constant = tested.length === 0 ? withoutSpread(column, baseline, others) : null;
  if (constant !== null) return `${constant}${more}`;
  if (tested.length === 0) return `No answer on ${title}: ${whyUntested(column, baseline, others)}.${more}`;
  // What stands beside by intent is no gap of the answer.
  const unranked = having(others, metric, "not_ranked").filter(({ beside }) => !beside).length;
  const aside = unranked > 0 ? `; ${countOf(unranked, "other is", "others are")} not ranked` : "";
  const perhaps = alike.length > 0 ? `; ${weakerText(alike, metric, (some) => called(some, column))}` : "";
  const waiting = open.length > 0 ? `; ${openText(open, metric)}` : "";
  const unknown = `${looksText(tested, clear, column)}${missingOf(tested, baseline, metric)}${notKnown([...clear, ...alike], metric)}`;
  if (clear.length > 0) {
    const remainder = rest.length > 0 ? `; ${countOf(rest.length, "other does", "others do")} not` : "";
    return `On ${title}, ${called(clear, column)} ${plural(clear.length, "differs", "differ")} from ${baseline.config}${despiteText(clear, metric)}${perhaps}${remainder}${waiting}${aside}.${unknown}${more}`;
  }
  if (alike.length + rest.length === 0)
    return `Nothing is claimed on ${title} yet${waiting}${aside}.${unknown}${more}`;
  const isAlone = tested.length === 1 && rest.length === 1;
  const who = isAlone ? `${rest[0].config} does not differ significantly` : "Nothing differs significantly";
  const power =
    column.detectable === null
      ? ""
      : `; ${seedCountText([baseline, ...rest], metric)} could show ${writeSize(column.detectable, unit)}`;
  return `${who} from ${baseline.config} on ${title}${perhaps}${power}${waiting}${aside}.${unknown}${more}`;
}
