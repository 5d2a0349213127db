import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { populationHash } from "../lp/population-hash.ts";
import type { ProblemFile } from "../protocol/problem-file.ts";
import { fetchBenchmarks } from "./benchmarks.ts";
import { createClient } from "./calls/client.ts";
import { startFakeServer } from "./fake-server.ts";
import { FakeStore } from "./fake-store.ts";
import { toyRecipe } from "./fixtures/toy-recipe.ts";
import { temporaryFolder } from "./testing/world.ts";

const problem = (key: string, hash: string): ProblemFile["problems"][number] => ({
  key,
  hash,
  type: "A",
  level: "1",
  mps: "NAME",
  roots: [["r1"]],
  injected: null,
  originalObjective: null,
});
const problems = [problem("p1", "f".repeat(64)), problem("p2", "c".repeat(64))];
const hash = populationHash(problems.map((p) => p.hash));
const file: ProblemFile = { name: "hard", hash, problems };
const forever = new AbortController().signal;

async function setUp() {
  const store = new FakeStore();
  store.benchmarks.set(hash, file);
  const { recipe, recipeVersion } = { recipe: toyRecipe.slug, recipeVersion: toyRecipe.version };
  const { assignment } = store.launch({
    recipe,
    recipeVersion,
    params: {},
    benchmarks: [{ name: "hard", hash }],
  });
  const server = await startFakeServer(store);
  onTestFinished(() => server.kill());
  return {
    store,
    server,
    assignment,
    home: temporaryFolder(onTestFinished),
    client: createClient(server.url),
  };
}

test("a benchmark is fetched once, with the attempt's token, and kept privately under its hash", async () => {
  const { server, assignment, home, client } = await setUp();
  let answers = 0;
  server.fault = () => (answers++ === 0 ? "truncated" : null);
  expect(await fetchBenchmarks(client, home, assignment, forever)).toBe(true);
  const path = join(home, "benchmarks", `${hash}.json`);
  expect(JSON.parse(readFileSync(path, "utf8"))).toEqual(file);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(home, "benchmarks"))).toEqual([`${hash}.json`]);
  expect(await fetchBenchmarks(client, home, assignment, forever)).toBe(true);
  expect(server.seen.filter(({ verb }) => verb === "benchmark")).toHaveLength(2);
});

test("another file than the one that was asked for is refused and not kept", async () => {
  const { store, assignment, home, client } = await setUp();
  store.benchmarks.set(hash, { ...file, problems: problems.slice(1) });
  await expect(fetchBenchmarks(client, home, assignment, forever)).rejects.toThrow(
    `hard came with problems of the hash ${populationHash([problems[1].hash]).slice(0, 12)}…`,
  );
  expect(existsSync(join(home, "benchmarks", `${hash}.json`))).toBe(false);
});

test("a benchmark that the server does not have is a refusal, not an endless try", async () => {
  const { store, assignment, home, client } = await setUp();
  store.benchmarks.clear();
  await expect(fetchBenchmarks(client, home, assignment, forever)).rejects.toThrow(
    /did not give the benchmark hard: no such benchmark/,
  );
});

test("a stopping worker gives up waiting", async () => {
  const { server, assignment, home, client } = await setUp();
  await server.kill();
  expect(await fetchBenchmarks(client, home, assignment, AbortSignal.abort())).toBe(false);
});
