import { writeNumber } from "../../wording/numbers.ts";
import {
  boundsOf,
  found,
  isKind,
  isNumber,
  overlap,
  type PlacedCell,
  type Quantity,
  type TableRule,
  type TableView,
  valueOf,
} from "./table-rule.ts";

type Pair = [PlacedCell, PlacedCell];
interface Named {
  name: string;
  cell: PlacedCell;
}

const isRatio = ({ cell }: PlacedCell): boolean => cell.kind === "number" && cell.unit === "x";

/** Words that two names share, or a unit: only then is their ratio one of a thing. */
function areAlike(a: Named, b: Named): boolean {
  if (a.cell.cell.unit !== b.cell.cell.unit) return false;
  const words = (name: string) => new Set(name.toLowerCase().match(/[a-z]{3,}/g));
  return a.cell.cell.unit !== null || [...words(a.name)].some((word) => words(b.name).has(word));
}

function fits(ratio: PlacedCell, [a, b]: Pair): boolean {
  const told = boundsOf(ratio.cell);
  return [
    [a, b],
    [b, a],
  ].some(([over, under]) => {
    const [low, high] = boundsOf(over.cell);
    const [least, most] = boundsOf(under.cell);
    return least > 0 && overlap(told, [low / most, high / least]);
  });
}

/** What a ratio can only be of: the two other numbers beside it, the two below each other, or its base's and its own. */
function toldPairs({ entries, quantities }: TableView, of: Quantity, i: number): Pair[] {
  const values = (named: Named[]) => named.filter(({ cell }) => isNumber(cell) && !isRatio(cell));
  const beside = values(
    quantities
      .filter((one) => one !== of && !isKind(one, "count"))
      .map((one) => ({ name: `${one.name} ${one.unit ?? ""}`, cell: one.cells[i] })),
  );
  const below = values(of.cells.map((cell, k) => ({ name: entries[k], cell })));
  const bases = of.cells.flatMap((cell, b) =>
    b !== i && (cell.cell.kind === "empty" || (isRatio(cell) && valueOf(cell) === 1)) ? [b] : [],
  );
  const against: Pair[] =
    bases.length === 1
      ? quantities
          .filter((one) => one !== of && !isKind(one, "count"))
          .map(({ cells }): Pair => [cells[i], cells[bases[0]]])
          .filter((pair) => pair.every((cell) => isNumber(cell) && !isRatio(cell)))
      : [];
  return [
    ...[beside, below].flatMap((pair): Pair[] =>
      pair.length === 2 && areAlike(pair[0], pair[1]) ? [[pair[0].cell, pair[1].cell]] : [],
    ),
    ...against,
  ];
}

/** "3.5x" of two values that make another ratio. */
export const wrongRatio: TableRule = {
  id: "table/ratio",
  title: "Ratio that does not recompute",
  check(view) {
    return view.quantities
      .filter((one) => !isKind(one, "variance"))
      .flatMap((of) =>
        of.cells.flatMap((cell, i) => {
          if (!isRatio(cell) || isKind({ name: view.entries[i] }, "variance")) return [];
          const pairs = toldPairs(view, of, i);
          if (pairs.length === 0 || pairs.some((pair) => fits(cell, pair))) return [];
          const [a, b] = pairs[0].toSorted((x, y) => valueOf(y) - valueOf(x));
          return [
            found(
              "table/ratio",
              "warning",
              `${view.entries[i]}: ${cell.cell.text}, but ${a.cell.text} / ${b.cell.text} is ${writeNumber(valueOf(a) / valueOf(b), 2)}.`,
              [cell, a, b],
            ),
          ];
        }),
      );
  },
};
