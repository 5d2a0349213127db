import type { AblationRow, TableColumn } from "../../contracts/experiment.ts";
import { countOf, listAnd, plural, writeCount } from "../../wording/counts.ts";
import { writeDifference, writeSize } from "../../wording/quantities.ts";
import { tooFewSeeds, writeSeeds } from "../../wording/seeds.ts";

const FEWEST_SEEDS = 3;

/** Why no configuration has an interval of its difference. Forbidden rows, and rows without a value, decide nothing. */
function whyUntested({ metric }: TableColumn, baseline: AblationRow, others: AblationRow[]): string {
  const comparable = others.filter((r) => r.comparable[metric]);
  if (comparable.length === 0) return `nothing may be ranked: ${rulesAgainst(others, metric).join(", ")}`;
  const seeds = baseline.metrics[metric].n;
  if (seeds === 0) return `${baseline.config} has no value to compare with`;
  const valued = comparable.filter((r) => r.metrics[metric].n > 0);
  if (valued.length === 0) return `no configuration has a value to compare with ${baseline.config}`;
  const enough = valued.find((r) => Math.min(seeds, r.metrics[metric].n) >= FEWEST_SEEDS);
  if (enough) return `the values leave nothing to test (${enough.difference[metric].method})`;
  const most = Math.max(...valued.map((r) => Math.min(seeds, r.metrics[metric].n)));
  return `no interval yet, ${tooFewSeeds(most)}`;
}

/** Ids of the rules that the rows' differences name. */
function rulesAgainst(rows: AblationRow[], metric: string): string[] {
  const named = rows.flatMap((r) => r.difference[metric].method.replace(/^not ranked: /, "").split(", "));
  return [...new Set(named)].toSorted();
}

/** What one column of the table lets a reader say, and what it does not, in one or two sentences. */
export function verdictOf(column: TableColumn, rows: AblationRow[]): string {
  const others = rows.filter((r) => !r.baseline);
  const baseline = rows.find((r) => r.baseline);
  if (!baseline || others.length === 0) return `${column.title}: there is nothing to compare with.`;
  const tested = others.filter(
    (r) => r.difference[column.metric]?.low !== null && r.difference[column.metric]?.low !== undefined,
  );
  const clear = tested.filter((r) => {
    const { low, high } = r.difference[column.metric];
    return low !== null && high !== null && (low > 0 || high < 0);
  });
  const notRanked = others.filter((r) => !r.comparable[column.metric]).map((r) => r.config);
  const caution = column.caution === null ? "" : ` ${column.caution}`;
  const all = notRanked.length === others.length;
  const tail = (notRanked.length > 0 && !all ? ` Not ranked: ${listAnd(notRanked)}.` : "") + caution;
  if (tested.length === 0) return `${column.title}: ${whyUntested(column, baseline, others)}.${tail}`;
  const rest = tested.length - clear.length;
  if (clear.length === 0) {
    const smallest =
      column.detectable === null
        ? ""
        : `; this design could show ${writeSize(column.detectable, column.unit)}`;
    const who =
      tested.length > 1 ? `${writeCount(tested.length)} configurations are` : `${tested[0].config} is`;
    return `${column.title}: ${who} not separable from ${baseline.config} with ${writeSeeds(baseline.n)}${smallest}.${tail}`;
  }
  const found = clear.map(
    (r) => `${r.config} (${writeDifference({ ...r.difference[column.metric], unit: column.unit })})`,
  );
  const remainder = rest > 0 ? ` ${countOf(rest, "other is", "others are")} not separable.` : "";
  return `${column.title}: ${listAnd(found)} ${plural(clear.length, "differs", "differ")} from ${baseline.config}.${remainder}${tail}`;
}
