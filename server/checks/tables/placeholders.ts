import { countOf } from "../../wording/counts.ts";
import {
  found,
  isKind,
  isNumber,
  type PlacedCell,
  type Quantity,
  type TableRule,
  type TableView,
  valueOf,
} from "./table-rule.ts";

const isRate = (one: Quantity): boolean =>
  isKind(one, "rate") && !isKind(one, "difference") && !isKind(one, "target");

/** What an entry says of its measurement where it did not take place. */
const NOT_MEASURED =
  /^(failed|fail|error|crash(ed)?|not run|did not run|skipped|time(d )?out|timeout|aborted|killed|oom|unavailable)\b/i;
const MEASUREMENT = /\b(evaluation|eval|evaluated|measurement|job|execution|state|status|run state)\b/i;

/** Values of entries whose measurement failed, or was over nothing. */
function withoutMeasurement({ entries, quantities }: TableView) {
  const states = quantities.filter(({ name }) => MEASUREMENT.test(name));
  // Where the status is of an episode, failing is an outcome as any other.
  const count = quantities.find((one) => isKind(one, "count"));
  return entries.flatMap((name, i) => {
    const state = states.map(({ cells }) => cells[i]).find(({ cell }) => NOT_MEASURED.test(cell.text));
    const none = count && isNumber(count.cells[i]) && valueOf(count.cells[i]) === 0 ? count.cells[i] : null;
    const cause = state ?? none;
    const values = quantities
      .filter((one) => isRate(one) && !states.includes(one))
      .flatMap(({ cells }) => (isNumber(cells[i]) && valueOf(cells[i]) > 0 ? [cells[i]] : []));
    if (!cause || values.length === 0) return [];
    return [
      found(
        "table/placeholder",
        "warning",
        `${name}: ${state ? `the measurement is "${cause.cell.text}"` : "0 problems were measured"}, and ${values[0].cell.text} stands beside it: no measurement gave it.`,
        [cause, ...values],
      ),
    ];
  });
}

const ROUNDS = /\b(round|iteration|epoch|stage|generation|checkpoint|step)s?\b/i;
const LEAST_ENTRIES = 3;

/** Several rates that stay the same to the last digit from round to round: nobody measured them anew. */
function sameEveryRound({ entryHead, entries, quantities }: TableView) {
  const areRounds =
    ROUNDS.test(entryHead) || entries.filter((name) => ROUNDS.test(name)).length >= LEAST_ENTRIES;
  const still = quantities.filter((one) => {
    const values = one.cells.filter(isNumber).map(valueOf);
    return (
      isRate(one) &&
      values.length >= LEAST_ENTRIES &&
      values.length === entries.length &&
      new Set(values).size === 1 &&
      ![0, 1, 100].includes(values[0])
    );
  });
  const moves = quantities.filter((one) => isRate(one) && !still.includes(one) && one.cells.some(isNumber));
  const values = new Set(still.map(({ cells }) => valueOf(cells[0])));
  const isAll = moves.every(({ cells }) => new Set(cells.filter(isNumber).map(valueOf)).size === 1);
  if (!areRounds || values.size < 2 || !isAll) return [];
  return [
    found(
      "table/placeholder",
      "warning",
      `${still.map(({ name, cells }) => `${name} ${cells[0].cell.text}`).join(", ")}: the same in all ${countOf(entries.length, "round")}. Values that never move were not measured anew, or nothing was learnt.`,
      still.flatMap(({ cells }) => cells),
    ),
  ];
}

const MARKS = [-1, -99, -999, -9999, 999, 9999, 99_999];

/** A number that stands for none: −1 among shares, 999 far from all others. */
function numbersForNone({ entries, quantities }: TableView) {
  return quantities
    .filter(
      (one) => !["reward", "difference", "count", "counter"].some((kind) => isKind(one, kind as "reward")),
    )
    .flatMap((one) => {
      const numbers = one.cells.filter(isNumber);
      return one.cells.flatMap((cell: PlacedCell, i) => {
        const value = valueOf(cell);
        if (!isNumber(cell) || cell.cell.signed || cell.cell.decimals !== 0 || !MARKS.includes(value))
          return [];
        const others = numbers.filter((other) => other !== cell && valueOf(other) !== value).map(valueOf);
        const isFar =
          value < 0
            ? others.every((other) => other >= 0)
            : others.every((other) => Math.abs(other) * 10 < value);
        if (others.length < 2 || !isFar) return [];
        return [
          found(
            "table/placeholder",
            value < 0 && isRate(one) ? "warning" : "info",
            `${entries[i]}: ${one.name} ${cell.cell.text} looks like a number that stands for "not measured".`,
            [cell],
          ),
        ];
      });
    });
}

/** Values that nothing was measured for. */
export const placeholders: TableRule = {
  id: "table/placeholder",
  title: "Value without a measurement",
  check: (view) => [...withoutMeasurement(view), ...sameEveryRound(view), ...numbersForNone(view)],
};

const KEYS =
  /^(run|seed|config\w*|model|method|name|worker|rank|fold|phase|stage|split|id|experiment|problem)s?$/i;

/** A counter that starts again although nothing says that another run begins: lines of several runs in one table. */
export const counterResets: TableRule = {
  id: "table/counter-resets",
  title: "Counter that starts again",
  check({ entryHead, entries, quantities }) {
    if (!isKind({ name: entryHead }, "counter")) return [];
    const at = entries.map((text) =>
      text.trim() === "" ? Number.NaN : Number(text.replaceAll(/[ ,]/g, "")),
    );
    if (entries.length < LEAST_ENTRIES || at.some((value) => !Number.isFinite(value))) return [];
    if (
      quantities.some(({ name, cells }) => KEYS.test(name) || cells.every(({ cell }) => cell.kind === "text"))
    )
      return [];
    const starts = at.flatMap((value, i) => (i > 0 && value < at[i - 1] ? [i] : []));
    // Lines in the order of something else have a counter that goes back and repeats nothing.
    if (starts.length === 0 || new Set(at).size === at.length) return [];
    const parts = [0, ...starts].map((from, k) => [from, starts[k] ?? at.length] as const);
    const isKey = ({ cells }: Quantity) =>
      parts.every(([from, to]) => new Set(cells.slice(from, to).map(({ cell }) => cell.text)).size === 1) &&
      new Set(parts.map(([from]) => cells[from].cell.text)).size > 1 &&
      parts.some(([from, to]) => to - from > 1);
    if (quantities.some(isKey)) return [];
    return [
      found(
        "table/counter-resets",
        "warning",
        `${entryHead} goes back from ${entries[starts[0] - 1]} to ${entries[starts[0]]}: lines of ${countOf(parts.length, "run")} stand in one table.`,
        quantities[0] ? starts.map((i) => quantities[0].cells[i]) : [],
      ),
    ];
  },
};
