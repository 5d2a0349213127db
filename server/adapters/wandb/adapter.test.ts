import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { request } from "../testing.ts";
import { isForeign } from "../../foreign/foreign-values.ts";
import { world } from "./testing.ts";

interface Recorded {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** What a real client sent of one small training, one request per line. */
const recorded = (version: string): Recorded[] =>
  readFileSync(join(import.meta.dirname, "fixtures", `${version}.jsonl`), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Recorded);

/** Whether an answer leaves nothing out that was asked: the only nulls are those the vendor's own server gives too. */
const isAnswered = (body: string): boolean => {
  const answer: unknown = JSON.parse(body);
  return isForeign(answer) && answer.data !== null && answer.errors === undefined;
};

describe.each(["0.19.11", "0.26.1", "0.31.0"])("what the client %s sent of a training", (version) => {
  const play = (times: number) => {
    const it = world();
    for (let i = 0; i < times; i++)
      for (const { method, url, headers, body } of recorded(version)) {
        const answer = it.take(request(method, url, body, { ...it.headers, ...headers }));
        expect(answer.status).toBe(200);
        if (url === "/graphql") expect(isAnswered(String(answer.body)), body).toBe(true);
      }
    return it.run("drive/seed0");
  };

  test("is its rows, facts, completions, console, alert and end", () => {
    const run = play(1);
    const rows = run.rows.get("main:history") ?? [];
    expect(rows.map(({ step }) => step)).toEqual([0, 1, 2, 3, 4]);
    expect(rows.map(({ values }) => values["train/loss"])).toEqual([1, 0.5, Number.NaN, Infinity, undefined]);
    expect(run.facts).toMatchObject({
      name: "first",
      group: "g",
      tags: ["a"],
      notes: "why",
      config: { lr: 0.001, "nested.a": "[1]" },
      // Clients before 0.29 send a pattern as the metrics that it matched.
      axes: version === "0.31.0" ? { "train/*": "train/global_step" } : { "train/loss": "train/global_step" },
    });
    expect([...run.rollouts.values()]).toMatchObject([
      { step: 4, place: 0, phase: "train", rewards: { format_reward: 0.5 }, reward: 0.5, advantage: -1 },
      { step: 4, place: 1, phase: "train", rewards: { format_reward: 1 }, reward: 1, advantage: 1 },
    ]);
    expect(run.notes).toContainEqual({ level: "warning", message: "bad: reward fell" });
    expect(run.alerts).toEqual([{ title: "bad", text: "reward fell", level: "warning" }]);
    expect([...run.output.values()]).toEqual(["hello\n"]);
    expect(run.end).toEqual({ state: "finished", exitCode: 0, reason: null, writer: "main" });
    expect(run.opened.client).toBe(`wandb ${version}`);
  });

  test("is the same rows where every answer was lost and all was sent again", () => {
    const run = play(2);
    expect(run.rows.get("main:history")).toHaveLength(5);
    expect(run.rollouts.size).toBe(2);
  });
});

describe("a stream of rows", () => {
  test("keeps NaN and infinities, nested names, truth, and leaves what is text as it is", () => {
    const it = world();
    it.begin();
    it.stream({
      "wandb-history.jsonl": {
        offset: 0,
        content: [
          '{"a":NaN,"b":Infinity,"c":-Infinity,"d":{"e":{"f":1}},"g":true,"h":null,"_step":0,"_timestamp":1.5e9}',
          '{"says":"NaN, Infinity and \\"NaN\\"","_step":1}',
        ],
      },
    });
    const rows = it.run().rows.get("main:history");
    expect(rows).toEqual([
      { step: 0, at: 1.5e12, values: { a: Number.NaN, b: Infinity, c: -Infinity, "d.e.f": 1, g: 1 } },
      { step: 1, at: null, values: {} },
    ]);
    const kept = it.run().files.get("logged/main/0.jsonl");
    expect(Buffer.from(kept?.bytes ?? []).toString()).toBe(
      '{"row":1,"name":"says","value":"NaN, Infinity and \\"NaN\\""}\n',
    );
    expect(it.said()).toEqual([
      '"says" holds no number, so it is kept as it came, in the files below logged/.',
    ]);
  });

  test("says of each name once that it holds no number, and gives a broken line its number", () => {
    const it = world();
    it.begin();
    for (const offset of [0, 2])
      it.stream({ "wandb-history.jsonl": { offset, content: ['{"x":1,"t":"a"}', "{broken"] } });
    expect(it.run().rows.get("main:history")).toHaveLength(4);
    expect(it.said()).toHaveLength(2);
    expect([...it.run().files.keys()]).toEqual(["logged/main/0.jsonl", "logged/main/2.jsonl"]);
    const later = Buffer.from(it.run().files.get("logged/main/2.jsonl")?.bytes ?? []).toString();
    expect([...later.matchAll(/"row":(\d+)/g)].map(([, row]) => row)).toEqual(["2", "3"]);
  });

  test("is a heartbeat where it is empty, and tells of Stop for as long as somebody asks", () => {
    const it = world();
    it.begin();
    expect([it.stream(), it.run().heard]).toEqual([{}, 1]);
    it.run().stop = true;
    expect(it.stream()).toEqual({ stopped: true });
    const more = it.stream({ "wandb-history.jsonl": { offset: 0, content: ['{"x":1}'] } });
    expect([more, it.run().rows.get("main:history")?.length]).toEqual([{ stopped: true }, 1]);
    const asked = it.ask(
      "query RunStoppedStatus($e:String,$p:String,$r:String!){project(name:$p,entityName:$e){run(name:$r){stopped}}}",
      { e: "ablab", p: "drive", r: "seed0" },
    );
    expect(asked.data).toEqual({ project: { run: { stopped: true } } });
    it.stream({}, { complete: true, exitcode: 1 });
    expect(it.run().end).toEqual({ state: "killed", exitCode: 1, reason: null, writer: "main" });
  });

  test.each([
    [0, "finished", null],
    [null, "finished", null],
    [3, "failed", null],
    [255, "killed", "interrupted"],
  ])("with exit code %s ends as %s", (exitcode, state, reason) => {
    const it = world();
    it.begin();
    it.stream({}, { complete: true, exitcode });
    expect(it.run().end).toEqual({ state, exitCode: exitcode, reason, writer: "main" });
  });

  test("has an x where the trainer logs its step and defines none", () => {
    const it = world();
    it.begin();
    it.stream({ "wandb-history.jsonl": { offset: 0, content: ['{"train/global_step":5,"loss":1}'] } });
    expect(it.run().facts.axes).toEqual({ "*": "train/global_step" });
  });

  test("brings console lines once, system metrics of each process, and streams of later versions as files", () => {
    const it = world();
    it.begin();
    const lines = ["2026-11-23T22:27:21.312237 one", "ERROR 2026-11-23T22:27:22.243354 two"];
    it.stream({ "output.log": { offset: 0, content: lines } });
    it.stream({ "output.log": { offset: 1, content: [lines[1], "three"] } });
    it.stream({ "wandb-events.jsonl": { offset: 0, content: ['{"system.cpu":1,"_wandb":true}'] } });
    it.stream({ "new.jsonl": { offset: 7, content: ["a", "b"] } });
    expect([...it.run().output.values()]).toEqual(["one\ntwo\nthree\n"]);
    expect(it.run().rows.get("main:system")).toEqual([{ step: null, at: null, values: { "system.cpu": 1 } }]);
    expect([...it.run().files.keys()]).toEqual(["stream/new.jsonl/7"]);
  });

  test("of several processes in one run is counted by process", () => {
    const it = world();
    it.begin();
    for (const id of ["a1", "b2"]) {
      const headers = { "x-wandb-use-async-filestream": "true", "x-wandb-async-client-id": id };
      it.stream({ "wandb-history.jsonl": { offset: 0, content: ['{"x":1,"_step":0}'] } }, {}, { headers });
    }
    expect([...it.run().rows.keys()]).toEqual(["a1:history", "b2:history"]);
  });
});

test("a configuration of more keys than are read at once is said to be left out, and the run begins", () => {
  const it = world();
  const keys = Array.from({ length: 60_001 }, (_, i) => [`k${i}`, { value: 1 }]);
  expect(it.begin({ config: JSON.stringify(Object.fromEntries(keys)) }).inserted).toBe(true);
  expect(it.run().notes.map(({ message }) => message)).toContainEqual(expect.stringContaining("60,000 keys"));
});
