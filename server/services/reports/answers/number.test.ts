import { doAtOnce } from "../../series/sliced.ts";
import { describe, expect, test } from "vitest";
import type { NumberAnswer } from "../../../contracts/reports/report-answer.ts";
import { textOf } from "../../../contracts/reports/report-tree.ts";
import { wilson } from "../../../stats/problems/wilson.ts";
import { ablationTable } from "../../experiments/table.ts";
import {
  evaluationEvent,
  joinWorker,
  launch,
  makeWorld,
  pointsEvents,
  populationEvent,
  started,
  startNext,
} from "../../testing.ts";
import { readQuery } from "../query/read-query.ts";
import { HASHES, page, reportWorld, write, type ReportWorld } from "../testing.ts";
import { resolveQuery } from "./resolve.ts";
import { startReading } from "./reading.ts";

function ask(world: Pick<ReportWorld, "ctx">, text: string) {
  const read = readQuery("number", text);
  if (!read.ok) throw new Error(read.message);
  return doAtOnce(resolveQuery(startReading(world.ctx), read.query));
}

function value(world: Pick<ReportWorld, "ctx">, text: string): NumberAnswer {
  const { answer } = ask(world, text);
  if (answer.kind !== "number") throw new Error(answer.kind === "error" ? answer.message : answer.kind);
  return answer;
}

test("the interval of a share over seeds ends at 100 %, in the report as in the table", () => {
  const world = makeWorld();
  const { experimentId } = launch(world, { presets: ["baseline"], seeds: [0, 1, 2] });
  const worker = joinWorker(world);
  for (const hits of [34, 40, 40]) {
    const run = startNext(world, worker);
    run.send(populationEvent(HASHES), evaluationEvent(HASHES, hits));
    run.finish();
  }
  const of = `metric: eval/rr_at_5; experiment: ${experimentId}; config: baseline`;
  const { low, high, method } = value(world, of);
  expect([high, method]).toEqual([1, expect.stringMatching(/, cut at 0 and 100 %$/)]);
  const [row] = ablationTable(world.ctx, experimentId).rows;
  expect(row.metrics["eval/rr_at_5"]).toMatchObject({ low, high, method });
});

test("the first evaluation of a run is the first of those that were decoded as the final one", () => {
  const { world, attempt } = started();
  attempt.send(
    populationEvent(HASHES),
    evaluationEvent(HASHES, 40, { key: "longer", step: 0, final: false, maxSteps: 60 }),
    evaluationEvent(HASHES, 10, { key: "start", step: 1, final: false }),
    evaluationEvent(HASHES, 20),
  );
  attempt.finish();
  const of = `metric: eval/rr_at_5; run: ${attempt.runId}`;
  expect([value(world, `${of}; at: first`).value, value(world, of).value]).toEqual([0.25, 0.5]);
});

test("a difference has another digest once a rule forbids it, though no value has changed", () => {
  const world = reportWorld();
  const of = `metric: eval/rr_at_5; experiment: ${world.experimentId}; config: no_kl; difference: baseline`;
  const before = ask(world, of);
  world.ctx.db.$client.exec(
    "update evaluations set protocol_hash = 'another', protocol = json_set(protocol, '$.maxSteps', 7) where run_id in (select id from runs where label = 'no_kl')",
  );
  const after = ask(world, of);
  const values = [before, after].map(({ answer }) => (answer.kind === "number" ? answer.value : answer));
  expect([typeof values[0], values[1]]).toEqual(["number", null]);
  expect(after.digest).not.toBe(before.digest);
});

test("a table has another digest once what objects in it weighs otherwise, though no value has changed", () => {
  const world = reportWorld();
  const { $client } = world.ctx.db;
  $client.exec(
    "update evaluations set protocol_hash = 'another', protocol = json_set(protocol, '$.maxSteps', 7) where run_id in (select id from runs where label = 'no_kl')",
  );
  const read = readQuery("ablation-table", `experiment: ${world.experimentId}\nmetrics: eval/rr_at_5`);
  if (!read.ok) throw new Error(read.message);
  const now = () => doAtOnce(resolveQuery(startReading(world.ctx), read.query));
  const before = now();
  $client
    .prepare(
      "update experiments set plan = json_set(plan, '$.beside', json_object((select cell from runs where label = 'no_kl'), 'on purpose')) where id = ?",
    )
    .run(world.experimentId);
  const after = now();
  const weights = [before, after].map(({ answer }) =>
    answer.kind === "table"
      ? answer.rows.flatMap(({ findings }) => findings.map(({ rule, severity }) => `${rule} ${severity}`))
      : answer.kind,
  );
  expect(weights[1]).not.toEqual(weights[0]);
  expect(after.digest).not.toBe(before.digest);
});

describe("a number of a report is the number of the ablation table", () => {
  const world = reportWorld();
  const table = ablationTable(world.ctx, world.experimentId);

  test.each(table.columns.map((c) => c.metric))(
    "%s: value, interval, n, and the difference with its p",
    (metric) => {
      for (const row of table.rows) {
        const of = `metric: ${metric}; experiment: ${world.experimentId}; config: ${row.config}`;
        const { value: v, low, high, n } = row.metrics[metric];
        expect(value(world, of)).toMatchObject({ value: v, low, high, n, counts: "seed", difference: false });
        if (row.baseline) continue;
        const d = row.difference[metric];
        expect(value(world, `${of}; difference: baseline`)).toMatchObject({
          value: d.value,
          low: d.low,
          high: d.high,
          p: d.p,
          method: d.method,
          difference: true,
        });
      }
    },
  );

  test("of one run it is over problems with Wilson's interval, and the first evaluation is another one", () => {
    const run = world.runs.find((r) => r.label === "no_kl" && r.seed === 1);
    const expected = wilson(26, 40);
    expect(value(world, `metric: eval/rr_at_5; run: ${run?.id}`)).toMatchObject({
      value: expected.value,
      low: expected.low,
      high: expected.high,
      n: 40,
      counts: "problem",
    });
    expect(value(world, `metric: eval/rr_at_5; run: ${run?.id}; at: first`).value).toBe(16 / 40);
    expect(value(world, `metric: eval/rr_at_5; run: ${run?.id}; at: 0`).value).toBe(16 / 40);
  });

  test("of a training metric of one run there is no interval, and it says why", () => {
    const answer = value(world, `metric: reward/raw; run: ${world.runs[0].id}`);
    expect(answer).toMatchObject({
      value: 0.5,
      low: null,
      n: 10,
      counts: "train step",
      caveat: "no interval",
    });
    expect(answer.method).toContain("not independent");
  });
});

describe("what has no answer is one sentence in its place, and the page stays whole", () => {
  const world = reportWorld();
  const { experimentId: e, runs } = world;

  test.each([
    [
      `metric: eval/rr; run: run_zzzzzzzzzzzzzzzz`,
      "There is no run run_zzzzzzzzzzzzzzzz. It may have been deleted.",
      true,
    ],
    [`metric: eval/rr; evaluation: evl_zzzzzzzzzzzzzzzz`, "There is no evaluation", true],
    [`metric: eval/rr; experiment: exp_zzzzzzzzzzzzzzzz; config: a`, "There is no experiment", true],
    [`metric: eval/rr; experiment: ${e}; config: nobody`, "It has baseline, no_kl.", true],
    [`metric: eval/rr; run: ${runs[0].id}; at: 7`, "no evaluation at train step 7", true],
    [
      `metric: my/own; experiment: ${e}; config: no_kl; difference: baseline`,
      "has no difference in my/own",
      false,
    ],
  ])("%s", (text, words, gone) => {
    const { answer } = ask(world, text);
    expect(answer).toMatchObject({ kind: "error", gone });
    expect(answer.kind === "error" && answer.message).toContain(words);
  });

  test("between other words", () => {
    const id = write(
      world,
      `Before {{number metric: eval/rr; run: run_zzzzzzzzzzzzzzzz}} after.\n\n\`\`\`ablab pie\n\`\`\`\n\nEnd.`,
    );
    const drawn = page(world, id);
    expect(drawn.counts.errors).toBe(2);
    expect(drawn.tree.map(textOf).join("\n")).toMatch(
      /Before There is no run .* after\.[\s\S]*There is no block "pie"[\s\S]*End\./,
    );
  });

  test("a metric that nobody measured is a dash, never 0", () => {
    expect(value(world, `metric: my/own; run: ${runs[0].id}`)).toMatchObject({ value: null, special: null });
    const id = write(world, `{{number metric: my/own; run: ${runs[0].id}}}`);
    expect(page(world, id).tree.map(textOf).join("")).toMatch(/^ computed now–/);
  });
});

test("with one seed there is a value, no band and no interval, and both are said", () => {
  const world = reportWorld({ seeds: [0] });
  const answer = value(world, `metric: eval/rr_at_5; experiment: ${world.experimentId}; config: baseline`);
  expect(answer).toMatchObject({ low: null, high: null, n: 1, caveat: "1 seed, no interval" });
  const id = write(
    world,
    `{{number metric: eval/rr_at_5; experiment: ${world.experimentId}; config: baseline; show: full}}\n\n\`\`\`ablab metric-chart\nmetric: reward/raw\nexperiment: ${world.experimentId}\n\`\`\``,
  );
  const text = page(world, id).tree.map(textOf).join("\n");
  expect(text).toContain("50\u202f% 1 seed, no interval");
  expect(text).toContain("; n 1 seed.");
  expect(text).toContain("No interval below 3 seeds.");
  expect(text).toContain("Fewer than 3 seeds, no intervals.");
});

test("a value that is not a number is its word, on its own and in the mean that holds it", () => {
  const world = makeWorld();
  const { experimentId, runs } = launch(world, { seeds: [0, 1, 2] });
  const worker = joinWorker(world, { slots: 9 });
  for (let i = 0; i < 3; i++) {
    const attempt = startNext(world, worker);
    const bad = attempt.runId === runs[1].id;
    attempt.send(
      populationEvent(HASHES),
      ...pointsEvents({ "reward/raw": 1 }, 11),
      { t: "points", step: 12, at: 30, values: { "reward/raw": bad ? "NaN" : 1 } },
      evaluationEvent(HASHES, 20),
    );
    attempt.finish();
  }
  expect(value({ ctx: world.ctx }, `metric: reward/raw; run: ${runs[1].id}`)).toMatchObject({
    value: null,
    special: "NaN",
  });
  const mean = value({ ctx: world.ctx }, `metric: reward/raw; experiment: ${experimentId}; config: baseline`);
  expect(mean).toMatchObject({
    value: null,
    special: "NaN",
    low: null,
    caveat: "seed 1 is not finite; 2 seeds, no interval",
  });
});
