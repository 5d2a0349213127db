import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tableOfRows } from "../../contracts/external/logged-table.ts";
import { FILES, metric, tag, world } from "./testing.ts";

/** The messages of MLflow's service.proto as its client reads them; a list is of what it holds, "?" may be left out. */
type Kind = "string" | "int64" | "double" | "bool" | "status" | Shape | readonly [Kind];
interface Shape {
  readonly [field: string]: Kind;
}

const TAG: Shape = { key: "string", value: "string" };
const INFO: Shape = {
  run_id: "string",
  run_uuid: "string",
  experiment_id: "string",
  run_name: "string",
  user_id: "string",
  status: "status",
  start_time: "int64",
  "end_time?": "int64",
  artifact_uri: "string",
  lifecycle_stage: "string",
};
const METRIC: Shape = { key: "string", value: "double", timestamp: "int64", step: "int64" };
const DATASET: Shape = { name: "string", digest: "string", source_type: "string", source: "string" };
const RUN: Shape = {
  info: INFO,
  data: { metrics: [METRIC], params: [TAG], tags: [TAG] },
  inputs: { "dataset_inputs?": [{ dataset: DATASET, tags: [TAG] }] },
};
const EXPERIMENT: Shape = {
  experiment_id: "string",
  name: "string",
  artifact_location: "string",
  lifecycle_stage: "string",
};
const NOTHING: Shape = {};

const ANSWERS: Readonly<Record<string, Shape>> = {
  "GET experiments/get-by-name": { experiment: EXPERIMENT },
  "GET experiments/get": { experiment: EXPERIMENT },
  "POST experiments/create": { experiment_id: "string" },
  "POST experiments/search": { experiments: [EXPERIMENT], "next_page_token?": "string" },
  "POST runs/create": { run: RUN },
  "GET runs/get": { run: RUN },
  "POST runs/update": { run_info: INFO },
  "POST runs/search": { runs: [RUN], "next_page_token?": "string" },
  "POST runs/log-metric": NOTHING,
  "POST runs/log-parameter": NOTHING,
  "POST runs/set-tag": NOTHING,
  "POST runs/log-batch": NOTHING,
  "POST runs/delete-tag": NOTHING,
  "POST runs/log-inputs": NOTHING,
  "GET metrics/get-history": { metrics: [METRIC], "next_page_token?": "string" },
};

const SCALARS: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === "string",
  bool: (value) => typeof value === "boolean",
  // protobuf raises at 0.5, at NaN and at what needs more than 64 bits, and the training ends.
  int64: (value) => Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 63,
  double: (value) => Number.isFinite(value) || /^(?:NaN|-?Infinity|-0\.0)$/.test(String(value)),
  status: (value) => /^(?:RUNNING|FINISHED|FAILED|KILLED)$/.test(String(value)),
};

/** Where a value is not of its kind; fields that the message has not are named too. */
function breaches(value: unknown, kind: Kind, at = ""): string[] {
  if (typeof kind === "string") return SCALARS[kind](value) ? [] : [`${at}: ${String(value)} is no ${kind}`];
  if (Array.isArray(kind)) {
    const [of] = kind as readonly [Kind];
    if (!Array.isArray(value)) return [`${at} is no list`];
    return value.flatMap((item, i) => breaches(item, of, `${at}[${i}]`));
  }
  if (typeof value !== "object" || value === null) return [`${at} is no message`];
  const fields = new Map(
    Object.entries(kind as Shape).map(([name, of]) => [name.replace("?", ""), { name, of }]),
  );
  const missing = [...fields].filter(([name, field]) => field.name === name && !(name in value));
  return [
    ...missing.map(([name]) => `${at}.${name} is missing`),
    ...Object.entries(value).flatMap(([name, inner]) => {
      const field = fields.get(name);
      return field ? breaches(inner, field.of, `${at}.${name}`) : [`${at}.${name} is unknown`];
    }),
  ];
}

/** A run with all that is odd: steps of nothing, fractions and 2^80, no time, NaN, long texts, a step between two. */
async function oddRun() {
  const it = world();
  const run_id = await it.start();
  const long = "x".repeat(100_000);
  const steps = [null, "", "x", 0.5, -0.25, "7", 2 ** 53 + 2, 2 ** 80, -(2 ** 80), Number.NaN, "NaN", [], {}];
  const times = [
    null,
    "",
    0.5,
    "1795248903304",
    1_795_248_903_304_000_512,
    -1,
    "NaN",
    2 ** 80,
    [],
    {},
    true,
    1,
    2,
  ];
  const values = ["NaN", "Infinity", "-Infinity", -0, 1e300, 5e-324, "0.5", true, "12", 0, 1, 2, 3];
  const metrics = steps.map((step, i) => ({
    ...metric("odd", values[i] as number, 0),
    step,
    timestamp: times[i],
  }));
  for (const one of metrics) await it.post("runs/log-metric", { ...one, run_id });
  await it.post("runs/log-batch", {
    run_id,
    metrics: [metric("system/cpu_utilization_percentage", 3, 1.5), metric("system/own", 3, 1.5)],
    params: [
      tag("long", long),
      { key: "number", value: 3 },
      { key: "none", value: null },
      { key: "tree", value: { a: [1] } },
    ],
    tags: [
      tag("", "x"),
      { key: "number", value: 1.5 },
      tag("long", long),
      { key: 5, value: "x" },
      tag("mlflow.note.content", long),
    ],
  });
  const dataset = { name: "d", digest: null, source_type: 5, source: long, schema: "{}" };
  await it.post("runs/log-inputs", {
    run_id,
    datasets: [{ dataset, tags: [tag("mlflow.data.context", "")] }, { dataset: {} }],
  });
  const rows = [{ step: 0.5, at: 17.25, values: { between: 1 } }];
  it.verbs.log(run_id, { writer: "w", stream: "history", offset: 0, table: tableOfRows(rows) });
  return { ...it, run_id };
}

test("every answer of a run has the types that the client's parser wants, whatever was sent", async () => {
  const { post, get, run_id, experimentId } = await oddRun();
  const experiment_ids = [await experimentId("sweep")];
  const [experiment_id] = experiment_ids;
  const keys = ["odd", "between", "system/own", "system/cpu_utilization_percentage", "none"];
  const asked: [string, object][] = [
    ["GET experiments/get-by-name", { experiment_name: "sweep" }],
    ["GET experiments/get", { experiment_id: 17 }],
    ["POST experiments/create", { name: 5 }],
    ["POST experiments/create", {}],
    ["POST experiments/search", { max_results: 1, page_token: "x" }],
    ["POST runs/create", { experiment_id, run_name: null, start_time: 0.5, tags: null }],
    ["POST runs/create", { experiment_id: 3, user_id: 5, run_name: 7, tags: [5] }],
    ["GET runs/get", { run_id }],
    ["GET runs/get", { run_id: "gone" }],
    ["POST runs/update", { run_id, status: "FINISHED", end_time: 0.5 }],
    ["POST runs/update", { run_id: "gone", status: 3 }],
    ["POST runs/search", { experiment_ids, max_results: 0.5 }],
    ["POST runs/search", { experiment_ids, order_by: ["metrics.odd DESC"], page_token: "-5" }],
    ["POST runs/search", {}],
    ["POST runs/log-metric", { run_id }],
    ["POST runs/log-parameter", { run_id, key: "p" }],
    ["POST runs/set-tag", { run_id, key: "t" }],
    ["POST runs/log-batch", { run_id, metrics: 5, params: "x", tags: {} }],
    ["POST runs/delete-tag", { run_id, key: "t" }],
    ["POST runs/log-inputs", { run_id, datasets: 5 }],
    ...keys.flatMap((metric_key): [string, object][] =>
      [{}, { max_results: 0 }, { max_results: 2, page_token: "1" }].map((more) => [
        "GET metrics/get-history",
        { run_id, metric_key, ...more },
      ]),
    ),
  ];
  for (const [call, given] of asked) {
    const [method, path] = call.split(" ");
    const query = new URLSearchParams(Object.entries(given).map(([key, value]) => [key, String(value)]));
    const { status, said } = await (method === "GET"
      ? get(`${path}?${query.toString()}`)
      : post(path, given));
    expect([status, breaches(said, ANSWERS[call], call)], JSON.stringify(given)).toEqual([200, []]);
  }
  expect(new Set(asked.map(([call]) => call))).toEqual(new Set(Object.keys(ANSWERS)));
  const source = readFileSync(join(import.meta.dirname, "adapter.ts"), "utf8");
  const answered = [...source.matchAll(/^ {2}"((?:GET|POST) [\w/-]+)":/gm)].map(([, call]) => call);
  expect(Object.keys(ANSWERS).toSorted()).toEqual(answered.toSorted());
});

test("files and logged models answer with the types that the client's parser wants", async () => {
  const { send, post, get, run_id, experimentId } = await oddRun();
  const root = `${await experimentId("sweep")}/${run_id}/artifacts`;
  await send("PUT", `${FILES}/${root}/a/b.bin`, "x");
  await send("PUT", `${FILES}/${root}/empty`, "");
  const { body } = await send("GET", `${FILES}?path=${root}`);
  const file: Shape = { path: "string", is_dir: "bool", "file_size?": "int64" };
  expect(breaches(JSON.parse(String(body)), { files: [file] })).toEqual([]);
  const made = (await post("logged-models", { experiment_id: 3, name: 5, source_run_id: run_id })).said;
  const info: Shape = {
    model_id: "string",
    experiment_id: "string",
    name: "string",
    creation_timestamp_ms: "int64",
    last_updated_timestamp_ms: "int64",
    artifact_uri: "string",
    status: "string",
    model_type: "string",
    source_run_id: "string",
    tags: [TAG],
  };
  const model: Shape = { model: { info, data: { params: [TAG], metrics: [METRIC] } } };
  expect(breaches(made, model)).toEqual([]);
  const { model_id } = made.model["info"] as { model_id: string };
  expect(breaches((await get(`logged-models/${model_id}`)).said, model)).toEqual([]);
});

test("what is no type of the field is found", () => {
  expect(breaches({ ...metric("a", 1, 0.5) }, METRIC)).toHaveLength(2);
  expect(breaches({ key: "a", value: null, timestamp: 0, step: "1" }, METRIC)).toHaveLength(2);
  expect(breaches([], RUN)).toHaveLength(3);
});
