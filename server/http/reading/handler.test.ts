import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { watchStatements } from "#db/testing.ts";
import { tableOfValues } from "../../services/external/testing.ts";
import { createProject } from "../../services/projects/change.ts";
import { makeWorld } from "../../services/testing.ts";
import { readGroups } from "../../services/reading/groups.ts";
import { readHistory } from "../../services/reading/history.ts";
import { exampleThings } from "../../services/reading/example-things.ts";
import { createFairTurns } from "../connections/fair-turns.ts";
import { openApi } from "./openapi.ts";
import { examplesOf } from "./page.ts";
import { READ_BASE, READ_ROUTES } from "./routes.ts";
import { fillBench, keyOf, readingServer, type ReadingServer } from "./testing.ts";

let server: ReadingServer;
let runs: string[];
let long: string;
const keys: Record<string, string> = {};

beforeAll(async () => {
  const world = makeWorld();
  server = await readingServer(world);
  const writer = keyOf(world, "write");
  runs = fillBench(writer.verbs);
  ({ runId: long } = writer.verbs.open({
    experiment: "long",
    key: "l",
    client: "x",
    writer: "w",
    resume: "allow",
  }));
  const values = Array.from({ length: 30_000 }, (_, i) => i / 2);
  writer.verbs.log(long, { writer: "w", stream: "history", offset: 0, table: tableOfValues("loss", values) });
  createProject(world.ctx, { name: "side" });
  keys.read = keyOf(world, "read").token;
  keys.side = keyOf(world, "read", "side").token;
  keys.write = writer.token;
});
afterAll(() => server.close());

const get = async (path: string, key = keys.read) => {
  const answer = await fetch(`${server.url}${READ_BASE}${path}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, never> };
};
const names = async (query: string): Promise<string[]> =>
  ((await get(`/runs?${query}`)).body.runs as { name: string }[]).map(({ name }) => name);

describe("runs", () => {
  test("are filtered, ordered and paged, each once", async () => {
    expect(await names("experiment=gsm8k&order=summary.loss.min")).toEqual(["run 2", "run 1", "run 0"]);
    expect(await names("experiment=gsm8k&order=-config.lr&order=-seed")).toEqual(["run 2", "run 1", "run 0"]);
    expect(await names("where=config.lr%20%3C%200.2&order=name")).toEqual(["run 0", "run 1"]);
    expect(await names("where=config.lr%20missing")).toEqual(["l"]);
    const seen: string[] = [];
    for (let at: number | null = 0; at !== null;) {
      const { body } = await get(`/runs?limit=3&offset=${at}`);
      seen.push(...(body.runs as { id: string }[]).map(({ id }) => id));
      at = body.next;
    }
    expect(seen.toSorted()).toEqual([...runs, long].toSorted());
  });

  test("say configuration, tags and a summary with what was logged last and its extremes", async () => {
    const { body } = await get(`/runs/${runs[0]}`);
    expect(body).toMatchObject({
      name: "run 0",
      seed: 1,
      tags: ["kl"],
      config: { lr: 0.1 },
      client: "wandb 0.31.0",
    });
    const loss = { metric: "loss", axis: "step", n: 4, last: 1, last_x: 3, min: 1, max: 3, mean: 2 };
    expect(body.summary).toContainEqual(loss);
  });

  test("have no extreme among values that a later attempt hides", async () => {
    const { verbs } = keyOf(server.world, "write");
    const log = (runId: string, writer: string, from: number, values: number[]) => {
      server.world.clock.now += 1000;
      const table = tableOfValues("loss", values, from);
      verbs.log(runId, { writer, stream: "history", offset: from, table });
    };
    const place = { experiment: "resumed", key: "again", client: "x", resume: "allow" } as const;
    const { runId } = verbs.open({ ...place, writer: "w1" });
    log(runId, "w1", 0, [3, 2, 99, -99]);
    server.world.clock.now += 1000;
    verbs.open({ ...place, writer: "w2" });
    log(runId, "w2", 2, [1, 4]);
    const { body } = await get(`/runs/${runId}`);
    const loss = { metric: "loss", axis: "step", n: 4, last: 4, last_x: 3, min: 1, max: 4, mean: 2.5 };
    expect(body.summary).toContainEqual(loss);
  });
});

test("a history is told whole with what is not finite, sampled, and by a range; too much of it is refused", async () => {
  const [column] = (await get(`/runs/run%200/history?metric=loss`)).body.columns as {
    x: number[];
    value: unknown[];
  }[];
  expect([column.x, column.value]).toEqual([
    [0, 1, 2, 3],
    [3, 2, "NaN", 1],
  ]);
  const [few] = (await get(`/runs/${long}/history?metric=loss&samples=10&from=100`)).body.columns as {
    n: number;
    sampled: boolean;
    x: number[];
  }[];
  expect([few.n, few.sampled, few.x.length, few.x.at(-1)]).toEqual([29_900, true, 10, 29_999]);
  const many = Array.from({ length: 6 }, () => "metric=loss").join("&");
  expect((await get(`/runs/${long}/history?${many}`)).status).toBe(200);
  expect((await get(`/runs/${long}/history?metric=gone`)).status).toBe(404);
});

test("all points come as binary columns, in the order of x", async () => {
  const answer = await fetch(`${server.url}${READ_BASE}/runs/${long}/points?metric=loss&from=5&to=20004`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const start = bytes.indexOf("\n") + 1;
  expect(JSON.parse(bytes.subarray(0, start).toString())).toEqual({
    metric: "loss",
    axis: "step",
    n: 20_000,
  });
  let [at, count, sum] = [start, 0, 0];
  for (let n = bytes.readUInt32LE(at); n > 0; n = bytes.readUInt32LE(at)) {
    for (let i = 0; i < n; i++) sum += bytes.readDoubleLE(at + 4 + 8 * (n + i)) * 2;
    expect(bytes.readDoubleLE(at + 4)).toBe(5 + count);
    [at, count] = [at + 4 + 24 * n, count + n];
  }
  expect([at + 4, count, sum]).toEqual([bytes.length, 20_000, ((5 + 20_004) * 20_000) / 2]);
});

test("groups come with their texts, page by page, each once", async () => {
  const { body } = await get(`/runs/${runs[1]}/groups?limit=1`);
  const first = body.groups as {
    step: number;
    prompt: unknown;
    completions: { turns: unknown; reward: number }[];
  }[];
  expect(first[0]).toMatchObject({
    step: 1,
    prompt: [{ role: "user", text: "2+2?" }],
    completions: [
      { turns: [{ role: "assistant", text: "4" }], reward: 1, rewards: { right: 1 } },
      { reward: 0 },
    ],
  });
  const rest = (await get(`/runs/${runs[1]}/groups?cursor=${String(body.next)}`)).body;
  expect([first.length + (rest.groups as unknown[]).length, rest.next]).toEqual([2, null]);
});

test("while a history or groups are read, others get their turn", async () => {
  const { ctx } = server.world;
  const place = { x: null, from: null, to: null, samples: null };
  for (const ask of [
    () => readHistory(ctx, long, { ...place, metric: ["loss"] }),
    () => readGroups(ctx, runs[1], { phase: null, step: null, cursor: null, limit: 100 }),
  ]) {
    let others = 0;
    setImmediate(() => others++);
    await ask();
    expect(others).toBe(1);
  }
});

describe("a key", () => {
  test("of another project finds no run, no experiment, no evaluation and no file, by id or by name", async () => {
    const [{ id }] = (await get(`/runs/${runs[0]}/evaluations`)).body.evaluations as { id: string }[];
    const paths = [
      `/runs/${runs[0]}`,
      "/runs/run%200",
      `/runs/${runs[0]}/files/1`,
      `/evaluations/${id}/problems`,
    ];
    for (const path of [...paths, "/experiments/gsm8k/table", "/runs?project=default"])
      expect([path, (await get(path, keys.side)).status]).toEqual([path, 404]);
    expect((await get("/runs", keys.side)).body).toEqual({ runs: [], total: 0, next: null });
    // Nor is said which run an evaluation is of.
    expect((await get(`/evaluations/${id}/problems`, keys.side)).body.message).not.toContain("run_");
  });

  test("that only writes reads nothing here", async () => {
    for (const path of [
      "/runs",
      `/runs/${runs[0]}`,
      "/runs/run%200",
      "/runs/nobody",
      "/runs/run%200/history?metric=loss",
    ])
      expect((await get(path, keys.write)).status).toBe(403);
  });

  test("whose reads are heavy waits for its next one, and another key does not", async () => {
    const world = makeWorld();
    const [loud, quiet] = [keyOf(world, "read").token, keyOf(world, "read").token];
    const sleepers: (() => void)[] = [];
    let now = 0;
    const clock = {
      now: () => (now += 500),
      sleep: () => new Promise<void>((wake) => sleepers.push(wake)),
    };
    const busy = await readingServer(world, createFairTurns(1, clock));
    const read = async (key: string) => {
      const headers = { authorization: `Bearer ${key}` };
      return (await fetch(`${busy.url}${READ_BASE}/runs`, { headers })).status;
    };
    expect(await read(loud)).toBe(200);
    const next = [read(loud), read(loud)];
    expect(await Promise.race(next)).toBe(503);
    expect(await read(quiet)).toBe(200);
    for (const wake of sleepers) wake();
    expect((await Promise.all(next)).toSorted((a, b) => a - b)).toEqual([200, 503]);
    busy.close();
  });
});

test("what is not there, not known or not readable is refused in a sentence with its field", async () => {
  const refusals = await Promise.all(
    [
      "/runs?colour=red",
      "/runs?limit=x",
      "/runs?where=lr",
      "/runs?order=nothing",
      "/nothing",
      "/runs/nobody",
    ].map(async (path) => {
      const { status, body } = await get(path);
      return [status, /^[A-Z"a-z].*\.$/s.test(body.message)];
    }),
  );
  expect(refusals).toEqual([400, 400, 400, 400, 404, 404].map((status) => [status, true]));
});

test("every address answers its example by its schema, stands in the description, and says what it takes", async () => {
  const things = exampleThings(server.world.ctx);
  expect(Object.values(things).filter((word) => /^[A-Z]+$/.test(word))).toEqual([]);
  const described = openApi() as { paths: Record<string, { get: { parameters: { name: string }[] } }> };
  for (const route of READ_ROUTES) {
    const address = /'(.*)'$/.exec(examplesOf(route, server.url, things).curl)?.[1] ?? "";
    const answer = await fetch(address);
    expect([route.path, answer.status]).toEqual([route.path, 200]);
    if (route.answer)
      expect([route.path, route.answer.safeParse(await answer.json()).error]).toEqual([
        route.path,
        undefined,
      ]);
    const taken = described.paths[route.path].get.parameters.map(({ name }) => name);
    expect(taken).toEqual(expect.arrayContaining(Object.keys(route.query.shape)));
  }
});

test("things for examples are looked for in one run, however many have numbers", () => {
  const world = makeWorld();
  const { verbs } = keyOf(world, "write");
  fillBench(verbs);
  const more = (from: number, to: number) => {
    for (let i = from; i < to; i++) {
      const place = { experiment: "more", key: `m${i}`, client: "x", writer: "w", resume: "allow" as const };
      const { runId } = verbs.open(place);
      verbs.log(runId, { writer: "w", stream: "history", offset: 0, table: tableOfValues("loss", [1]) });
    }
    exampleThings(world.ctx);
    const { statements } = watchStatements(world.ctx.db, () => exampleThings(world.ctx));
    return statements.filter((one) => /\bseries\b/.test(one));
  };
  const few = more(0, 5);
  expect(few.filter((one) => /from series where attempt_id/.test(one))).toHaveLength(1);
  expect(more(5, 20)).toEqual(few);
});

test("the page has every example, and what a name of a run holds is text in it", async () => {
  const page = await (await fetch(`${server.url}${READ_BASE}/docs`)).text();
  expect(READ_ROUTES.filter(({ path }) => !page.includes(`GET ${path}<`))).toEqual([]);
  expect(page).not.toMatch(/<script/);
});
