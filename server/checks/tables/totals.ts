import { writeNumber } from "../../wording/numbers.ts";
import { listFirst } from "../../wording/counts.ts";
import { isSource } from "./sources.ts";
import { amountOf, scaleOf } from "./amounts.ts";
import {
  boundsOf,
  found,
  isKind,
  isNumber,
  type Quantity,
  subjectOf,
  type TableRule,
  valueOf,
} from "./table-rule.ts";

const isAverage = (name: string): boolean =>
  /\b(mean|avg|average|median|rate|std|sd|ratio|accuracy|acc|rr|da)\b|%|@/i.test(name.replaceAll("_", " "));

/** "41/54" of all parts, and another count beside "Total". */
export const countedTotals: TableRule = {
  id: "table/counted-total",
  title: "Count of all that is not the sum of the parts",
  check({ entries, quantities }) {
    const at = entries.findIndex((name) => isKind({ name }, "total"));
    if (at < 0) return [];
    return quantities.flatMap((one) => {
      const total = one.cells[at];
      const parts = one.cells.filter((_, i) => i !== at);
      if (total?.cell.n == null || total.cell.hits === null || parts.length < 2) return [];
      if (parts.some(({ cell }) => cell.hits === null || cell.n === null)) return [];
      const hits = parts.reduce((sum, { cell }) => sum + (cell.hits ?? 0), 0);
      const n = parts.reduce((sum, { cell }) => sum + (cell.n ?? 0), 0);
      if (hits === total.cell.hits && n === total.cell.n) return [];
      return [
        found(
          "table/counted-total",
          "warning",
          `${one.name}: ${entries[at]} says ${total.cell.hits} of ${total.cell.n}, but the others add up to ${hits} of ${n}.`,
          [total, ...parts],
        ),
      ];
    });
  },
};

/** A mean over entries that is not theirs. */
export const wrongMean: TableRule = {
  id: "table/mean",
  title: "Mean that does not recompute",
  check({ entries, quantities }) {
    const at = entries.findIndex((name) => /^(mean|average|avg)$/i.test(name));
    if (at < 0 || entries.length < 4) return [];
    return quantities.flatMap((one) => {
      const [told, parts] = [one.cells[at], one.cells.filter((cell, i) => i !== at && isNumber(cell))];
      if (!told || !isNumber(told) || told.cell.approximate || parts.length !== entries.length - 1) return [];
      const [low, high] = parts
        .reduce(([a, b], { cell }) => [a + boundsOf(cell)[0], b + boundsOf(cell)[1]], [0, 0])
        .map((sum) => sum / parts.length);
      const [from, to] = boundsOf(told.cell);
      if (from <= high && low <= to) return [];
      return [
        found(
          "table/mean",
          "warning",
          `${one.name}: ${entries[at]} says ${told.cell.text}, but the ${parts.length} others have a mean of ${writeNumber((low + high) / 2, 3)}.`,
          [told],
        ),
      ];
    });
  },
};

/** Parts of one whole in percent: they make 100, however each was rounded. */
const isDistribution = ({ name, unit }: Quantity): boolean =>
  unit === "%" &&
  /\b(share|proportion|distribution|fraction|percent(age)?) of (the )?(total|all|whole)\b/i.test(name);

/** "Total" is of everything beside it, "total tokens" of what else is of tokens. */
function isPartOf(total: string, name: string): boolean {
  const words = (text: string): string[] =>
    text
      .toLowerCase()
      .replaceAll(/\([^()]*\)/g, " ")
      .match(/[a-z]{3,}/g) ?? [];
  const of = words(total)
    .filter((word) => !isKind({ name: word }, "total"))
    .at(-1);
  return of === undefined || words(name).includes(of);
}

/** Totals that are not the sum of what stands beside them. */
export const totals: TableRule = {
  id: "table/total",
  title: "Total that does not add up",
  check({ entries, quantities }) {
    const at = entries.findIndex((name) => isKind({ name }, "total"));
    if (at < 0 || entries.filter((name) => isKind({ name }, "total")).length > 1 || entries.length < 3)
      return [];
    return quantities
      .filter(
        (one) =>
          (isDistribution(one) || (!isAverage(one.name) && one.unit !== "%")) &&
          !isKind(one, "deviation") &&
          !isKind(one, "difference"),
      )
      .flatMap((one) => {
        const total = one.cells[at];
        const parts = one.cells.filter(
          (cell, i) => i !== at && cell.cell.kind !== "empty" && isPartOf(entries[at], entries[i]),
        );
        const sum = parts.map((cell) => amountOf(cell, one.headUnit, true));
        const told = amountOf(total, one.headUnit, true);
        if (
          !told ||
          parts.length < 2 ||
          // "5 seeds" of all is no sum of 5 and 5.
          parts.every(({ cell }) => cell.value !== null && cell.value === total.cell.value) ||
          sum.some((part) => part === null || part.kind !== sum[0]?.kind) ||
          told.kind !== sum[0]?.kind
        )
          return [];
        const [low, high] = sum.reduce(
          ([a, b], part) => [a + (part?.span[0] ?? 0), b + (part?.span[1] ?? 0)],
          [0, 0],
        );
        if (low <= told.span[1] && told.span[0] <= high) return [];
        const factor = scaleOf(total.cell.unit ?? one.headUnit);
        const digits = Math.max(...parts.map(({ cell }) => cell.decimals ?? 0));
        const gap = Math.abs((low + high) / 2 / factor - valueOf(total));
        const isNear = total.cell.approximate && gap <= 0.1 * Math.abs(valueOf(total));
        return [
          found(
            "table/total",
            isNear ? "info" : "warning",
            `${one.name}: ${entries[at]} says ${total.cell.text}, but the others add up to ${writeNumber((low + high) / 2 / factor, digits)}${total.cell.unit ? ` ${total.cell.unit}` : ""}.`,
            [total, ...parts],
          ),
        ];
      });
  },
};

const familyOf = (name: string): string => name.toLowerCase().replaceAll(/@.*|[^a-z]/g, "");

/** What is solved at all may well be what is solved within the most steps. */
const isWithinAll = (a: Quantity, b: Quantity): boolean => a.name.includes("@") !== b.name.includes("@");
const isMetric = (both: Quantity[]): boolean =>
  both.some((one) => isKind(one, "rate") || isKind(one, "reward"));

/** Two names for one measurement: what counts twice as evidence is there once. */
export const sameMetric: TableRule = {
  id: "table/same-metric",
  title: "Two metrics with the same values",
  check({ quantityHead, quantities }) {
    // Rows that are no metrics may well agree.
    if (
      quantityHead !== null &&
      !/^$|\b(metric|measure|quantity|score|what|stat(istic)?|name)\b/i.test(quantityHead)
    )
      return [];
    const numeric = quantities.filter(
      (one) => !isKind(one, "count") && one.cells.filter(isNumber).length >= 3,
    );
    return numeric.flatMap((a, k) =>
      numeric.slice(k + 1).flatMap((b) => {
        const both = a.cells
          .map((cell, i) => [cell, b.cells[i]] as const)
          .filter(([x, y]) => isNumber(x) && isNumber(y));
        const values = new Set(both.map(([x]) => valueOf(x)));
        const isPrecise = both.some(([x]) => (x.cell.decimals ?? 0) >= 1);
        // Values at an end of the scale agree of themselves.
        const telling = [...values].filter((value) => value !== 0 && value !== 1 && value !== 100);
        // What is solved at all is solved within the most steps: shares of one family may agree.
        if (familyOf(a.name) === familyOf(b.name) || (isSource(a.name) && isSource(b.name))) return [];
        if (
          both.length < 3 ||
          telling.length < 3 ||
          !isPrecise ||
          both.some(([x, y]) => valueOf(x) !== valueOf(y))
        )
          return [];
        return [
          found(
            "table/same-metric",
            isWithinAll(a, b) || !isMetric([a, b]) ? "info" : "warning",
            `${a.name} and ${b.name} have the same value in all ${both.length} entries: they are one metric under two names, or one was copied.`,
            both.flat(),
          ),
        ];
      }),
    );
  },
};

/** Two entries with the same values throughout: one evaluation, or models that do the same. */
export const sameEntry: TableRule = {
  id: "table/same-entry",
  title: "Two entries with the same values",
  check({ entries, quantities }) {
    const told = quantities.filter(
      (one) =>
        !isKind(one, "count") && !isKind(one, "target") && !isKind(one, "limit") && !isKind(one, "noise"),
    );
    const sameAs = (k: number, i: number) => {
      if (isSource(entries[k]) && isSource(entries[i])) return null;
      const both = told
        .map(({ cells }) => [cells[k], cells[i]] as const)
        .filter(([x, y]) => x && y && isNumber(x) && isNumber(y));
      const telling = both.filter(([x]) => valueOf(x) !== 0 && valueOf(x) !== 1 && valueOf(x) !== 100);
      const values = new Set(telling.map(([x]) => valueOf(x)));
      const isSame =
        both.length >= 4 && values.size >= 3 && both.every(([x, y]) => valueOf(x) === valueOf(y));
      return isSame ? both : null;
    };
    const grouped = new Set<number>();
    return entries.flatMap((a, k) => {
      const others = grouped.has(k)
        ? []
        : entries.flatMap((b, i) => {
            const both = i > k && !grouped.has(i) ? sameAs(k, i) : null;
            return both ? [{ b, i, both }] : [];
          });
      if (others.length === 0) return [];
      for (const { i } of others) grouped.add(i);
      const names = [a, ...others.map(({ b }) => b)];
      return [
        found(
          "table/same-entry",
          "warning",
          `${listFirst(names, 4)} have the same value in all ${others[0].both.length} columns: the same evaluation was printed twice, or they do exactly the same.`,
          others.flatMap(({ both }) => both.flat()),
        ),
      ];
    });
  },
};

/** A reward that is the same at every step, while the loss goes on: no advantage comes from it. */
export const constantReward: TableRule = {
  id: "table/constant-reward",
  title: "Reward that is the same at every step",
  check({ quantities }) {
    const losses = quantities.filter(({ name }) => /\bloss\b/i.test(name));
    return quantities
      .filter(
        (one) =>
          isKind(one, "reward") &&
          !isKind(one, "deviation") &&
          !isKind(one, "variance") &&
          !isKind(one, "limit"),
      )
      .flatMap((one) => {
        const numbers = one.cells.filter(isNumber);
        const moves = losses.some(({ cells }) => new Set(cells.filter(isNumber).map(valueOf)).size > 1);
        if (numbers.length < 3 || !moves || new Set(numbers.map(valueOf)).size > 1) return [];
        return [
          found(
            "table/constant-reward",
            "warning",
            `${one.name} is ${numbers[0].cell.text} in all ${numbers.length} entries while the loss changes: rewards that are all alike give no advantage, so the loss comes from elsewhere.`,
            numbers,
          ),
        ];
      });
  },
};

/** Rewards that do not vary give no advantage, and a loss of 0 no gradient. */
export const noSignal: TableRule = {
  id: "table/no-signal",
  title: "Reward without any spread",
  check({ entries, quantities }) {
    return quantities
      .filter(
        (one) =>
          (isKind(one, "deviation") || isKind(one, "variance")) &&
          (one.unit === null || one.unit === "x") &&
          (isKind(one, "reward") ||
            (subjectOf(one.name) === "" && quantities.some((other) => isKind(other, "reward")))),
      )
      .flatMap((one) =>
        one.cells.flatMap((cell, i) =>
          isNumber(cell) && valueOf(cell) === 0
            ? [
                found(
                  "table/no-signal",
                  "warning",
                  `${entries[i]}: ${one.name} is 0. Rewards that are all alike give no advantage, so nothing was learnt from them.`,
                  [cell],
                ),
              ]
            : [],
        ),
      );
  },
};
