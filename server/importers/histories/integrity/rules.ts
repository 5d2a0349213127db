import { diagnosisParts, unpackTally } from "../../../../packs/repair/diagnosis.ts";
import { countOf, listFirst, plural } from "../../../wording/counts.ts";
import { writeNumber } from "../../../wording/numbers.ts";
import type { ImportedEvaluation, ImportedRun } from "../reader.ts";

/** A check of an imported run beside all that came with it; it knows no file and no name of one. */
export interface ImportRule {
  id: string;
  check(run: ImportedRun, all: readonly ImportedRun[]): string[];
}

/** Values that were printed with fewer digits agree so far. */
const NEAR = 5e-4;

const rowsOf = (run: ImportedRun) => run.evaluations.flatMap(({ rows }) => rows);
const figure = ({ summary }: ImportedRun, name: string): number | null => {
  const value = summary[name];
  return typeof value === "number" && Number.isFinite(value) ? value : null;
};

function pooled(run: ImportedRun, definition: "da.iis_set" | "da.iis_dup"): number | null {
  const parts = rowsOf(run).flatMap(({ diagnosis }) =>
    diagnosis ? (diagnosisParts(unpackTally(diagnosis), definition, "repair") ?? []) : [],
  );
  const of = parts.reduce((sum, part) => sum + part.of, 0);
  return of === 0 ? null : parts.reduce((sum, { hits }) => sum + hits, 0) / of;
}

/** What a summary says of the rows below it. */
const RECOMPUTED: [name: string, of: (run: ImportedRun) => number | null][] = [
  ["recovery_rate", (run) => share(run, ({ solved }) => solved)],
  ["n_episodes", (run) => rowsOf(run).length],
  ...[5, 10, 15, 20].map((k): [string, (run: ImportedRun) => number | null] => [
    `rr_at_${k}`,
    (run) => share(run, ({ solved, steps }) => solved && steps <= k),
  ]),
];

function share(run: ImportedRun, of: (row: ImportedEvaluation["rows"][number]) => boolean): number | null {
  const rows = rowsOf(run);
  return rows.length === 0 ? null : rows.filter(of).length / rows.length;
}

const summaryDiffers: ImportRule = {
  id: "import/summary",
  check: (run) =>
    RECOMPUTED.flatMap(([name, of]) => {
      const [told, found] = [figure(run, name), of(run)];
      if (told === null || found === null || Math.abs(told - found) <= NEAR) return [];
      return [`The summary says ${name} ${writeNumber(told, 4)}, its rows give ${writeNumber(found, 4)}.`];
    }),
};

const repeatsCounted: ImportRule = {
  id: "import/repeats-counted",
  check(run) {
    const told = figure(run, "diagnosis_accuracy");
    const [asSet, withRepeats] = [pooled(run, "da.iis_set"), pooled(run, "da.iis_dup")];
    if (told === null || asSet === null || withRepeats === null || Math.abs(told - asSet) <= NEAR) return [];
    return Math.abs(told - withRepeats) <= NEAR
      ? [
          `The summary's diagnosis accuracy ${writeNumber(told, 4)} counts a constraint again each time it is named; named once each it is ${writeNumber(asSet, 4)}.`,
        ]
      : [
          `The summary says diagnosis accuracy ${writeNumber(told, 4)}; its rows give ${writeNumber(asSet, 4)}.`,
        ];
  },
};

const elapsedShort: ImportRule = {
  id: "import/elapsed",
  check(run) {
    const told = figure(run, "elapsed_seconds");
    const spent = rowsOf(run).reduce((sum, { seconds }) => sum + (seconds ?? 0), 0);
    const atOnce = run.config.concurrency ?? 1;
    if (told === null || spent === 0 || atOnce !== 1 || told >= 0.98 * spent) return [];
    return [
      `The summary's elapsed time ${writeNumber(told, 1)} s is less than what its episodes took, ${writeNumber(spent, 1)} s: it covers a resumed part only.`,
    ];
  },
};

const FEWEST = 20;

const oneType: ImportRule = {
  id: "import/one-type",
  check: (run) =>
    run.evaluations.flatMap(({ rows }) => {
      const types = new Set(rows.map(({ type }) => type));
      const [type] = types;
      return rows.length >= FEWEST && types.size === 1 && type !== ""
        ? [
            `All ${countOf(rows.length, "problem")} are of type ${type}: the result says nothing of other types.`,
          ]
        : [];
    }),
};

const neverCounted: ImportRule = {
  id: "import/never-counted",
  check(run) {
    const zero = Object.entries(run.summary).flatMap(([name, value]) =>
      value === 0 && /^avg_(api_calls|tokens|wall_clock)$/.test(name) ? [name] : [],
    );
    return zero.length > 0 && rowsOf(run).length > 0
      ? [`${listFirst(zero, 5)} ${plural(zero.length, "is", "are")} 0: nobody counted.`]
      : [];
  },
};

const outcomes = (run: ImportedRun): string =>
  JSON.stringify(
    rowsOf(run)
      .toSorted((a, b) => (a.problem < b.problem ? -1 : 1))
      .map(({ problem, solved, steps, score, diagnosis }) => [problem, solved, steps, score, diagnosis]),
  );

const identical: ImportRule = {
  id: "import/identical",
  check(run, all) {
    const n = rowsOf(run).length;
    if (n < FEWEST) return [];
    const own = outcomes(run);
    return all
      .filter((other) => other.name !== run.name && rowsOf(other).length === n && outcomes(other) === own)
      .map(
        ({ name }) =>
          `${name} has the same outcome in all ${countOf(n, "problem")}: the two do exactly the same, or one file is a copy.`,
      );
  },
};

const isGreedy = ({ protocol }: ImportedEvaluation): boolean => protocol.decoding === "greedy";

const notDeterministic: ImportRule = {
  id: "import/not-deterministic",
  check: (run, all) =>
    all.flatMap((other) => {
      if (other === run || other.name !== run.name) return [];
      const [a, b] = [run.evaluations.find(isGreedy), other.evaluations.find(isGreedy)];
      if (!a || !b || a.benchmark !== b.benchmark) return [];
      const steps = new Map(b.rows.map((row) => [row.problem, row.steps]));
      const both = a.rows.filter(({ problem }) => steps.has(problem));
      const apart = both.filter((row) => steps.get(row.problem) !== row.steps);
      return apart.length > 0
        ? [
            `At temperature 0 ${countOf(apart.length, "problem")} of ${both.length} took another number of steps than in the other evaluation of ${run.name}: decoding was not deterministic.`,
          ]
        : [];
    }),
};

const deadRun: ImportRule = {
  id: "import/dead-run",
  check({ history }) {
    let [losses, rewards] = [0, 0];
    for (const { columns } of history)
      for (const { metric, value } of columns) {
        const [isLoss, isReward] = [/loss/i.test(metric), /reward/i.test(metric)];
        if ((isLoss || isReward) && value.some((one) => one !== 0)) return [];
        if (isLoss) losses += value.length;
        if (isReward) rewards += value.length;
      }
    return losses > 2 && rewards > 2
      ? ["Loss and reward are 0 at every step: nothing was rewarded and nothing was learnt."]
      : [];
  },
};

const SHARE = /(^|[/_.])(rr|da|acc|accuracy|pass|success|recovery)([_@./]|$)/i;
const ROUNDS_THAT_TELL = 3;

/** Shares that stay the same to the last digit: what stands for an evaluation that failed does not move. */
const sameEveryRound: ImportRule = {
  id: "import/same-every-round",
  check({ history }) {
    const shares = new Map<string, { value: number; n: number }>();
    for (const { columns } of history) {
      for (const { metric, value } of columns.filter((column) => SHARE.test(column.metric))) {
        const told = shares.get(metric) ?? { value: value[0], n: 0 };
        if (value.some((one) => one !== told.value)) return [];
        shares.set(metric, { ...told, n: told.n + value.length });
      }
      // A long history is read no further for shares that it does not begin with.
      if (shares.size === 0) return [];
    }
    const [first] = [...shares].filter(
      ([, { value, n }]) => n >= ROUNDS_THAT_TELL && ![0, 1, 100].includes(value),
    );
    if (!first) return [];
    const [metric, { value, n }] = first;
    return [
      `${metric} is ${writeNumber(value)} in all ${countOf(n, "round")}: it was not measured anew, or nothing was learnt.`,
    ];
  },
};

/** Every rule about imported runs. */
export const IMPORT_RULES: readonly ImportRule[] = [
  summaryDiffers,
  repeatsCounted,
  elapsedShort,
  oneType,
  neverCounted,
  identical,
  notDeterministic,
  deadRun,
  sameEveryRound,
];

/** Every finding about a run of an import. */
export const importFindings = (run: ImportedRun, all: readonly ImportedRun[]): string[] =>
  IMPORT_RULES.flatMap((rule) => rule.check(run, all));
