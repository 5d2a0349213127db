import { afterAll, beforeAll, expect, test } from "vitest";
import { ListEvaluationsInput } from "../contracts/evaluation.ts";
import { drawVerifierAudit } from "../services/audits/draw.ts";
import { getAudit } from "../services/audits/get.ts";
import { markAudit } from "../services/audits/mark.ts";
import { getEvaluation } from "../services/evaluations/get.ts";
import { listEvaluations } from "../services/evaluations/list.ts";
import { ablationTable } from "../services/experiments/table.ts";
import { deleteRun } from "../services/runs/delete.ts";
import { getRun } from "../services/runs/get.ts";
import { makeWorld, type World } from "../services/testing.ts";
import { ledgerCaption } from "../wording/verdicts/ledger.ts";
import { openIngestDoor } from "./testing/ingest-door.ts";

let world: World;
let door: Awaited<ReturnType<typeof openIngestDoor>>;

beforeAll(async () => {
  world = makeWorld();
  door = await openIngestDoor(world);
});

afterAll(() => door.close());

const post: typeof door.post = (...sent) => door.post(...sent);

interface Sent {
  config: string;
  seed: number;
  /** Rows of values; the last one is the end. */
  rows: readonly Record<string, unknown>[];
  protocol?: Record<string, string | number>;
  /** The version of the policy that answered a problem of its evaluation. */
  policy?: (problem: number) => string | number;
  more?: object;
}

/** Sends one run whole, and answers with its experiment. */
async function send(
  experiment: string,
  { config, seed, rows, protocol, policy, more = {} }: Sent,
): Promise<string> {
  const key = `${config}-${seed}`;
  const place = { experiment, key, writer: key };
  const { run } = await post("runs", {
    ...place,
    client: "ablab 0.1",
    name: key,
    config: { seed, method: config },
    ...more,
  });
  for (const [n, values] of rows.entries())
    await post("rows", { n, step: n, at: 1_800_000_000_000 + n, values }, place);
  if (protocol)
    await post(
      "evaluations",
      {
        benchmark: "math",
        key: "final",
        step: rows.length,
        final: true,
        protocol,
        rows: Array.from({ length: 20 }, (_, i) => ({
          problem: `p${i}`,
          solved: i < 8 + seed,
          ...(policy && { policy_version: policy(i) }),
        })),
      },
      place,
    );
  await post("finish", { state: "finished", exitCode: 0, reason: null }, place);
  return getRun(world.ctx, run).row.experimentId;
}

const accuracy = (value: number, seed: number) => [
  { loss: 1 / (1 + seed), "test/accuracy": 0.1 },
  { loss: 0.5 / (1 + seed), "test/accuracy": value },
];
const BASELINE = [0.5, 0.52, 0.48];

async function baseline(experiment: string, values = BASELINE): Promise<string> {
  let id = "";
  for (const [seed, value] of values.entries())
    id = await send(experiment, { config: "a_baseline", seed, rows: accuracy(value, seed) });
  return id;
}

/** What is said of the first column, the verdict of the other configuration there, and its sentence. */
function saidOf(id: string, metric = "test/accuracy") {
  const table = ablationTable(world.ctx, id);
  const row = table.rows.find((one) => !one.baseline);
  const verdict = table.verdicts.find((one) => one.metric === metric) ?? table.verdicts.at(0);
  return {
    table,
    row,
    difference: row?.difference[metric],
    message: verdict?.answer ?? verdict?.message ?? "",
  };
}

/** One sentence: it ends once. Full stops inside numbers and names are none. */
const isOneSentence = (text: string): boolean => text.length > 0 && !/[.!?]\s+[A-Z]/.test(text.trim());

test("one configuration with one seed: nothing is compared, in one sentence", async () => {
  const id = await send("one", { config: "a", seed: 0, rows: accuracy(0.5, 0) });
  const { table, message } = saidOf(id);
  expect(table.rows).toHaveLength(1);
  expect(table.rows[0].metrics["test/accuracy"]).toMatchObject({ n: 1, low: null, high: null });
  expect(message).toSatisfy(isOneSentence);
});

test("all seeds of a configuration without a value: no claim", async () => {
  const id = await baseline("missing");
  for (const seed of [0, 1, 2]) await send("missing", { config: "b", seed, rows: [{ loss: 1 + seed }] });
  const { row, difference, message } = saidOf(id);
  expect(row?.metrics["test/accuracy"]?.n ?? 0).toBe(0);
  expect(["untested", undefined]).toContain(difference?.verdict);
  expect(message).toSatisfy(isOneSentence);
});

test("seeds that are all copies of one count once, and nothing is tested", async () => {
  const id = await baseline("copies");
  const rows = Array.from({ length: 12 }, (_, i) => ({ loss: 1 / (1 + i), "test/accuracy": 0.6 + i / 100 }));
  for (const seed of [0, 1, 2]) await send("copies", { config: "b", seed, rows });
  const { row, difference, message } = saidOf(id);
  expect(row?.metrics["test/accuracy"].n).toBe(1);
  expect(difference?.verdict).not.toMatch(/significant|suggestive/);
  expect(row?.findings.map(({ rule }) => rule)).toContain("C12");
  expect(message).toSatisfy(isOneSentence);
});

test("a loss that is NaN in the last step alone: that seed diverged, and its value is in no claim", async () => {
  const id = await baseline("nan");
  for (const [seed, value] of [0.7, 0.72, 0.71].entries()) {
    const rows = accuracy(value, seed);
    await send("nan", { config: "b", seed, rows: seed === 2 ? [...rows, { loss: "NaN" }] : rows });
  }
  const { row, difference, message } = saidOf(id);
  expect(row?.missing?.["test/accuracy"]?.map(({ seed, why }) => [seed, why])).toEqual([[2, "diverged"]]);
  expect(difference?.verdict).not.toBe("significant");
  expect(row?.findings.map(({ rule }) => rule)).toContain("D13");
  expect(message).toSatisfy(isOneSentence);
});

test("a protocol that changes between seeds is no one quantity: not ranked", async () => {
  let id = "";
  for (const seed of [0, 1, 2]) {
    const rows = [{ loss: 1 + seed }];
    const greedy = { temperature: 0, max_tokens: 512 };
    id = await send("protocols", { config: "a_baseline", seed, rows, protocol: greedy });
    const mixed = { temperature: seed === 2 ? 1 : 0, max_tokens: 512 };
    await send("protocols", { config: "b", seed, rows: [{ loss: 2 + seed }], protocol: mixed });
  }
  const { row, table } = saidOf(id);
  const evaluated = table.columns.find(({ metric }) => metric.startsWith("eval/"));
  expect(evaluated).toBeDefined();
  expect(row?.difference[evaluated?.metric ?? ""]?.verdict).toBe("not_ranked");
  expect(row?.findings.map(({ rule }) => rule)).toContain("C03");
});

test("an evaluation that several policies answered is said to be of none, on its page, in its run and in the table", async () => {
  const protocol = { temperature: 0 };
  const sends = (config: string, seed: number, policy: (problem: number) => number) =>
    send("policies", { config, seed, rows: [{ loss: 1 + seed }], protocol, policy });
  let id = "";
  for (const seed of [0, 1, 2]) {
    await sends("a_baseline", seed, () => 40);
    id = await sends("b", seed, (problem) => (seed === 1 ? 38 + (problem % 3) : 40));
  }
  const { row } = saidOf(id);
  expect(row?.findings.map(({ rule }) => rule)).toContain("C15");
  const seen = listEvaluations(world.ctx, ListEvaluationsInput.parse({ search: "b-" })).rows.filter(
    ({ experiment }) => experiment.id === id,
  );
  const bySeed = seen.toSorted((a, b) => a.run.seed - b.run.seed);
  expect(bySeed.map(({ run, policies }) => [run.seed, policies])).toEqual([
    [0, ["40"]],
    [1, ["38", "39", "40"]],
    [2, ["40"]],
  ]);
  const mixed = seen.find(({ policies }) => policies.length > 1)!;
  expect(getEvaluation(world.ctx, mixed.id).evaluation.policies).toEqual(["38", "39", "40"]);
  expect(getRun(world.ctx, mixed.run.id).evaluations[0].policies).toEqual(["38", "39", "40"]);
});

test("looks that a client declares after the fact are no looks: added seeds are claimed at 97.5 %", async () => {
  const id = await baseline("looks");
  for (const [seed, value] of [0.7, 0.72, 0.71].entries())
    await send("looks", { config: "b", seed, rows: accuracy(value, seed) });
  expect(saidOf(id).difference).toMatchObject({ verdict: "significant" });
  const more = { looks: 4, config: { seed: 3, method: "b", looks: 4 } };
  await send("looks", { config: "a_baseline", seed: 3, rows: accuracy(0.5, 3) });
  await send("looks", { config: "b", seed: 3, rows: accuracy(0.7, 3), more: { looks: more.looks } });
  const { table, difference } = saidOf(id);
  expect(table.looks).toMatchObject({ declared: 1, planned: false });
  expect(difference?.look).toMatchObject({ number: 2, level: 0.975 });
});

test("a baseline that is deleted after it was seen: nothing is claimed, in one sentence", async () => {
  const id = await baseline("gone");
  for (const [seed, value] of [0.7, 0.72, 0.71].entries())
    await send("gone", { config: "b", seed, rows: accuracy(value, seed) });
  const { table } = saidOf(id);
  for (const run of table.rows.find((row) => row.baseline)?.runIds ?? []) deleteRun(world.ctx, run);
  const after = ablationTable(world.ctx, id);
  const verdicts = after.rows.map((row) => row.difference["test/accuracy"]?.verdict);
  expect(verdicts.filter((verdict) => /significant|suggestive/.test(verdict ?? ""))).toEqual([]);
  expect(after.verdicts[0].answer ?? after.verdicts[0].message).toSatisfy(isOneSentence);
});

test("many comparisons on one set of problems are counted in one sentence beside the claims", async () => {
  const rows = [{ loss: 1 }];
  let id = "";
  for (const experiment of ["counted-1", "counted-2"])
    for (let n = 0; n <= 11; n++)
      id = await send(experiment, { config: `c${n}`, seed: 0, rows, protocol: { temperature: 0 } });
  const { ledger } = ablationTable(world.ctx, id);
  expect(ledger?.own).toBe(11);
  expect(ledger!.before).toBeGreaterThanOrEqual(11);
  expect(ledgerCaption(ledger!)).toSatisfy(isOneSentence);
});

test("an audit by two people who disagree: both stand, the corrected success spans both, and none decides", async () => {
  const place = { experiment: "audited", key: "a", writer: "a" };
  const { run } = await post("runs", { ...place, client: "ablab 0.1", name: "a", config: { seed: 0 } });
  await post("rows", { n: 0, step: 0, at: 1_800_000_000_000, values: { loss: 1 } }, place);
  for (let group = 0; group < 15; group++)
    await post(
      "rollouts",
      {
        step: 5,
        key: `p${group}`,
        phase: "eval",
        prompt: `Question ${group}`,
        completions: [0, 1, 2, 3].map((place) => `Answer ${place} to ${group}`),
        reward: [0, 1, 2, 3].map((place) => Number((place + group) % 3 === 0)),
      },
      place,
    );
  const { id, items } = await drawVerifierAudit(world.ctx, { runId: run, phase: "eval", step: 5 });
  expect(items).toHaveLength(50);
  for (const { position, accepted } of items) {
    markAudit(world.ctx, { id, position, by: "Ada", right: accepted });
    markAudit(world.ctx, { id, position, by: "Ben", right: !accepted });
  }
  const { agreements, estimates, corrected } = getAudit(world.ctx, { id });
  expect(agreements).toMatchObject([{ alike: 0, n: 50 }]);
  expect(agreements[0].kappa).toBeLessThan(0);
  const each = estimates.map((one) => one.corrected!);
  expect(each).toHaveLength(2);
  expect(corrected?.low).toBe(Math.min(...each.map(({ low }) => low)));
  expect(corrected?.high).toBe(Math.max(...each.map(({ high }) => high)));
});
