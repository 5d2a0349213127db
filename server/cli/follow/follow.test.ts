import { spawn } from "node:child_process";
import { appendFileSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { ablabAdapter } from "../../adapters/ablab/adapter.ts";
import { fakeVerbs, serveAdapter, type Fault } from "../../adapters/testing.ts";
import { followFolder } from "./follow-folder.ts";
import { sendTo } from "./send-told.ts";

const home = mkdtempSync(join(tmpdir(), "ablab-follow-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const FIXTURES = join(import.meta.dirname, "..", "..", "folders", "fixtures");
const MAIN = join(import.meta.dirname, "..", "ablab.mjs");

let worlds = 0;
async function world(next?: () => Fault) {
  const verbs = fakeVerbs();
  const server = await serveAdapter(ablabAdapter, verbs, next);
  const root = join(home, `sweep-${worlds++}`, "seed-0");
  mkdirSync(root, { recursive: true });
  const said: string[] = [];
  const write = (path: string, text: string) => {
    mkdirSync(join(root, path, ".."), { recursive: true });
    appendFileSync(join(root, path), text);
  };
  const follow = () => {
    const run = { url: server.url, token: "t".repeat(40), experiment: "sweep", key: "k", name: "seed-0" };
    const sender = sendTo(run, (message) => said.push(message));
    const follower = followFolder(root, sender, (message) => said.push(message));
    /** Passes until nothing is left to read. */
    const all = async () => {
      for (;;) if (!(await follower.pass()).isMore) return;
    };
    return { sender, all };
  };
  const run = () => [...verbs.runs.values()][0];
  return { verbs, server, root, said, write, follow, run };
}

const metrics = (from: number, to: number) =>
  Array.from(
    { length: to - from },
    (_, i) => `{"step": ${from + i}, "loss": ${i === 0 ? "NaN" : from + i}}\n`,
  ).join("");

test("what a folder says arrives once, live, and again after the follower was started anew", async () => {
  const { write, follow, run, root } = await world();
  write("metrics.jsonl", metrics(0, 3));
  const first = follow();
  await first.all();
  write("metrics.jsonl", metrics(3, 5) + '{"step": 5, "lo');
  mkdirSync(join(root, "completions"));
  copyFileSync(
    join(FIXTURES, "completions_00003.parquet"),
    join(root, "completions", "completions_00003.parquet"),
  );
  await first.all();
  const rows = () => run().rows.get("metrics.jsonl:history")!;
  expect(rows().map(({ step }) => step)).toEqual([0, 1, 2, 3, 4]);
  expect(rows()[0].values.loss).toBeNaN();
  expect([...run().rollouts.values()].map(({ place, advantage }) => [place, advantage])).toEqual([
    [0, 0.8],
    [1, -0.8],
    [0, 0.5],
    [1, -0.5],
  ]);
  write("metrics.jsonl", 'ss": 5}\n');
  await follow().all();
  expect(rows().map(({ step }) => step)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(run().rollouts.size).toBe(4);
});

test("rows of an event file of long ago have the times at which they were logged", async () => {
  const { follow, run, root } = await world();
  copyFileSync(join(FIXTURES, "scalars.tfevents"), join(root, "events.out.tfevents.1763712485.node"));
  await follow().all();
  const rows = [...run().rows.values()].flat().filter(({ values }) => "train/loss" in values);
  expect(rows.map(({ at }) => at)).toEqual([0, 1, 2, 3, 4].map((i) => 1_763_712_485_500 + i * 1000));
});

test("completions that come in parts keep their places", async () => {
  const { write, follow, run } = await world();
  const episode = (id: string) =>
    `${JSON.stringify({ id, group: { id: "g" }, traces: [{ id, nodes: [{ parent: null, message: { role: "assistant", content: id }, sampled: true }], rewards: {} }] })}\n`;
  const follower = follow();
  for (const id of ["a", "b", "c"]) {
    write("rollouts/step_2/train/all/traces.jsonl", episode(id));
    await follower.all();
  }
  expect([...run().rollouts.values()].map(({ place, completion }) => [place, completion[0].text])).toEqual([
    [0, "a"],
    [1, "b"],
    [2, "c"],
  ]);
});

test("requests that are refused, cut off or forgotten are sent again until each row is there once", async () => {
  let state = 7;
  const { write, follow, run, verbs } = await world(() => {
    state = (state * 48271) % 2147483647;
    return (["none", "500", "drop", "500 after", "drop after", "none", "none", "none"] as const)[state % 8];
  });
  write("metrics.jsonl", metrics(0, 10));
  write("a/metrics.jsonl", metrics(0, 4));
  const follower = follow();
  await follower.all();
  verbs.runs.clear();
  write("metrics.jsonl", metrics(10, 12));
  await follower.all();
  expect(
    run()
      .rows.get("metrics.jsonl:history")!
      .map((row) => row?.step ?? null)
      .slice(10),
  ).toEqual([10, 11]);
});

test("damaged files are said and the others are sent", async () => {
  const { write, follow, run, said } = await world();
  write("completions/completions_00001.parquet", "PAR1 nothing");
  write("checkpoint-1/trainer_state.json", '{"global_step": 1, "log_history": [{"step": 1, "loss": NaN}]}');
  write("checkpoint-2/trainer_state.json", "{");
  await follow().all();
  expect(run().rows.get("trainer_state.json:history")).toEqual([
    { step: 1, at: null, values: { loss: Number.NaN } },
  ]);
  expect(said.map((message) => message.slice(0, 50))).toEqual([
    "checkpoint-2/trainer_state.json cannot be read (Ex",
    "completions/completions_00001.parquet cannot be re",
  ]);
});

const command = (args: string[], env: Record<string, string> = {}) => {
  const { PATH = "" } = process.env;
  const child = spawn(process.execPath, [MAIN, "follow", ...args], {
    env: { NODE_ENV: "test", PATH, ABLAB_HOME: home, ...env },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (output += String(part)));
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  return { child, ended, output: () => output };
};

test("npx ablab follow --once --each sends each folder as a run that is finished, by its word", async () => {
  const { server, verbs, write, root } = await world();
  write("metrics.jsonl", metrics(0, 2));
  mkdirSync(join(root, "..", "seed-1"));
  writeFileSync(join(root, "..", "seed-1", "metrics.jsonl"), metrics(0, 3));
  const token = join(home, "token");
  writeFileSync(token, `${"t".repeat(40)}\n`);
  const { ended, output } = command([
    dirname(root),
    "--once",
    "--each",
    "--server",
    server.url,
    "--token-file",
    token,
  ]);
  expect(await ended, output()).toBe(0);
  expect(
    [...verbs.runs.values()].map(({ facts, opened, end }) => [facts.name, opened.client, end?.state]),
  ).toEqual([
    ["seed-0", "ablab follow", "finished"],
    ["seed-1", "ablab follow", "finished"],
  ]);
  expect(output()).toContain("3 rows and 0 completions of 1 file");
});

test("npx ablab follow goes on while a training writes, and reads to the end when it is asked to stop", async () => {
  const { server, run, write, root } = await world();
  const { child, ended, output } = command([root, "--end", "failed"], {
    ABLAB_URL: server.url,
    ABLAB_INGEST_TOKEN: "t".repeat(40),
  });
  await expect.poll(output).toContain("A run begins");
  write("metrics.jsonl", metrics(0, 2));
  await expect.poll(output).toContain(" is ");
  await expect.poll(() => run().rows.get("metrics.jsonl:history")?.length).toBe(2);
  write("metrics.jsonl", metrics(2, 4));
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
  expect(run().rows.get("metrics.jsonl:history")).toHaveLength(4);
  expect(run().end).toMatchObject({ state: "failed" });
});

test("a wrong folder, a wrong token and a folder of nothing are sentences, and leave no run", async () => {
  const { server, root, write, verbs } = await world();
  const to = ["--server", server.url];
  const none = command([join(root, "none"), ...to], { ABLAB_INGEST_TOKEN: "t" });
  expect([await none.ended, none.output()]).toEqual([2, expect.stringContaining("There is no folder")]);
  const open = command([root, ...to]);
  expect([await open.ended, open.output()]).toEqual([2, expect.stringContaining("--token-file")]);
  const empty = command([root, "--once", ...to], { ABLAB_INGEST_TOKEN: "t" });
  expect([await empty.ended, empty.output()]).toEqual([1, expect.stringContaining("Nothing in this folder")]);
  write("notes.txt", "of no kind that is read");
  write("config.json", '{"model_type": "qwen2"}');
  const unread = command([root, "--once", ...to], { ABLAB_INGEST_TOKEN: "t" });
  expect([await unread.ended, unread.output()]).toEqual([1, expect.stringContaining("1 file: notes.txt")]);
  expect(verbs.runs.size).toBe(0);
});

test("numbered folders side by side are a run each, also where nobody said so", async () => {
  const { server, verbs, write, root } = await world();
  for (const name of ["PPO_1", "PPO_2"])
    write(`${name}/progress.csv`, "time/total_timesteps,rollout/ep_rew_mean\n2048,1\n4096,2\n");
  const sent = command([root, "--once", "--server", server.url], { ABLAB_INGEST_TOKEN: "t".repeat(40) });
  expect(await sent.ended, sent.output()).toBe(0);
  expect(
    [...verbs.runs.values()].map(({ facts, rows }) => [facts.name, [...rows.values()].flat().length]),
  ).toEqual([
    ["PPO_1", 2],
    ["PPO_2", 2],
  ]);
  const named = command([root, "--once", "--name", "x", "--server", server.url], { ABLAB_INGEST_TOKEN: "t" });
  expect([await named.ended, named.output()]).toEqual([2, expect.stringContaining("PPO_1, PPO_2")]);
});
