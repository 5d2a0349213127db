import type { ColumnUse } from "../../../contracts/imports/column-uses.ts";
import type { ColumnMapping, MappedColumn, MappedTable } from "../../../contracts/imports/mapping.ts";
import { ImportError, type SentFile } from "../sent-file.ts";
import { numberIn } from "./cell-values.ts";
import type { RawTable } from "./read-rows.ts";
import type { ColumnCount, Scanned } from "./scan-columns.ts";

const NAMES: Record<"step" | "run" | "seed" | "time", RegExp> = {
  step: /^(train[/_.])?(_|global[_ ]?|train(ing)?[_ ]?)?(steps?|iter(ation)?|update|epoch)$/i,
  run: /^(run([_ .]?(id|name))?|experiment|trial|config(uration)?|model|name)$/i,
  seed: /(^|[._/ ])seed$/i,
  time: /^(_|wall[_ ]?)?(time(stamp)?|date(time)?|created_at)$/i,
};

/** Names of quantities that lie between 0 and 1, or 0 and 100. */
const SHARE =
  /(acc(uracy)?|rate|success|solved|pass(@\d+)?|share|recall|precision|f1|rr(@\d+|_at_\d+)?|fraction)([._/ -]|$)/i;
const PERCENT = /\s*[([]\s*(%|percent|pct)\s*[)\]]\s*$|[_ .-](percent(age)?|pct)$|%$/i;

type Kind = "number" | "text" | "time" | "empty" | "mixed";

/** Applies a mapping to the columns of a file, and guesses what it does not say. */
export function mapColumns(
  file: SentFile,
  { delimiter, names }: Pick<RawTable, "delimiter" | "names">,
  { rows, counts, decimal: found }: Scanned,
  told: ColumnMapping | null,
): MappedTable {
  if (rows === 0) throw new ImportError(`${file.name} holds no rows. Nothing was imported.`);
  const decimal = told?.decimal ?? (delimiter === null ? "." : found);
  const mark = decimal ?? ".";
  const kinds = counts.map((count) => kindOf(count, mark));
  const skipped = new Set(told?.skip);
  const taken = new Map<number, ColumnUse>();
  for (const use of ["step", "run", "seed", "time"] as const) {
    const name = told?.[use];
    if (name === null) continue;
    const i =
      name === undefined
        ? names.findIndex(
            (one, j) =>
              NAMES[use].test(one) &&
              !taken.has(j) &&
              !skipped.has(one) &&
              fits(use, kinds[j], counts[j].first),
          )
        : names.indexOf(name);
    if (i < 0 && name !== undefined)
      throw new ImportError(
        `${file.name} has no column "${name}" for the ${use}; it has ${names.join(", ").slice(0, 300)}. Nothing was imported.`,
      );
    if (i >= 0) taken.set(i, use);
  }
  const columns = names.map((name, i): MappedColumn => {
    const use = skipped.has(name) ? "skipped" : (taken.get(i) ?? USE_OF[kinds[i]]);
    const scale = use === "value" ? scaleOf(name, counts[i], mark, told) : "plain";
    return { name, use, examples: counts[i].examples, scale };
  });
  const questions = [
    ...(decimal === null
      ? ["Commas in its numbers may separate decimals or thousands: say which the decimal mark is."]
      : []),
    ...columns
      .filter(({ scale }) => scale === "unknown")
      .map(
        ({ name }) => `${name} goes beyond 1 and may be percentages or not: say whether it is a percentage.`,
      ),
  ];
  return { file: file.name, delimiter, decimal: mark, rows, columns, questions };
}

const USE_OF: Record<Kind, ColumnUse> = {
  number: "value",
  mixed: "value",
  text: "text",
  time: "text",
  empty: "empty",
};

/** Seconds at which the year 2000 began: less is how long something took, and no moment. */
const EARLIEST = Date.UTC(2000) / 1000;

function fits(use: "step" | "run" | "seed" | "time", kind: Kind, first: unknown): boolean {
  if (use === "run") return kind === "text";
  if (use !== "time") return kind === "number";
  return kind === "time" || (kind === "number" && (numberIn(first, ".") ?? 0) >= EARLIEST);
}

/** What a column holds. One that holds mostly numbers is one of numbers: what else stands in it is a mistake. */
function kindOf({ held, numbers, moments }: ColumnCount, mark: "." | ","): Kind {
  if (held === 0) return "empty";
  if (numbers[mark] === held) return "number";
  if (moments === held) return "time";
  return numbers[mark] > held / 2 ? "mixed" : "text";
}

function scaleOf(
  name: string,
  count: ColumnCount,
  mark: "." | ",",
  told: ColumnMapping | null,
): MappedColumn["scale"] {
  if (told?.percent.includes(name)) return "percent";
  if (told?.plain.includes(name)) return "plain";
  if (PERCENT.test(name) || count.hasPercentSign) return "percent";
  if (!SHARE.test(name) || /learning|^lr$|reward|sample|frame/i.test(name)) return "plain";
  return count.most[mark] > 1 && count.most[mark] <= 100 ? "unknown" : "plain";
}

/** The name of a share without the mark that it was printed as a percentage. */
export const withoutPercent = (name: string): string => name.replace(PERCENT, "").trim() || name;
