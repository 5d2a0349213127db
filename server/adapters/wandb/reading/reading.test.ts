import { expect, test } from "vitest";
import { request } from "../../testing.ts";
import { world } from "../testing.ts";

/** What a question is answered with, also where runs are searched. */
function asking() {
  const it = world();
  it.begin();
  it.begin({ name: "seed1", displayName: "second" });
  const ask = async (query: string, variables: object = {}) => {
    const { body } = await it.adapter.take(
      request("POST", "/graphql", { query, variables }, it.headers),
      it.verbs,
    );
    return JSON.parse(String(body)) as { data: unknown; errors?: { message: string }[] };
  };
  return { ...it, ask };
}

const RUNS =
  'query A($filters: Any, $order: Any, $after: Any, $first: Any) { project(name: "drive") { runCount(filters: $filters) runs(filters: $filters, order: $order, after: $after, first: $first) { edges { node { name state config } cursor } pageInfo { endCursor hasNextPage } } } }';

const LONG = Array.from({ length: 20_000 }, (_, i) => i);

interface Runs {
  project: {
    runCount: number;
    runs: { edges: { node: { name: string } }[]; pageInfo: { endCursor: string; hasNextPage: boolean } };
  };
}

test("runs of a project come filtered, in order and in pages, each once", async () => {
  const { ask, stream, begin } = asking();
  for (let i = 2; i < 25; i++) begin({ name: `seed${i}` });
  stream();
  const seen: string[] = [];
  for (let after: string | null = null, more = true; more;) {
    const { data } = (await ask(RUNS, { filters: "{}", order: "-created_at", after, first: 50 })) as {
      data: Runs;
    };
    seen.push(...data.project.runs.edges.map(({ node }) => node.name));
    expect(data.project.runCount).toBe(25);
    ({ endCursor: after, hasNextPage: more } = data.project.runs.pageInfo);
  }
  expect(seen).toHaveLength(25);
  expect(new Set(seen).size).toBe(25);
  const filters = JSON.stringify({ display_name: "second" });
  const found = (await ask(RUNS, { filters, order: "+created_at" })) as { data: Runs };
  expect(found.data.project.runs.edges.map(({ node }) => node.name)).toEqual(["seed1"]);
});

test.each([
  ["a filter that is none", RUNS, { filters: "[" }],
  ["a filter of a long list", RUNS, { filters: JSON.stringify({ name: { $in: LONG } }) }],
  ["an order of a thousand things", RUNS, { filters: "{}", order: "+name,".repeat(1000) }],
  [
    "a long specification",
    'query A($spec: Any) { project(name: "drive") { run(name: "seed0") { sampledHistory(specs: [$spec]) } } }',
    { spec: JSON.stringify({ keys: ["loss"], more: LONG }) },
  ],
  ["an order of something else", RUNS, { filters: "{}", order: "colour" }],
  [
    "readings of the machine",
    'query A { project(name: "drive") { run(name: "seed0") { events(samples: 5) } } }',
    {},
  ],
  [
    "used artifacts",
    'query A { project(name: "drive") { run(name: "seed0") { inputArtifacts { totalCount } } } }',
    {},
  ],
  [
    "several samples at once",
    'query A { project(name: "drive") { run(name: "seed0") { sampledHistory(specs: ["{}", "{}"]) } } }',
    {},
  ],
  ["a list of projects", "query A { models { pageInfo { endCursor } } }", {}],
  ["a sweep", "mutation A($input: Any) { upsertSweep(input: $input) { id } }", {}],
  ["a deletion", "mutation A($input: Any) { deleteRun(input: $input) { success } }", {}],
])("%s is refused in words, and never answered as empty", async (_what, query, variables) => {
  const { ask } = asking();
  const { errors } = await ask(query, variables);
  expect(errors?.[0].message).toMatch(/^Ablab: .*\.$/s);
});

test("files of a run come in pages with addresses, without those of artifacts, by name and by pattern", async () => {
  const { ask, put } = asking();
  for (const name of ["a.txt", "b/c.json", "artifacts/w/1/x"]) put(name, name);
  const query =
    'query A($names: Any, $pattern: Any) { project(name: "drive") { run(name: "seed0") { fileCount files(names: $names, pattern: $pattern) { edges { node { name sizeBytes url } } } } } }';
  interface Files {
    data: {
      project: { run: { fileCount: number; files: { edges: { node: { name: string; url: string } }[] } } };
    };
  }
  const namesOf = async (variables: object) =>
    ((await ask(query, variables)) as Files).data.project.run.files.edges.map(({ node }) => node.name);
  expect(await namesOf({})).toEqual(["a.txt", "b/c.json"]);
  expect(await namesOf({ pattern: "%.json" })).toEqual(["b/c.json"]);
  expect(await namesOf({ pattern: "_.txt" })).toEqual(["a.txt"]);
  expect(await namesOf({ names: ["a.txt"] })).toEqual(["a.txt"]);
  expect(await namesOf({ pattern: "%a".repeat(100) })).toEqual([]);
});

test("searches and histories of many runs in one question are refused before they are worked out", async () => {
  const { ask, verbs } = asking();
  verbs.list = () => {
    throw new Error("it was searched");
  };
  const many = (write: (i: number) => string) => Array.from({ length: 20 }, (_, i) => write(i)).join(" ");
  for (const query of [
    `{project(name:"drive"){${many((i) => `a${i}:runCount(filters:"{}") b${i}:runs{totalCount}`)}}}`,
    `{project(name:"drive"){run(name:"seed0"){${many((i) => `a${i}:history`)}}}}`,
    `{project(name:"drive"){run(name:"seed0"){a:history b:history c:sampledHistory(specs:["{}"])}}}`,
    `{project(name:"drive"){runs{edges{node{history files{edges{node{url}}}}}}}}`,
  ])
    expect((await ask(query)).errors?.[0].message).toMatch(/weighted fields/);
});
