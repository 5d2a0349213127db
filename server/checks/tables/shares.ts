import { writeNumber } from "../../wording/numbers.ts";
import { countsOf } from "./counts-of.ts";
import {
  boundsOf,
  found,
  isKind,
  isNumber,
  type PlacedCell,
  type Quantity,
  type TableRule,
  valueOf,
} from "./table-rule.ts";

const EPS = 1e-9;

const SHARES =
  /\b(rr|recovery|recovered|success|solved|solve rate|pass(ed)?|accuracy|acc|correct|win|exact match|em)\b|@\d/i;

/** Shares that are often means over several samples of each problem. */
const SAMPLED = /\b(pass|avg|mean|maj|cons)\s?@|\b(seeds?|samples)\b/i;

/** A share of problems: whole outcomes were counted. The numbers from 0 to 1 that it may stand for; null where it is none. */
export function shareOfProblems(one: Quantity, { cell }: PlacedCell): [low: number, high: number] | null {
  const name = one.name.replaceAll("_", " ");
  if (
    cell.kind !== "number" ||
    cell.decimals === null ||
    cell.approximate ||
    cell.signed ||
    cell.plusMinus !== null ||
    !SHARES.test(name) ||
    /\b(mean|avg|average|loss)\b/i.test(name)
  )
    return null;
  const [low, high] = boundsOf(cell);
  if (cell.unit === "%" || one.unit === "%") return [low / 100, high / 100];
  const isFraction =
    cell.unit === null && cell.decimals >= 2 && (cell.value ?? -1) > 0 && (cell.value ?? 2) < 1;
  return isFraction ? [low, high] : null;
}

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
        const share = isKind({ name: view.entries[i] }, "difference") ? null : shareOfProblems(one, cell);
        const n = share ? nOf(i, cell, one) : null;
        if (!share || n === null || share[1] < 0 || share[0] > 1) return [];
        const least = Math.ceil(share[0] * n - EPS);
        const most = Math.floor(share[1] * n + EPS);
        if (least <= most) return [];
        const isSampled = SAMPLED.test(one.name) || SAMPLED.test(view.title);
        return [
          found(
            "table/impossible-share",
            isSampled ? "info" : "warning",
            `${view.entries[i]}: ${one.name} ${cell.cell.text} is no share of ${n}: ${most} of ${n} is ${percentOf(most, n)}, and ${least} of ${n} is ${percentOf(least, n)}. Another number of problems was measured.`,
            [cell],
          ),
        ];
      }),
    );
  },
};

/** More hits than there was to hit: something was counted more than once. */
export const hitsBeyondAll: TableRule = {
  id: "table/hits-beyond-all",
  title: "More hits than tries",
  check(view) {
    const nOf = countsOf(view);
    const isHits = ({ name }: Quantity) =>
      /^(#|num|number of)? ?(correct|solved|passed|hits|successes|wins|recovered)$/i.test(name);
    return view.quantities.flatMap((one) => {
      // "16/14" may be two numbers as well.
      const isCount = isKind(one, "rate") || /\b(diagnosed|found|hits?|recovered|detected)\b/i.test(one.name);
      const isPlain =
        isCount && one.cells.some(({ cell }) => cell.hits !== null && cell.n !== null && cell.hits <= cell.n);
      return one.cells.flatMap((cell, i) => {
        const { hits, n, text } = cell.cell;
        if (isPlain && hits !== null && n !== null && hits > n)
          return [tooMany(view.entries[i], one.name, text, n, [cell])];
        const of =
          isHits(one) && isNumber(cell) && hits === null && cell.cell.unit === null
            ? nOf(i, cell, one)
            : null;
        return of !== null && Number.isInteger(valueOf(cell)) && valueOf(cell) > of
          ? [tooMany(view.entries[i], one.name, text, of, [cell])]
          : [];
      });
    });
  },
};

const tooMany = (entry: string, name: string, text: string, n: number, cells: PlacedCell[]) =>
  found(
    "table/hits-beyond-all",
    "error",
    `${entry}: ${name} ${text} is more than the ${n} that there are: something was counted more than once.`,
    cells,
  );

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
            const isDelta = isKind({ name: entries[i] }, "difference") || cell.cell.signed;
            if (
              isDelta ||
              !other ||
              !isNumber(cell) ||
              !isNumber(other) ||
              valueOf(cell) <= valueOf(other) + EPS
            )
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

/** Shares in percent: by their unit, or by what stands beside them. */
function isInPercent(one: Quantity, { cell }: PlacedCell): boolean {
  if (cell.unit === "%" || one.headUnit === "%") return true;
  const others = one.cells.filter(isNumber).map(valueOf);
  return (
    cell.unit === null &&
    one.unit === null &&
    /@\s?\d|\b(accuracy|recall|precision|success rate|solve rate|pass rate|recovery rate|rr)\b/i.test(
      one.name,
    ) &&
    others.filter((value) => value > 1.5 && value <= 100).length * 2 >= others.length
  );
}

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
          isInPercent(one, cell) &&
          !cell.cell.signed &&
          cell.cell.hits === null &&
          valueOf(cell) > 100 &&
          !isKind({ name: entries[i] }, "difference") &&
          !isKind({ name: entries[i] }, "total")
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
