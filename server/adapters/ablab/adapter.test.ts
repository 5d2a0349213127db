import { describe, expect, test } from "vitest";
import { INGEST_BASE, INGEST_TYPES } from "../../../workers/protocol/ingest.ts";
import { encodePoints } from "../../../workers/protocol/points-binary.ts";
import { fakeVerbs } from "../testing.ts";
import { ablabAdapter } from "./adapter.ts";

const PLACE = { experiment: "grpo", key: "run/1\u202e" };

function world() {
  const verbs = fakeVerbs();
  const post = async (
    verb: string,
    body: unknown,
    query: Record<string, string> = {},
    type: string = INGEST_TYPES.json,
  ) => {
    const bytes =
      body instanceof Uint8Array ? body : Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
    const answer = await ablabAdapter.take(
      {
        method: "POST",
        path: `${INGEST_BASE}/${verb}`,
        query: new URLSearchParams({ ...PLACE, writer: "w", ...query }),
        headers: { "content-type": type },
        body: bytes,
        origin: "http://127.0.0.1:7400",
        owner: { tokenId: "token", projectId: "project" },
      },
      verbs,
    );
    return { status: answer.status, said: JSON.parse(String(answer.body)) as Record<string, unknown> };
  };
  const lines = (verb: string, ...given: unknown[]) =>
    post(verb, given.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"));
  const open = (more: object = {}) => post("runs", { client: "ablab 0.1", ...PLACE, writer: "w", ...more });
  const run = () => verbs.runs.get(`${PLACE.experiment}/${PLACE.key}`)!;
  return { verbs, post, lines, open, run };
}

const row = (n: number, values: object, step: number | null = n) => ({ n, step, at: 1000 + n, values });

describe("a run", () => {
  test("is opened with nested configuration, found again, and never made twice", async () => {
    const { open, run } = world();
    const config = { seed: 3, optim: { lr: 1e-6, betas: [0.9, 0.99] }, none: null, empty: {} };
    const first = await open({ name: "a", config, tags: ["x"], environment: { host: "h", gpus: 8 } });
    expect(first.said).toMatchObject({
      created: true,
      rows: 0,
      stop: false,
      url: "http://127.0.0.1:7400/runs/r1",
    });
    expect(run().facts).toMatchObject({
      name: "a",
      tags: ["x"],
      config: { seed: 3, "optim.lr": 1e-6, "optim.betas": "[0.9,0.99]", empty: "{}" },
      environment: { host: "h", gpus: "8" },
    });
    expect((await open()).said).toMatchObject({ created: false, run: "r1" });
    expect(run().facts.name).toBe("a");
  });

  test("with odd facts is opened all the same", async () => {
    const { open, run } = world();
    expect((await open({ name: 7, tags: "x", config: [1], notes: "n".repeat(30_000) })).status).toBe(200);
    expect(run().facts).toMatchObject({ name: null, tags: [], config: {} });
    expect(run().facts.notes).toHaveLength(20_000);
  });

  test("that is not there is a 404 for all that is sent to it, and one without a name a 400", async () => {
    const { lines, post } = world();
    expect((await lines("rows", row(0, { a: 1 }))).status).toBe(404);
    expect((await post("runs", { experiment: "e" })).status).toBe(400);
    expect((await post("nothing", {})).status).toBe(404);
  });

  test("may have a key that is too long without becoming another one", async () => {
    const { verbs, open } = world();
    await open({ key: `${"k".repeat(300)}1` });
    await open({ key: `${"k".repeat(300)}2` });
    expect([...verbs.runs.keys()].map((place) => place.length)).toEqual([205, 205]);
  });
});

describe("rows", () => {
  test("are stored once, whatever is sent again and however it is cut", async () => {
    const { open, lines, run } = world();
    await open();
    const all = [0, 1, 2, 3].map((n) => row(n, { loss: n / 2 }));
    expect((await lines("rows", ...all.slice(0, 3))).said).toEqual({ acked: 3, parked: 0, stop: false });
    expect((await lines("rows", ...all.slice(1))).said.acked).toBe(4);
    expect(run().rows.get("w:history")).toEqual(all.map(({ n: _n, ...rest }) => rest));
    expect((await open()).said).toMatchObject({ rows: 4, lastStep: 3 });
  });

  test("keep what is not finite, open what is nested, and put texts and lists where they belong", async () => {
    const { open, lines, run } = world();
    await open();
    await lines(
      "rows",
      row(0, { a: "NaN", b: "-Infinity", c: true, d: { e: { f: 2 } }, g: "words", h: [1], i: null }),
      row(1, { ["__proto__"]: 5, h: [2] }, null),
      '{"n":2,"step":null,"at":null,"values":{"__proto__":"text","x":1}}',
    );
    const [first, , third] = run().rows.get("w:history")!;
    expect(first.values).toEqual({ a: Number.NaN, b: -Infinity, c: 1, "d/e/f": 2 });
    expect(third).toEqual({ step: null, at: null, values: { x: 1 } });
    expect(run().facts.summary.g).toBe("words");
    expect(run().notes).toEqual([
      {
        level: "info",
        message: '"h" came with a list or an object where a curve takes a number; it is not drawn.',
      },
    ]);
  });

  test("keep their numbers where a line between them cannot be read", async () => {
    const { open, lines, run } = world();
    await open();
    const answer = await lines("rows", row(0, { a: 1 }), '{"n":1,"step":NaN}', row(2, { a: 3 }));
    expect(answer).toMatchObject({ status: 200, said: { acked: 3, parked: 1 } });
    expect(
      run()
        .rows.get("w:history")!
        .map(({ values }) => values),
    ).toEqual([{ a: 1 }, {}, { a: 3 }]);
    expect(run().notes[0].message).toContain("cannot be read as rows");
  });

  test("in columns are the same rows", async () => {
    const { open, post, run } = world();
    await open();
    const column = (metric: string, values: number[]) => ({
      metric,
      axis: "step",
      x: Float64Array.of(5, 6),
      value: Float64Array.from(values),
      at: Float64Array.of(1, 2),
    });
    const body = encodePoints([column("a", [1, Number.NaN]), column("__proto__", [3, 4])]);
    const sent = () => post("rows", body, { first: "0" }, INGEST_TYPES.binary);
    expect((await sent()).said.acked).toBe(2);
    expect((await sent()).said.acked).toBe(2);
    const rows = run().rows.get("w:history")!;
    expect(rows.map(({ step, at }) => [step, at])).toEqual([
      [5, 1],
      [6, 2],
    ]);
    expect(Object.entries(rows[1].values)).toEqual([
      ["a", Number.NaN],
      ["__proto__", 4],
    ]);
    expect((await post("rows", body, {}, INGEST_TYPES.binary)).status).toBe(400);
    expect((await post("rows", body.subarray(9), { first: "0" }, INGEST_TYPES.binary)).status).toBe(400);
  });
});

test("a turn that calls tools keeps what it called, with its words and without any", async () => {
  const { open, lines, run } = world();
  await open();
  const calls = [{ function: { name: "calc", arguments: { expr: "3*17" } } }];
  await lines("rollouts", {
    step: 1,
    key: "g",
    prompt: "3 * 17",
    completions: [
      [
        { role: "assistant", content: "I ask.", tool_calls: calls },
        { role: "assistant", content: null, tool_calls: calls },
        { role: "tool", content: "51" },
      ],
    ],
    rewards: {},
  });
  const [made] = run().rollouts.values();
  expect(made.completion.map(({ text }) => text)).toEqual([
    'I ask.\ncalc({"expr":"3*17"})',
    'calc({"expr":"3*17"})',
    "51",
  ]);
});

test("groups become completions with their rewards, and turns keep theirs", async () => {
  const { open, lines, run } = world();
  await open();
  await lines("rollouts", {
    step: 4,
    key: "g1",
    prompt: [{ role: "user", content: [{ type: "text", text: "1 + 1" }] }],
    completions: ["2", [{ role: "assistant", content: "3", reward: 0.5 }]],
    rewards: { correct: [1, "NaN"], format: [1] },
    reward: [2, 0],
    advantages: [1, -1],
    truncated: [false, true],
    stopReasons: ["eos", "length"],
    phase: "train",
    extra: { answer: ["2", "2"] },
  });
  const [first, second] = run().rollouts.values();
  expect(first).toMatchObject({
    step: 4,
    group: "g1",
    place: 0,
    prompt: [{ role: "user", text: "1 + 1" }],
    completion: [{ role: "assistant", text: "2" }],
    rewards: { correct: 1, format: 1 },
    reward: 2,
    advantage: 1,
    length: null,
    truncated: false,
    stopReason: "eos",
    extra: { answer: "2" },
  });
  expect(second.rewards).toEqual({ correct: Number.NaN, format: null });
  expect(second.completion).toEqual([{ role: "assistant", text: "3", reward: 0.5 }]);
});

test("evaluations, alerts, files, output and the end arrive once, and what cannot be read is said", async () => {
  const { open, lines, post, run } = world();
  await open();
  const rows = [
    { problem: 7, solved: 1, score: "NaN", steps: 3 },
    { problem: "b", solved: false },
    { solved: true },
  ];
  const evaluation = { benchmark: "aime", key: "aime@10", step: 10, final: true, rows };
  await lines("evaluations", { ...evaluation, protocol: { temperature: 0.6, judge: "gpt-5", other: 1 } });
  expect(run().evaluations.get("aime@10")!.logged).toEqual({ temperature: "0.6", judge: "gpt-5" });
  expect(run().evaluations.get("aime@10")!.rows).toEqual([
    { problem: "7", solved: true, score: Number.NaN, steps: 3 },
    { problem: "b", solved: false, score: null, steps: null },
  ]);
  const alert = { id: "w:0", level: "warn", title: "Spike", text: "loss is <b>9</b>" };
  await lines("alerts", alert, alert);
  expect(run().notes).toEqual([{ level: "warning", message: "Spike: loss is <b>9</b>" }]);
  expect((await lines("alerts", "no", { id: 3 })).said).toMatchObject({ acked: 2, parked: 2 });
  expect(run().notes.at(-1)!.message).toBe("Lines that cannot be read as alerts were left out: 2.");
  await post("files", "a: 1", { path: "conf.yaml" }, "text/yaml");
  expect(run().files.get("conf.yaml")!.type).toBe("text/yaml");
  expect((await post("output", "ö\n", { offset: "0" })).said.acked).toBe(3);
  await post("output", "ö\nb", { offset: "0" });
  expect(run().output.get("w")).toBe("ö\nb");
  await post("heartbeat", "");
  expect(run().heard).toBe(1);
  await post("finish", { state: "failed", exitCode: 1, reason: "ValueError" });
  const end = { state: "failed", exitCode: 1, reason: "ValueError", witness: null, writer: "w" };
  expect(run().end).toEqual(end);
});

test("every answer says whether somebody pressed Stop", async () => {
  const { open, lines, run } = world();
  await open();
  run().stop = true;
  expect((await lines("rows", row(0, { a: 1 }))).said.stop).toBe(true);
  expect((await open()).said.stop).toBe(true);
});

describe("what Python's json writes and what nobody can hold", () => {
  test("a bare NaN is the number that it is, in rows, groups and configurations", async () => {
    const { lines, post, open, run } = world();
    await open();
    await lines("rows", '{"n":0,"step":0,"values":{"loss":NaN,"reward":-Infinity,"a":1}}');
    expect(run().rows.get("w:history")?.[0].values).toEqual({ loss: Number.NaN, reward: -Infinity, a: 1 });
    await lines("rollouts", '{"key":"g","step":1,"prompt":"p","completions":["c"],"reward":[NaN]}');
    expect([...run().rollouts.values()].map(({ reward }) => reward)).toEqual([Number.NaN]);
    expect((await post("facts", '{"config":{"lr":NaN}}')).status).toBe(200);
    expect(run().facts.config).toEqual({ lr: "NaN" });
  });

  test("a line of more values than are read at once is left out and said, and those around it are kept", async () => {
    const { lines, open, run } = world();
    await open();
    const heavy = `{"n":1,"values":{"a":[${"1,".repeat(900_000)}1]}}`;
    expect((await lines("rows", row(0, { a: 1 }), heavy, row(2, { a: 3 }))).said).toMatchObject({
      parked: 1,
    });
    expect(
      run()
        .rows.get("w:history")
        ?.map(({ values }) => values.a),
    ).toEqual([1, undefined, 3]);
    expect(run().notes.map(({ message }) => message)).toEqual([
      "Lines that cannot be read as rows were left out: 1.",
    ]);
  });

  test("what is nested without end is set aside in words, and the rest is kept", async () => {
    const { post, open, run } = world();
    await open();
    const config = `{"config":{"lr":1,"deep":${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}}}`;
    expect(await post("facts", config)).toMatchObject({ status: 200 });
    const { lr, ...deep } = run().facts.config;
    expect([lr, Object.values(deep)]).toEqual([1, ["(left out: more than 200 levels deep)"]]);
  });
});
