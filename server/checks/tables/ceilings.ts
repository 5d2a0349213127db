import { writeNumber } from "../../wording/numbers.ts";
import {
  boundsOf,
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

const isBorder = (one: Quantity): boolean => isKind(one, "limit") || isKind(one, "floor");
const isSpread = (one: Quantity): boolean => isKind(one, "deviation") && !isKind(one, "variance");

/** The most that a weighted sum of declared components gives, by the entries that declare one; null where none do. */
function sumOfComponents({
  entryHead,
  entries,
  quantities,
}: TableView): { most: number; of: number; weight: Quantity } | null {
  const named = (pattern: RegExp) => quantities.find(({ name }) => pattern.test(name.replaceAll("_", " ")));
  const [weight, most] = [
    named(/\b(weight|coefficient|factor)\b/i),
    named(/\b(max(imum)?|best|most|ceiling|upper bound)\b/i),
  ];
  if (!weight || !most || !/\b(component|part|term)s?\b/i.test(entryHead)) return null;
  const parts = entries.flatMap((_, i) =>
    isNumber(weight.cells[i]) && isNumber(most.cells[i])
      ? [valueOf(weight.cells[i]) * valueOf(most.cells[i])]
      : [],
  );
  return parts.length < 2 ? null : { most: parts.reduce((a, b) => a + b, 0), of: parts.length, weight };
}

/** What stands below the components of a sum, has no weight, and is more than the sum can be. */
function aboveSum(view: TableView) {
  const sum = sumOfComponents(view);
  if (!sum) return [];
  return view.entries.flatMap((name, i) => {
    if (
      sum.weight.cells[i].cell.kind !== "empty" ||
      !/\b(total|sum|target|goal|composite|reward|reached)\b/i.test(name)
    )
      return [];
    return view.quantities
      .map(({ cells }) => cells[i])
      .filter(
        ({ cell }) => cell.value !== null && (boundsOf(cell)[0] ?? 0) > sum.most && cell.comparator !== "<=",
      )
      .map((cell) =>
        found(
          "table/above-ceiling",
          "warning",
          `${name}: ${cell.cell.text} is above ${writeNumber(sum.most)}, the most that its ${sum.of} components give together: it cannot be reached.`,
          [cell],
        ),
      );
  });
}

/** A target, or a value, above the most that can be reached. */
export const aboveCeiling: TableRule = {
  id: "table/above-ceiling",
  title: "Value above its own ceiling",
  check(view) {
    const { entries, quantities } = view;
    const limits = quantities.filter((one) => isKind(one, "limit"));
    const declared = limits.flatMap((limit) =>
      quantities
        .filter(
          (one) =>
            one !== limit &&
            !isBorder(one) &&
            !["count", "deviation", "variance", "difference", "noise"].some((kind) =>
              isKind(one, kind as "count"),
            ) &&
            subjectOf(one.name) === subjectOf(limit.name),
        )
        .flatMap((one) =>
          one.cells.flatMap((cell, i) => {
            const most = limit.cells[i];
            const { value, decimals, comparator } = cell.cell;
            if (!most || !isNumber(most) || value === null || comparator === "<=" || comparator === "<")
              return [];
            const half = 0.5 * 10 ** -(most.cell.decimals ?? 0) + 0.5 * 10 ** -(decimals ?? 0);
            return value > valueOf(most) + half
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
    return [...declared, ...aboveSum(view)];
  },
};

const NEAR = 0.02;
const LITTLE = 0.1;

/** A mean at the most or the least that a formula can give, with hardly any spread: one answer is repeated. */
export const atCeiling: TableRule = {
  id: "table/at-ceiling",
  title: "Mean at the ceiling or floor of its formula",
  check({ entries, quantities }) {
    const others = ["limit", "floor", "deviation", "variance", "difference", "target", "noise"] as const;
    const spread = quantities.find(isSpread);
    const rewards = quantities.filter(
      (one) => isKind(one, "reward") && !others.some((kind) => isKind(one, kind)),
    );
    return quantities.filter(isBorder).flatMap((border) =>
      rewards.flatMap((one) =>
        one.cells.flatMap((cell, i) => {
          const [end, sd] = [border.cells[i], spread?.cells[i]];
          if (!end || !sd || ![end, cell, sd].every(isNumber)) return [];
          const size = Math.abs(valueOf(end));
          if (Math.abs(valueOf(end) - valueOf(cell)) > NEAR * size || valueOf(sd) >= LITTLE * size) return [];
          return [
            found(
              "table/at-ceiling",
              "warning",
              `${entries[i]}: ${one.name} ${cell.cell.text} is the ${isKind(border, "limit") ? "most" : "least"} that its formula gives (${end.cell.text}), with a standard deviation of ${sd.cell.text}: nearly every answer gets the same reward.`,
              [cell, end, sd],
            ),
          ];
        }),
      ),
    );
  },
};

const ENDS = { min: /\bmin(imum)?\b/i, max: /\bmax(imum)?\b/i } as const;

/** A mean below the least of what it is over, or above the most. */
export const meanOutside: TableRule = {
  id: "table/mean-outside",
  title: "Mean outside its own minimum and maximum",
  check({ entries, quantities }) {
    const others = ["deviation", "variance", "difference", "target", "range", "noise"] as const;
    const plain = quantities.filter((one) => !isBorder(one) && !others.some((kind) => isKind(one, kind)));
    const nameOf = ({ name }: Quantity) => name.replaceAll("_", " ");
    // "Time (min)" is in minutes.
    const ends = (one: Quantity, end: "min" | "max") => ENDS[end].test(nameOf(one)) && one.headUnit !== "min";
    const isEnd = (one: Quantity) => ends(one, "min") || ends(one, "max");
    const compare = (end: "min" | "max", sign: 1 | -1) =>
      plain
        .filter((one) => ends(one, end))
        .flatMap((border) =>
          plain
            .filter(
              (one) =>
                !isEnd(one) && subjectOf(one.name) === subjectOf(border.name) && one.unit === border.unit,
            )
            .flatMap((mean) =>
              mean.cells.flatMap((cell, i): [PlacedCell, PlacedCell, number, Quantity, Quantity][] => {
                const other = border.cells[i];
                if (!other || !isNumber(cell) || !isNumber(other)) return [];
                const [low, high] = boundsOf(cell.cell);
                const [least, most] = boundsOf(other.cell);
                return (sign > 0 ? low > most : high < least) ? [[cell, other, i, mean, border]] : [];
              }),
            ),
        );
    return [...compare("max", 1), ...compare("min", -1)].map(([cell, other, i, mean, border]) =>
      found(
        "table/mean-outside",
        "warning",
        `${entries[i]}: ${mean.name} ${cell.cell.text} lies outside of ${border.name} ${other.cell.text}.`,
        [cell, other],
      ),
    );
  },
};
