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

/** Against the entry above: rounds and stages are printed so. */
const againstPrevious = (view: TableView, delta: Quantity): Reading[] =>
  view.quantities
    .filter((one) => one !== delta && one.cells.some(isNumber))
    .map((one) => ({
      between: (i) =>
        i > 0 && isNumber(one.cells[i]) && isNumber(one.cells[i - 1])
          ? [one.cells[i], one.cells[i - 1]]
          : null,
    }));

const DIFFERENCE = /Δ|\bdiff|improvement|\bchange\b|\bgain\b/i;

/** What a difference can only be between: the only two values beside it, or its own and the base that the table names. */
function toldPairs(view: TableView, delta: Quantity, i: number): [PlacedCell, PlacedCell][] {
  const { cell } = delta.cells[i];
  if (!cell.signed && !DIFFERENCE.test(delta.name)) return [];
  const others = ["difference", "count", "target", "limit", "floor", "noise", "range", "deviation"] as const;
  const values = view.quantities.filter(
    (one) => one !== delta && !others.some((kind) => isKind(one, kind)) && one.cells.some(isNumber),
  );
  const unitOf = (one: Quantity) => one.cells[i].cell.unit ?? one.unit;
  const [a, b] = values;
  const beside: [PlacedCell, PlacedCell][] =
    values.length === 2 && isNumber(a.cells[i]) && isNumber(b.cells[i]) && unitOf(a) === unitOf(b)
      ? [[b.cells[i], a.cells[i]]]
      : [];
  const named = view.entries.flatMap((name, k) =>
    k !== i && name.length > 1 && delta.name.toLowerCase().includes(name.toLowerCase()) ? [k] : [],
  );
  const blank = delta.cells.flatMap((one, k) =>
    k !== i && (!isNumber(one) || valueOf(one) === 0) && values.some(({ cells }) => isNumber(cells[k]))
      ? [k]
      : [],
  );
  const [base] = named.length > 0 ? named : blank.length === 1 ? blank : [];
  const against =
    base === undefined ||
    !delta.cells[base] ||
    (isNumber(delta.cells[base]) && valueOf(delta.cells[base]) !== 0)
      ? []
      : values
          .map(({ cells }): [PlacedCell, PlacedCell] => [cells[i], cells[base]])
          .filter((pair) => pair.every(isNumber));
  return [...(base === undefined ? beside : []), ...against];
}

/** Differences that fit nothing which the table lets them be of. */
function againstTold(view: TableView, delta: Quantity, readings: readonly Reading[]) {
  return delta.cells.flatMap((cell, i) => {
    if (!isNumber(cell) || cell.cell.unit === "x" || cell.cell.approximate) return [];
    const told = toldPairs(view, delta, i);
    const any = readings.map(({ between }) => between(i)).filter((pair) => pair !== null);
    if (told.length === 0 || [...told, ...any].some((pair) => fits(cell, pair))) return [];
    return [{ cell, i, pair: told[0] }];
  });
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
        const readings = [...readingsOf(view, delta), ...againstPrevious(view, delta)];
        const judged = readings.map((reading) => {
          const pairs = told.flatMap(({ cell, i }) => {
            const pair = reading.between(i);
            return pair ? [{ cell, i, pair, isRight: fits(cell, pair) }] : [];
          });
          return { pairs, right: pairs.filter(({ isRight }) => isRight).length };
        });
        const best = judged.toSorted((a, b) => b.right - a.right || a.pairs.length - b.pairs.length)[0];
        // What most differences agree with is what they are of; one that agrees by chance says nothing.
        const isAgreed = best !== undefined && best.right >= 2 && best.right * 2 > best.pairs.length;
        const wrong = isAgreed
          ? best.pairs.filter(({ isRight }) => !isRight)
          : againstTold(view, delta, readings);
        return wrong.map(({ cell, i, pair }) =>
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
