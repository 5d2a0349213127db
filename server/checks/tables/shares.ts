import { writeNumber } from "../../wording/numbers.ts";
import {
  boundsOf,
  found,
  isKind,
  isNumber,
  type PlacedCell,
  type Quantity,
  type TableRule,
  type TableView,
  valueOf,
} from "./table-rule.ts";

const EPS = 1e-9;

/** How many problems each entry is of: a column that says so, or the cell itself. */
export function countsOf({ quantities }: TableView): (i: number, cell: PlacedCell) => number | null {
  const column = quantities.find(
    (one) =>
      isKind(one, "count") &&
      one.unit !== "%" &&
      one.cells.some((cell) => isNumber(cell) && Number.isInteger(valueOf(cell)) && valueOf(cell) >= 1),
  );
  return (i, { cell }) => {
    if (cell.n !== null) return cell.n;
    const own = column?.cells[i];
    return own && isNumber(own) && !own.cell.approximate && Number.isInteger(valueOf(own)) && valueOf(own) > 0
      ? valueOf(own)
      : null;
  };
}

/** A share of problems, in percent: whole outcomes were counted. */
const isShareOfProblems = (one: Quantity, { cell }: PlacedCell): boolean =>
  (cell.unit === "%" || one.unit === "%") &&
  cell.decimals !== null &&
  !cell.approximate &&
  !cell.signed &&
  /\b(rr|recovery|success|solved|pass(ed)?|accuracy|acc)\b|@\d/i.test(one.name.replaceAll("_", " "));

const percentOf = (hits: number, n: number): string => {
  const share = (100 * hits) / n;
  return `${writeNumber(share, 2)}%`;
};

/** Percentages that no count of hits out of n rounds to. */
export const impossibleShare: TableRule = {
  id: "table/impossible-share",
  title: "Percentage that no count out of n gives",
  check(view) {
    const nOf = countsOf(view);
    return view.quantities.flatMap((one) =>
      one.cells.flatMap((cell, i) => {
        const n = isNumber(cell) && isShareOfProblems(one, cell) ? nOf(i, cell) : null;
        if (n === null || valueOf(cell) < 0 || valueOf(cell) > 100) return [];
        const [low, high] = boundsOf(cell.cell);
        const least = Math.ceil((low / 100) * n - EPS);
        const most = Math.floor((high / 100) * n + EPS);
        if (least <= most) return [];
        return [
          found(
            "table/impossible-share",
            "warning",
            `${view.entries[i]}: ${one.name} ${cell.cell.text} is no share of ${n}: ${most} of ${n} is ${percentOf(most, n)}, and ${least} of ${n} is ${percentOf(least, n)}. Another number of problems was measured.`,
            [cell],
          ),
        ];
      }),
    );
  },
};

/** "68/80 = 80 %": hits and percentage that do not agree. */
export const wrongShare: TableRule = {
  id: "table/wrong-share",
  title: "Percentage that its own count does not give",
  check({ entries, quantities }) {
    return quantities.flatMap((one) =>
      one.cells.flatMap((placed, i) => {
        const { cell } = placed;
        if (
          cell.hits === null ||
          cell.n === null ||
          cell.value === null ||
          cell.decimals === null ||
          cell.unit !== "%"
        )
          return [];
        const share = (100 * cell.hits) / cell.n;
        const [low, high] = boundsOf({ ...cell, approximate: false });
        if (low <= share && share <= high) return [];
        return [
          found(
            "table/wrong-share",
            "warning",
            `${entries[i]}: ${cell.text}, but ${cell.hits} of ${cell.n} is ${writeNumber(share, 1)}%.`,
            [placed],
          ),
        ];
      }),
    );
  },
};

const within = (name: string): number | null => {
  const named = /@\s*(\d+)/.exec(name);
  return named ? Number(named[1]) : null;
};

/** Solved within k steps is at most solved within more, and at most solved at all. */
export const sharesOutOfOrder: TableRule = {
  id: "table/shares-out-of-order",
  title: "Solved within few steps exceeds solved within more",
  check({ entries, quantities }) {
    const stem = (name: string) => name.toLowerCase().replaceAll(/@\s*\d+|[^a-z]/g, "");
    const ks = quantities.flatMap((one) => {
      const k = within(one.name);
      return k === null ? [] : [{ one, k, stem: stem(one.name) }];
    });
    return ks.flatMap((few) =>
      ks
        .filter((more) => more.stem === few.stem && more.k > few.k)
        .flatMap((more) =>
          few.one.cells.flatMap((cell, i) => {
            const other = more.one.cells[i];
            if (!other || !isNumber(cell) || !isNumber(other) || valueOf(cell) <= valueOf(other) + EPS)
              return [];
            return [
              found(
                "table/shares-out-of-order",
                "error",
                `${entries[i]}: ${few.one.name} ${cell.cell.text} exceeds ${more.one.name} ${other.cell.text}.`,
                [cell, other],
              ),
            ];
          }),
        ),
    );
  },
};

/** A share above all of its problems, or below none. */
export const shareBeyondAll: TableRule = {
  id: "table/share-beyond-all",
  title: "Share above 100%",
  check({ entries, quantities }) {
    return quantities
      .filter((one) => isKind(one, "rate") && !isKind(one, "difference"))
      .flatMap((one) =>
        one.cells.flatMap((cell, i) =>
          isNumber(cell) &&
          (cell.cell.unit ?? one.unit) === "%" &&
          !cell.cell.signed &&
          valueOf(cell) > 100 &&
          !isKind({ name: entries[i] }, "difference")
            ? [
                found(
                  "table/share-beyond-all",
                  "error",
                  `${entries[i]}: ${one.name} ${cell.cell.text} is no share: it is above 100%.`,
                  [cell],
                ),
              ]
            : [],
        ),
      );
  },
};

/** Values of one quantity of which some are fractions and some percentages. */
export const mixedScales: TableRule = {
  id: "table/mixed-scales",
  title: "Fractions and percentages in one column",
  check({ quantities }) {
    return quantities
      .filter(
        (one) =>
          isKind(one, "rate") &&
          one.headUnit === null &&
          !isKind(one, "difference") &&
          !isKind(one, "reward"),
      )
      .flatMap((one) => {
        const numbers = one.cells.filter((cell) => isNumber(cell) && valueOf(cell) !== 0);
        const fractions = numbers.filter(
          ({ cell }) =>
            cell.unit === null && (cell.value ?? 0) > 0 && (cell.value ?? 0) < 1 && (cell.decimals ?? 0) >= 1,
        );
        const percents = numbers.filter(
          ({ cell }) =>
            cell.unit === "%" || (cell.unit === null && (cell.value ?? 0) > 5 && (cell.value ?? 0) <= 100),
        );
        const finest = Math.max(...percents.map(({ cell }) => cell.decimals ?? 0));
        // 0.2 beside 5.1 may be two percentages; 0.83 beside 79.4 is printed more finely than they are.
        if (fractions.some(({ cell }) => (cell.decimals ?? 0) <= finest)) return [];
        if (
          fractions.length === 0 ||
          percents.length === 0 ||
          fractions.length + percents.length < numbers.length
        )
          return [];
        return [
          found(
            "table/mixed-scales",
            "warning",
            `${one.name}: ${fractions[0].cell.text} looks like a fraction and ${percents[0].cell.text} like a percentage.`,
            [...fractions, ...percents],
          ),
        ];
      });
  },
};

const COUNTS = [10, 20, 25, 50, 100, 125, 200, 250, 500];
const SELDOM = 0.1;

/** Shares of an entry that are all multiples of one step, which its own number of problems would hardly give. */
export const impliedCount: TableRule = {
  id: "table/implied-count",
  title: "Percentages that fit another number of problems",
  check(view) {
    const nOf = countsOf(view);
    return view.entries.flatMap((name, i) => {
      const cells = view.quantities.flatMap((one) => {
        const cell = one.cells[i];
        return cell && isNumber(cell) && isShareOfProblems(one, cell) && cell.cell.decimals === 1
          ? [cell]
          : [];
      });
      const shares = new Map(
        cells.filter((cell) => valueOf(cell) > 0 && valueOf(cell) < 100).map((cell) => [valueOf(cell), cell]),
      );
      // An entry that does not say of how many is taken for one beside the others.
      const told = view.entries.map((_, j) =>
        cells.length > 0 ? nOf(j, { ...cells[0], cell: { ...cells[0].cell, n: null } }) : null,
      );
      const n = cells.length > 0 ? (nOf(i, cells[0]) ?? Math.max(0, ...told.map((one) => one ?? 0))) : null;
      const m = COUNTS.find((count) =>
        [...shares.keys()].every(
          (share) => Math.abs((share * count) / 100 - Math.round((share * count) / 100)) < 1e-6,
        ),
      );
      if (
        m === undefined ||
        n === null ||
        n <= m ||
        n % m === 0 ||
        (m / 1000) ** shares.size > SELDOM ||
        shares.size < 3
      )
        return [];
      return [
        found(
          "table/implied-count",
          "info",
          `${name}: all ${shares.size} percentages are multiples of ${100 / m}, as of ${m} problems; of ${n} problems that would be rare.`,
          [...shares.values()],
        ),
      ];
    });
  },
};
