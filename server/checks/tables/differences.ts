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

type Span = [number, number];

const minus = (a: PlacedCell, b: PlacedCell): Span => {
  const [aLow, aHigh] = boundsOf(a.cell);
  const [bLow, bHigh] = boundsOf(b.cell);
  return [aLow - bHigh, aHigh - bLow];
};

interface Reading {
  /** What the difference of each entry is between; null where it is not told. */
  between: (i: number) => [PlacedCell, PlacedCell] | null;
}

/** Every way to read a column of differences: against one entry of a quantity, or between two quantities. */
function readingsOf(view: TableView, delta: Quantity): Reading[] {
  const values = view.quantities.filter(
    (one) => one !== delta && !isKind(one, "difference") && !isKind(one, "count") && one.cells.some(isNumber),
  );
  const against = values.flatMap((one) =>
    one.cells.map((base, b): Reading => ({
      between: (i) => (i === b || !isNumber(base) || !isNumber(one.cells[i]) ? null : [one.cells[i], base]),
    })),
  );
  const apart = values.flatMap((a) =>
    values
      .filter((b) => b !== a)
      .map((b): Reading => ({
        between: (i) => (isNumber(a.cells[i]) && isNumber(b.cells[i]) ? [b.cells[i], a.cells[i]] : null),
      })),
  );
  return [...against, ...apart];
}

const asPercent = (span: Span, base: number): Span =>
  [(100 * span[0]) / Math.abs(base), (100 * span[1]) / Math.abs(base)].toSorted((a, b) => a - b) as Span;

function fits(delta: PlacedCell, pair: [PlacedCell, PlacedCell]): boolean {
  const span = minus(...pair);
  const told = boundsOf(delta.cell);
  const sizes: Span = delta.cell.signed || valueOf(delta) < 0 ? told : [-told[1], told[1]];
  // A difference that is printed without its sign may be of either order.
  const isPlain =
    overlap(told, span) || (!delta.cell.signed && valueOf(delta) > 0 && overlap([-told[1], -told[0]], span));
  const base = valueOf(pair[1]);
  return isPlain || (delta.cell.unit === "%" && base !== 0 && overlap(sizes, asPercent(span, base)));
}

/** Differences that do not follow from the values they are between. Correct rounding never fires: each value is a span. */
export const differences: TableRule = {
  id: "table/difference",
  title: "Difference that does not recompute",
  check(view) {
    return view.quantities
      .filter((one) => isKind(one, "difference"))
      .flatMap((delta) => {
        const told = delta.cells
          .map((cell, i) => ({ cell, i }))
          .filter(({ cell }) => isNumber(cell) && cell.cell.unit !== "x");
        if (told.length < 2) return [];
        const judged = readingsOf(view, delta).map((reading) => {
          const pairs = told.flatMap(({ cell, i }) => {
            const pair = reading.between(i);
            return pair ? [{ cell, i, pair, isRight: fits(cell, pair) }] : [];
          });
          return { pairs, right: pairs.filter(({ isRight }) => isRight).length };
        });
        const best = judged.toSorted((a, b) => b.right - a.right || a.pairs.length - b.pairs.length)[0];
        // What most differences agree with is what they are of; one that agrees by chance says nothing.
        if (!best || best.right < 2 || best.right * 2 <= best.pairs.length) return [];
        return best.pairs
          .filter(({ isRight }) => !isRight)
          .map(({ cell, i, pair }) =>
            found(
              "table/difference",
              "warning",
              `${view.entries[i]}: ${delta.name} says ${cell.cell.text}, but ${pair[0].cell.text} less ${pair[1].cell.text} is ${writeNumber(valueOf(pair[0]) - valueOf(pair[1]), 2)}.`,
              [cell, ...pair],
            ),
          );
      });
  },
};

/** Percentage points that are printed as percent. */
export const percentOfPercent: TableRule = {
  id: "table/percent-of-percent",
  title: "Percentage points printed as percent",
  check(view) {
    return view.quantities
      .filter((one) => isKind(one, "difference"))
      .flatMap((delta) => {
        const told = delta.cells
          .map((cell, i) => ({ cell, i }))
          .filter(
            ({ cell }) =>
              isNumber(cell) && (cell.cell.unit ?? delta.unit) === "%" && Math.abs(valueOf(cell)) > 0,
          );
        const areShares = (pair: [PlacedCell, PlacedCell]) =>
          pair.every(
            (one) =>
              one.cell.unit === "%" || view.quantities.some((q) => q.unit === "%" && q.cells.includes(one)),
          );
        const judged = readingsOf(view, delta).map((reading) => {
          const points: { cell: PlacedCell; pair: [PlacedCell, PlacedCell] }[] = [];
          let others = 0;
          for (const { cell, i } of told) {
            const pair = reading.between(i);
            if (!pair || !areShares(pair) || valueOf(pair[1]) === 0) continue;
            const span = minus(...pair);
            const isPoints = overlap(boundsOf(cell.cell), span);
            const isPercent = overlap(boundsOf(cell.cell), asPercent(span, valueOf(pair[1])));
            if (isPoints && !isPercent) points.push({ cell, pair });
            else if (!isPoints) others += 1;
          }
          return { points, others };
        });
        const best = judged.toSorted((x, y) => y.points.length - y.others - (x.points.length - x.others))[0];
        if (!best || best.points.length <= best.others) return [];
        const hits = best.points;
        return [
          found(
            "table/percent-of-percent",
            "info",
            `${delta.name}: differences of percentages are percentage points (pp), and are printed as %. ${hits[0].cell.cell.text} is ${hits[0].pair[0].cell.text} less ${hits[0].pair[1].cell.text}.`,
            hits.map(({ cell }) => cell),
          ),
        ];
      });
  },
};
