import type { Comparator } from "../../contracts/reported/table.ts";
import {
  found,
  isKind,
  isNumber,
  type PlacedCell,
  type Quantity,
  subjectOf,
  type TableRule,
  type TableView,
  valueOf,
} from "./table-rule.ts";

const met = ({ cell: target }: PlacedCell, value: number): boolean | null => {
  if (target.kind === "range")
    return value >= (target.low ?? -Infinity) && value <= (target.high ?? Infinity);
  if (target.value === null) return null;
  return {
    ">=": value >= target.value,
    ">": value > target.value,
    "<=": value <= target.value,
    "<": value < target.value,
  }[target.comparator ?? ">="];
};

const LOWER_IS_BETTER =
  /\b(loss|time|latency|duration|steps?|tokens?|memory|cost|errors?|failures?|perplexity|kl)\b/i;

/** Which way a target without a sign is met: what its names say; null where they say nothing. */
function signOf(...names: string[]): Comparator | null {
  const name = names.join(" ").replaceAll("_", " ");
  if (LOWER_IS_BETTER.test(name)) return "<=";
  return isKind({ name }, "rate") || isKind({ name }, "reward") ? ">=" : null;
}

interface Judged {
  i: number;
  target: PlacedCell;
  measured: PlacedCell;
  mark: PlacedCell | undefined;
  of: Quantity;
}

/** Targets with what was measured of the same: a target of a quantity, and the quantity itself. */
function judged({ entries, quantities }: TableView): Judged[] {
  const targets = quantities.filter(
    (one) =>
      isKind(one, "target") ||
      one.cells.some(({ cell }) => cell.kind === "target") ||
      (isKind(one, "range") && one.cells.some(({ cell }) => cell.kind === "range")),
  );
  return targets.flatMap((target) => {
    const values = quantities.filter(
      (one) =>
        one !== target &&
        one.cells.some(isNumber) &&
        !targets.includes(one) &&
        !isKind(one, "difference") &&
        !isKind(one, "count"),
    );
    const subject = subjectOf(target.name);
    const of =
      values.find((one) => subject !== "" && subjectOf(one.name) === subject) ??
      (values.length === 1 && subject === ""
        ? values[0]
        : values.find(
            (one) => subject === "" && /\b(result|actual|measured|achieved|value|got)\b/i.test(one.name),
          ));
    if (!of) return [];
    return target.cells.flatMap((cell, i): Judged[] => {
      const measured = of.cells[i];
      const sign =
        isNumber(cell) && isKind(target, "target") ? signOf(of.name, entries[i], target.name) : null;
      const isTold = cell.cell.kind === "target" || cell.cell.kind === "range" || sign !== null;
      if (!isTold || !measured || !isNumber(measured)) return [];
      const mark = quantities.map((one) => one.cells[i]).find((one) => one?.cell.mark);
      const told: PlacedCell = sign ? { ...cell, cell: { ...cell.cell, comparator: sign } } : cell;
      return [{ i, target: told, measured, mark, of }];
    });
  });
}

/** "✅" beside a value that misses its target. */
export const missedButMarkedMet: TableRule = {
  id: "table/missed-marked-met",
  title: "Target missed but marked as met",
  check(view) {
    return judged(view).flatMap(({ i, target, measured, mark }) => {
      const isMet = met(target, valueOf(measured));
      if (!mark || isMet === null || isMet === (mark.cell.mark === "met")) return [];
      return [
        found(
          "table/missed-marked-met",
          "warning",
          `${view.entries[i]}: ${measured.cell.text} ${isMet ? "meets" : "misses"} ${target.cell.text}, but is marked as ${mark.cell.mark === "met" ? "met" : "missed"}.`,
          [target, measured, mark],
        ),
      ];
    });
  },
};

/** A target that what was measured misses, without a word about it. */
export const missedTarget: TableRule = {
  id: "table/missed-target",
  title: "Target missed",
  check(view) {
    return judged(view).flatMap(({ i, target, measured, mark }) =>
      !mark && target.cell.kind !== "range" && met(target, valueOf(measured)) === false
        ? [
            found(
              "table/missed-target",
              "info",
              `${view.entries[i]}: ${measured.cell.text} misses its target ${target.cell.text}.`,
              [target, measured],
            ),
          ]
        : [],
    );
  },
};

/** Measured outside of the range that was expected, on the good side too: then it measures something else. */
export const outsideExpected: TableRule = {
  id: "table/outside-expected",
  title: "Value outside its own expected range",
  check(view) {
    return judged(view).flatMap(({ i, target, measured, mark, of }) =>
      target.cell.kind === "range" && met(target, valueOf(measured)) === false && !mark
        ? [
            found(
              "table/outside-expected",
              "warning",
              `${view.entries[i]}: ${of.name} ${measured.cell.text} lies outside the range ${target.cell.text} that was set for it.`,
              [target, measured],
            ),
          ]
        : [],
    );
  },
};
