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
  if (target.kind === "number") return null;
  return {
    ">=": value >= target.value,
    ">": value > target.value,
    "<=": value <= target.value,
    "<": value < target.value,
  }[target.comparator ?? ">="];
};

interface Judged {
  i: number;
  target: PlacedCell;
  measured: PlacedCell;
  mark: PlacedCell | undefined;
  of: Quantity;
}

/** Targets with what was measured of the same: a target of a quantity, and the quantity itself. */
function judged({ quantities }: TableView): Judged[] {
  const targets = quantities.filter(
    (one) =>
      one.cells.some(({ cell }) => cell.kind === "target" || cell.kind === "range") &&
      (isKind(one, "target") || isKind(one, "range") || one.cells.some(({ cell }) => cell.kind === "target")),
  );
  return targets.flatMap((target) => {
    const values = quantities.filter(
      (one) =>
        one !== target && one.cells.some(isNumber) && !isKind(one, "difference") && !isKind(one, "count"),
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
      if ((cell.cell.kind !== "target" && cell.cell.kind !== "range") || !measured || !isNumber(measured))
        return [];
      const mark = quantities.map((one) => one.cells[i]).find((one) => one?.cell.mark);
      return [{ i, target: cell, measured, mark, of }];
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
      !mark && target.cell.kind === "target" && met(target, valueOf(measured)) === false
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

/** A target, or a value, above the most that can be reached. */
export const aboveCeiling: TableRule = {
  id: "table/above-ceiling",
  title: "Value above its own ceiling",
  check({ entries, quantities }) {
    const limits = quantities.filter((one) => isKind(one, "limit"));
    return limits.flatMap((limit) =>
      quantities
        .filter(
          (one) =>
            one !== limit &&
            !isKind(one, "limit") &&
            !isKind(one, "floor") &&
            !isKind(one, "count") &&
            !isKind(one, "deviation") &&
            subjectOf(one.name) ===
              subjectOf(limit.name)
                .replaceAll(/\b(possible|upper bound|limit|best)\b/g, "")
                .trim(),
        )
        .flatMap((one) =>
          one.cells.flatMap((cell, i) => {
            const most = limit.cells[i];
            if (
              !most ||
              !isNumber(most) ||
              cell.cell.value === null ||
              cell.cell.comparator === "<=" ||
              cell.cell.comparator === "<"
            )
              return [];
            const half = 0.5 * 10 ** -(most.cell.decimals ?? 0) + 0.5 * 10 ** -(cell.cell.decimals ?? 0);
            return cell.cell.value > valueOf(most) + half
              ? [
                  found(
                    "table/above-ceiling",
                    "warning",
                    `${entries[i]}: ${one.name} ${cell.cell.text} is above ${limit.name} ${most.cell.text}: it cannot be reached.`,
                    [cell, most],
                  ),
                ]
              : [];
          }),
        ),
    );
  },
};

/** A mean at the most that a formula can give, with hardly any spread: one answer is repeated. */
export const atCeiling: TableRule = {
  id: "table/at-ceiling",
  title: "Mean at the ceiling of its formula",
  check({ entries, quantities }) {
    const limits = quantities.filter((one) => isKind(one, "limit"));
    const spread = quantities.find((one) => isKind(one, "deviation") && !isKind(one, "variance"));
    return limits.flatMap((limit) =>
      quantities
        .filter(
          (one) =>
            one !== limit &&
            isKind(one, "reward") &&
            !isKind(one, "limit") &&
            !isKind(one, "deviation") &&
            !isKind(one, "difference") &&
            !isKind(one, "target"),
        )
        .flatMap((one) =>
          one.cells.flatMap((cell, i) => {
            const [most, sd] = [limit.cells[i], spread?.cells[i]];
            if (!most || !sd || !isNumber(most) || !isNumber(cell) || !isNumber(sd)) return [];
            const gap = valueOf(most) - valueOf(cell);
            return Math.abs(gap) <= 0.02 * Math.abs(valueOf(most)) &&
              valueOf(sd) < 0.1 * Math.abs(valueOf(most))
              ? [
                  found(
                    "table/at-ceiling",
                    "warning",
                    `${entries[i]}: ${one.name} ${cell.cell.text} is the most that its formula gives (${most.cell.text}), with a standard deviation of ${sd.cell.text}: nearly every answer gets the same reward.`,
                    [cell, most, sd],
                  ),
                ]
              : [];
          }),
        ),
    );
  },
};
