import type { MissingValueReason } from "../../contracts/claim-verdict.ts";
import type { AblationRow } from "../../contracts/experiment.ts";
import { listAnd, writeCount, writeOf, writePart } from "../counts.ts";

const REASON: Record<MissingValueReason, string> = {
  diverged: "diverged",
  copy: "copy of another seed",
  no_value: "without this metric",
  failed: "failed",
  killed: "killed",
  crashed: "crashed",
  unfinished: "not finished",
};

/** Why seeds have no value, each reason with its number: "1 diverged, 2 without this metric". Empty where none is missing. */
export function missingReasonsText(missing: readonly { why: MissingValueReason }[]): string {
  return [...Map.groupBy(missing, ({ why }) => why)]
    .map(([why, same]) => `${writeCount(same.length)} ${REASON[why]}`)
    .join(", ");
}

/** "no_kl 4 of 6 (1 diverged, 1 without this metric)"; empty where every side has all of its seeds. */
export function missingSeedsText(
  sides: readonly { config: string; n: number; missing: readonly { why: MissingValueReason }[] }[],
): string {
  return listAnd(
    sides.flatMap(({ config, n, missing }) =>
      missing.length === 0
        ? []
        : [`${config} ${writeOf(n, n + missing.length)} (${missingReasonsText(missing)})`],
    ),
  );
}

type Counted = Pick<AblationRow, "n" | "planned" | "metrics" | "missing">;

/** How many seeds of a row have a value of a metric, of all: "4/6". A table published before rows said which are missing counts runs. */
export function seedPart({ n, planned, metrics, missing }: Counted, metric: string): string {
  const known = metrics[metric]?.n ?? n;
  const without = missing?.[metric];
  return without ? writePart(known, known + without.length) : writePart(n, planned);
}

/** The same over several metrics: "4/6", or "3/6 to 5/6" where they have different numbers. */
export function seedPartOver(row: Counted, metrics: readonly string[]): string {
  const least = (a: string, b: string) => row.metrics[a].n - row.metrics[b].n;
  const sorted = metrics.toSorted(least);
  const parts = new Set([sorted.at(0), sorted.at(-1)].flatMap((one) => (one ? [seedPart(row, one)] : [])));
  return parts.size === 0 ? writePart(row.n, row.planned) : [...parts].join(" to ");
}
