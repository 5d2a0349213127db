import { countOf } from "../../wording/counts.ts";
import { writeNumber } from "../../wording/numbers.ts";
import { wilson } from "../../stats/problems/wilson.ts";
import { countsOf } from "./counts-of.ts";
import { shareOfProblems } from "./shares.ts";
import { found, isKind, isNumber, type Quantity, type TableRule, valueOf } from "./table-rule.ts";

/** Entries whose shares are over different numbers of problems. */
export const differentPopulations: TableRule = {
  id: "table/different-populations",
  title: "Entries measured on different problems",
  check({ entries, quantities }) {
    const counts = quantities.find((one) => isKind(one, "count") && one.cells.filter(isNumber).length > 1);
    const rates = quantities.filter((one) => isKind(one, "rate") && !isKind(one, "difference"));
    const compares = quantities.some((one) => isKind(one, "difference") && one.cells.some(isNumber));
    if (!counts || rates.length === 0) return [];
    const told = counts.cells.map((cell, i) => ({ cell, i })).filter(({ cell }) => isNumber(cell));
    const values = new Set(told.map(({ cell }) => valueOf(cell)));
    if (values.size < 2) return [];
    const [a, b] = [told[0], told.find(({ cell }) => valueOf(cell) !== valueOf(told[0].cell)) ?? told[0]];
    return [
      found(
        "table/different-populations",
        compares ? "warning" : "info",
        `${entries[a.i]} is over ${a.cell.cell.text} and ${entries[b.i]} over ${b.cell.cell.text}: ${compares ? "their differences compare" : "comparing them compares"} different problems.`,
        told.map(({ cell }) => cell),
      ),
    ];
  },
};

/** Entries that are held against each other, and whose own words name different sets of problems. */
export const differentSets: TableRule = {
  id: "table/different-sets",
  title: "Entries measured on different sets of problems",
  check({ entries, quantities }) {
    const sets = quantities.find(
      ({ name, cells }) =>
        /^(benchmark|data ?set|split|eval(uation)?[ _]?(set|data)|test set|problem set|problems)$/i.test(
          name,
        ) && cells.some(({ cell }) => cell.kind === "text"),
    );
    const compared = quantities.filter((one) => isKind(one, "difference"));
    const told =
      sets?.cells.map((cell, i) => ({ cell, i })).filter(({ cell }) => cell.cell.kind === "text") ?? [];
    const [a] = told;
    const b = told.find(({ cell }) => cell.cell.text.toLowerCase() !== a.cell.cell.text.toLowerCase());
    // Each set twice or more: the differences are within one.
    const isPaired = told.every(
      ({ cell }) => told.filter((one) => one.cell.cell.text === cell.cell.text).length > 1,
    );
    if (!b || isPaired || !compared.some(({ cells }) => cells.some(isNumber))) return [];
    return [
      found(
        "table/different-sets",
        "warning",
        `${entries[a.i]} is on ${a.cell.cell.text} and ${entries[b.i]} on ${b.cell.cell.text}: their differences compare different problems.`,
        told.map(({ cell }) => cell),
      ),
    ];
  },
};

/** Shares whose 95% intervals overlap although one of them is told as the better. */
export const withinError: TableRule = {
  id: "table/within-error",
  title: "Difference within the sampling error",
  check(view) {
    const nOf = countsOf(view);
    const shareOf = (one: Quantity, i: number) => {
      const cell = one.cells[i];
      const n = cell && isNumber(cell) && (cell.cell.unit ?? one.unit) === "%" ? nOf(i, cell, one) : null;
      return n === null || valueOf(cell) < 0 || valueOf(cell) > 100
        ? null
        : { ...wilson(Math.round((valueOf(cell) / 100) * n), n), cell };
    };
    const apart = view.quantities
      .filter((one) => isKind(one, "rate") && !isKind(one, "difference"))
      .flatMap((one) => {
        const all = view.entries.flatMap((name, i) => {
          const share = shareOf(one, i);
          return share && share.low !== null && share.high !== null
            ? [{ name, cell: share.cell, n: share.n, low: share.low, high: share.high }]
            : [];
        });
        if (all.length !== 2) return [];
        const [a, b] = all.toSorted((x, y) => valueOf(y.cell) - valueOf(x.cell));
        return valueOf(a.cell) === valueOf(b.cell) || a.low > b.high ? [] : [{ one, a, b }];
      });
    if (apart.length === 0) return [];
    const [{ one, a, b }] = apart;
    const more = apart.slice(1).map((other) => other.one.name);
    return [
      found(
        "table/within-error",
        "info",
        `${one.name}: ${a.name} ${a.cell.cell.text} and ${b.name} ${b.cell.cell.text} have overlapping 95% intervals at n = ${a.n} and ${b.n}, so the table alone does not tell them apart${more.length > 0 ? `; nor on ${more.join(", ")}` : ""}.`,
        apart.flatMap((other) => [other.a.cell, other.b.cell]),
      ),
    ];
  },
};

const FEW = 10;

/** Shares of so few problems that one more or less changes everything. */
export const fewProblems: TableRule = {
  id: "table/few-problems",
  title: "Share of a handful of problems",
  check(view) {
    const nOf = countsOf(view);
    const few = view.quantities
      .filter((one) => isKind(one, "rate") && !isKind(one, "difference"))
      .flatMap((one) =>
        one.cells.flatMap((cell, i) => {
          const n = isNumber(cell) && (cell.cell.unit ?? one.unit) === "%" ? nOf(i, cell, one) : null;
          return n !== null && n < FEW && cell.cell.hits === null && valueOf(cell) <= 100
            ? [{ one, cell, n, i }]
            : [];
        }),
      );
    if (few.length === 0) return [];
    const [{ one, cell, n, i }] = few;
    const { low, high } = wilson(Math.round((valueOf(cell) / 100) * n), n);
    const percent = (share: number | null) => writeNumber(100 * (share ?? 0), 0);
    return [
      found(
        "table/few-problems",
        "info",
        `${one.name}: ${cell.cell.text} of ${view.entries[i]} is over ${countOf(n, "problem")}; its 95% interval is ${percent(low)} to ${percent(high)}%.`,
        few.map((own) => own.cell),
      ),
    ];
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
        return cell && shareOfProblems(one, cell) && one.unit === "%" && cell.cell.decimals === 1
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
