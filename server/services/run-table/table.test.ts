import * as fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { makeManyRuns, type ManyRunsWorld } from "#db/testing/many-runs.ts";
import { manyRunsValue } from "#db/testing/many-series.ts";
import { selectRunsByIds, type RunRecord } from "#db/queries/runs.ts";
import { RunTableInput, type RunEntry, type TableCell } from "../../contracts/run-table.ts";
import type { Condition, SortKey } from "../../contracts/run-table-columns.ts";
import { codeOf, makeWorld, type World } from "../testing.ts";
import { runTable } from "./table.ts";
import { tableOrder } from "./order.ts";

const SEED = 7;
const world: World = makeWorld();
let many: ManyRunsWorld;
let runs: RunRecord[];
let place: Map<string, number>;

beforeAll(() => {
  many = makeManyRuns(world.ctx.db, { runs: 240, metrics: 45, seed: SEED });
  runs = selectRunsByIds(world.ctx.db, many.runIds);
  place = new Map(many.runIds.map((id, i) => [id, i]));
  runs.sort((a, b) => (place.get(a.id) as number) - (place.get(b.id) as number));
});

const ask = (view: Partial<RunTableInput> = {}) =>
  runTable(world.ctx, RunTableInput.parse({ limit: 200, ...view }));

async function orderOf(view: Partial<RunTableInput>): Promise<number[]> {
  const pages = [await ask(view), await ask({ ...view, offset: 200 })];
  return pages.flatMap(({ entries }) =>
    entries.flatMap((entry) => (entry.kind === "run" ? [place.get(entry.run.id) as number] : [])),
  );
}

/** What a column of run `i` is to a plain reader: a number, a word, a switch, or undefined. */
type Plain = number | string | boolean | undefined;
const METRICS = [
  "optim/grad_norm",
  `loss "quoted"`,
  "val.loss:top-1",
  "точность 😀",
  "a'; drop table runs; --",
  "eval/rr_at_5",
];
const ODD = `note "a.b" 😀`;

const COLUMNS: Record<string, (i: number) => Plain> = {
  seed: (i) => runs[i].seed,
  recipe: (i) => runs[i].recipe,
  launched: (i) => runs[i].queuedAt,
  time: (i) => (runs[i].endedAt as number) - (runs[i].startedAt as number),
  "param:learning_rate": (i) => runs[i].params.learning_rate,
  "param:optimizer": (i) => runs[i].params.optimizer,
  "param:clip": (i) => runs[i].params.clip,
  [`param:${ODD}`]: (i) => runs[i].params[ODD],
  ...Object.fromEntries(
    METRICS.map((metric) => [
      `metric:${metric}:last`,
      (i: number) => manyRunsValue(i, many.metrics.indexOf(metric), SEED),
    ]),
  ),
};

/** Numbers, switches, words, +Inf, -Inf, NaN, nothing: in this sequence whichever way round. */
function rank(value: Plain): number {
  if (value === undefined) return 9;
  if (typeof value === "boolean") return 1;
  if (typeof value === "string") return 2;
  if (Number.isNaN(value)) return 5;
  return value === Number.POSITIVE_INFINITY ? 3 : value === Number.NEGATIVE_INFINITY ? 4 : 0;
}

function compare(a: Plain, b: Plain, direction: "asc" | "desc"): number {
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  if (rank(a) > 2 || a === b) return 0;
  const before = (a as number | string) < (b as number | string) ? -1 : 1;
  return direction === "asc" ? before : -before;
}

const plainOrder = (sort: SortKey[], indexes: number[]) =>
  indexes.toSorted((a, b) => {
    for (const { column, direction } of sort) {
      const by = compare(COLUMNS[column](a), COLUMNS[column](b), direction);
      if (by !== 0) return by;
    }
    return b - a;
  });

const everyRun = () => runs.map((_, i) => i);
const columnName = fc.constantFrom(...Object.keys(COLUMNS).concat(METRICS.map((m) => `metric:${m}:last`)));

test("any keys put the runs into the order that plain JavaScript puts them into, ties, NaN and gaps included", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(columnName, { minLength: 1, maxLength: 3 }),
      fc.array(fc.constantFrom("asc" as const, "desc" as const), { minLength: 3, maxLength: 3 }),
      async (columns, directions) => {
        const sort = columns.map((column, i) => ({ column, direction: directions[i] }));
        expect(await orderOf({ sort })).toEqual(plainOrder(sort, everyRun()));
      },
    ),
    { numRuns: 60 },
  );
});

const OPS = {
  eq: (a: number, b: number) => a === b,
  ne: (a: number, b: number) => a !== b,
  lt: (a: number, b: number) => a < b,
  le: (a: number, b: number) => a <= b,
  gt: (a: number, b: number) => a > b,
  ge: (a: number, b: number) => a >= b,
};

test("conditions on metrics hold for finite values only, together, and are counted by state", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          metric: fc.constantFrom(...METRICS),
          op: fc.constantFrom("eq", "ne", "lt", "le", "gt", "ge", "set", "unset", "bad"),
          value: fc.constantFrom("0.5", "50 %", "0", "5e-1", "0.35"),
        }),
        { minLength: 1, maxLength: 2 },
      ),
      async (parts) => {
        const where = parts.map(({ metric, op, value }): Condition => ({
          column: `metric:${metric}:last`,
          op,
          value,
        }));
        const fits = (i: number) =>
          parts.every(({ metric, op, value }) => {
            const found = COLUMNS[`metric:${metric}:last`](i) as number | undefined;
            const asked = value.endsWith("%") ? Number.parseFloat(value) / 100 : Number(value);
            if (op === "set") return found !== undefined;
            if (op === "unset") return found === undefined;
            if (op === "bad") return found !== undefined && !Number.isFinite(found);
            return found !== undefined && Number.isFinite(found) && OPS[op](found, asked);
          });
        const expected = everyRun().filter(fits);
        expect(await orderOf({ where })).toEqual(expected.toReversed());
        const { runs: fitting, all, counts } = await ask({ where });
        expect([fitting, all]).toEqual([expected.length, 240]);
        expect(counts).toEqual(
          Object.fromEntries(
            [...Map.groupBy(expected, (i) => runs[i].state)].map(([state, of]) => [state, of.length]),
          ),
        );
      },
    ),
    { numRuns: 40 },
  );
});

test.each([
  ["param:learning_rate", "eq", "0.003", (r: RunRecord) => r.params.learning_rate === 0.003],
  ["param:learning_rate", "ge", "0.003", (r: RunRecord) => Number(r.params.learning_rate) >= 0.003],
  ["param:optimizer", "gt", "0", () => false],
  ["param:clip", "ge", "0", () => false],
  [`param:${ODD}`, "lt", "9", (r: RunRecord) => r.params[ODD] === 3],
  ["param:optimizer", "eq", "sgd", (r: RunRecord) => r.params.optimizer === "sgd"],
  ["param:optimizer", "ne", "sgd", (r: RunRecord) => r.params.optimizer !== "sgd"],
  ["param:optimizer", "has", "DA", (r: RunRecord) => r.params.optimizer === "adam"],
  ["param:clip", "eq", "false", (r: RunRecord) => r.params.clip === false],
  [`param:${ODD}`, "set", "", (r: RunRecord) => r.params[ODD] !== undefined],
  [`param:${ODD}`, "eq", "3", (r: RunRecord) => r.params[ODD] === 3],
  [`param:${ODD}`, "ne", "3", (r: RunRecord) => r.params[ODD] === "yes"],
  ["param:no such", "unset", "", () => true],
  ["recipe", "eq", "dgro", (r: RunRecord) => r.recipe === "dgro"],
  ["worker", "has", "rack", (_: RunRecord, i: number) => i % 3 === 2],
  ["label", "eq", "No_KL", (r: RunRecord) => r.label === "no_kl"],
  ["seed", "gt", "1", (r: RunRecord) => r.seed > 1],
  ["state", "ne", "finished", (r: RunRecord) => r.state !== "finished"],
  ["experiment", "eq", "question 3", (_: RunRecord, i: number) => Math.floor(i / 15) === 3],
  ["run", "has", "_", (r: RunRecord) => r.name.includes("_")],
  ["run", "has", "E-S1", (r: RunRecord) => r.name === "baseline-s1"],
] as const)("%s %s %s", async (column, op, value, fits) => {
  const found = await orderOf({ where: [{ column, op, value }] });
  expect(found).toEqual(
    everyRun()
      .filter((i) => fits(runs[i], i))
      .toReversed(),
  );
});

test("a view by state shows its states, and still says how many runs are in the others", async () => {
  const failed = everyRun().filter((i) => runs[i].state === "failed");
  const answer = await ask({ state: "failed" });
  expect([answer.runs, answer.all]).toEqual([failed.length, 240]);
  expect(answer.counts).toEqual((await ask()).counts);
  expect((await orderOf({ state: "failed" })).toSorted((a, b) => a - b)).toEqual(failed);
});

test("names with quotes, dots, colons and statements are values like others", async () => {
  const columns = METRICS.map((metric) => `metric:${metric}:last`);
  const { entries } = await ask({ columns: [...columns, `param:${ODD}`], limit: 100 });
  for (const entry of entries as RunEntry[]) {
    const i = place.get(entry.run.id) as number;
    const values = entry.cells.slice(0, METRICS.length).map((cell) => plainOf(cell));
    expect(values).toEqual(METRICS.map((metric) => COLUMNS[`metric:${metric}:last`](i)));
    expect(plainOf(entry.cells.at(-1) ?? null)).toEqual(runs[i].params[ODD]);
  }
  expect((await ask()).all).toBe(240);
});

function plainOf(cell: TableCell): Plain {
  if (cell?.kind === "param") return cell.value;
  if (cell?.kind !== "metric" || cell.value === null) return undefined;
  return typeof cell.value === "string" ? Number(cell.value) : cell.value;
}

test("sorted by a training reward, each reward function's runs stand apart under their name, ranked among themselves", async () => {
  const answer = await ask({ sort: [{ column: "metric:reward/raw:last", direction: "desc" }] });
  const heads = answer.entries.flatMap((e, at) =>
    e.kind === "part" ? [{ at, head: e.head, ranked: e.ranked, runs: e.runs }] : [],
  );
  expect(heads[0]).toEqual({
    at: 0,
    head: "reward function solved - steps",
    ranked: true,
    runs: 140,
  });
  expect(answer.length).toBe(244);
  expect(answer.notes.join(" ")).toMatch(
    /not ranked against each other \(C01\), so the 3 reward functions stand apart/,
  );
  const order = await orderOf({ sort: [{ column: "metric:reward/raw:last", direction: "desc" }] });
  const first = order.slice(0, 140);
  expect(new Set(first.map((i) => runs[i].rewardHash)).size).toBe(1);
  const metric = many.metrics.indexOf("reward/raw");
  const values = first.map((i) => manyRunsValue(i, metric, SEED));
  expect(values).toEqual(values.toSorted((a, b) => compare(a, b, "desc")));
});

test("an x or a count of a training reward ranks nothing by reward, so nothing stands apart", async () => {
  const { entries } = await ask({ sort: [{ column: "metric:reward/raw:n", direction: "desc" }] });
  expect(entries.some((entry) => entry.kind === "part")).toBe(false);
});

test("a text that no name has finds nothing, also where SQLite would take it for the end of a text", async () => {
  for (const search of ["\0", "zzz\0", "%"]) expect((await ask({ search })).runs).toBe(0);
});

test("a view that cannot be is refused with the way out", () => {
  const order = (view: Partial<RunTableInput>) => () => tableOrder(world.ctx, RunTableInput.parse(view));
  for (const refused of [
    order({ sort: [{ column: "why", direction: "asc" }] }),
    order({ group: "metric:reward/raw:last" }),
    order({ group: "launched" }),
    order({ where: [{ column: "seed", op: "gt", value: "many" }] }),
    order({ where: [{ column: "param:optimizer", op: "lt", value: "adam" }] }),
  ])
    expect(codeOf(refused).code).toBe("invalid");
  expect(RunTableInput.safeParse({ sort: [{ column: "r.name; --", direction: "asc" }] }).success).toBe(false);
  expect(RunTableInput.safeParse({ where: [{ column: "seed", op: "gt", value: " " }] }).success).toBe(false);
});

test("an order is worked out once and holds until something of it changes", () => {
  const view = RunTableInput.parse({ sort: [{ column: "seed", direction: "asc" }] });
  const first = tableOrder(world.ctx, view);
  expect(tableOrder(world.ctx, { ...view, search: " " })).toBe(first);
  world.ctx.db.$client.exec("update attempts set last_seen_at = last_seen_at + 1");
  expect(tableOrder(world.ctx, view)).toBe(first);
  const byMetric = RunTableInput.parse({
    sort: [{ column: "metric:optim/grad_norm:last", direction: "asc" }],
  });
  const moving = tableOrder(world.ctx, byMetric);
  world.ctx.db.$client.exec(
    "update series set last_value = -1 where metric = 'optim/grad_norm' and last_kind = 0",
  );
  expect(tableOrder(world.ctx, byMetric)).toBe(moving);
  world.clock.now += 3000;
  expect(tableOrder(world.ctx, byMetric)).not.toBe(moving);
});
