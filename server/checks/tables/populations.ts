import { countOf } from "../../wording/counts.ts";
import { writeNumber } from "../../wording/numbers.ts";
import { wilson } from "../../stats/problems/wilson.ts";
import { countsOf } from "./shares.ts";
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

/** Shares whose 95% intervals overlap although one of them is told as the better. */
export const withinError: TableRule = {
  id: "table/within-error",
  title: "Difference within the sampling error",
  check(view) {
    const nOf = countsOf(view);
    const shareOf = (one: Quantity, i: number) => {
      const cell = one.cells[i];
      const n = cell && isNumber(cell) && (cell.cell.unit ?? one.unit) === "%" ? nOf(i, cell) : null;
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

/** Steps of a training that do not follow from its prompts, samples, epochs and batch. */
export const stepCount: TableRule = {
  id: "table/step-count",
  title: "Training steps that do not follow from prompts, epochs and batch",
  check({ entries, quantities }) {
    const of = (pattern: RegExp) => quantities.find(({ name }) => pattern.test(name.replaceAll("_", " ")));
    const [prompts, epochs, batch, samples, steps] = [
      /\bprompts\b/i,
      /\bepochs\b/i,
      /\bbatch\b/i,
      /\b(generations|samples per prompt|group size)\b/i,
      /\b(training |optimizer )?steps\b/i,
    ].map(of);
    if (!prompts || !epochs || !batch || !samples || !steps) return [];
    return steps.cells.flatMap((cell, i) => {
      const parts = [prompts, epochs, batch, samples].map((one) => one.cells[i]);
      if (!isNumber(cell) || parts.some((part) => !part || !isNumber(part))) return [];
      const [p, e, b, g] = parts.map(valueOf);
      // A batch counts prompts, or their samples; the last one may be short in every epoch.
      const fits = [(p * e) / b, (p * g * e) / b].some(
        (each) => valueOf(cell) >= Math.floor(each) && valueOf(cell) <= Math.ceil(each) + e,
      );
      if (fits || b <= 0) return [];
      const perEpoch = valueOf(cell) / ((p * g) / b);
      return [
        found(
          "table/step-count",
          "warning",
          `${entries[i]}: ${cell.cell.text} steps do not follow from ${p} prompts, ${g} samples each, ${e} epochs and a batch of ${b}, which make ${writeNumber((p * g * e) / b, 0)}; they would be ${writeNumber(perEpoch, 1)} epochs.`,
          [cell, ...parts],
        ),
      ];
    });
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
          const n = isNumber(cell) && (cell.cell.unit ?? one.unit) === "%" ? nOf(i, cell) : null;
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
