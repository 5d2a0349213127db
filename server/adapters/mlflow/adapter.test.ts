import { describe, expect, test } from "vitest";
import { API, FILES, metric, tag, world } from "./testing.ts";

describe("an experiment", () => {
  test("is there under every name, and its id is the name in another spelling", async () => {
    const { get, post, experimentId } = world();
    for (const name of ["sweep", "a/b \u202e ü", "Default", "0", "x".repeat(200)]) {
      const id = await experimentId(name);
      expect(id).toMatch(/^[a-zA-Z0-9][\w-]*$/);
      const again = (await get(`experiments/get?experiment_id=${id}`)).said.experiment;
      expect(again).toEqual({
        experiment_id: id,
        name,
        artifact_location: `mlflow-artifacts:/${id}`,
        lifecycle_stage: "active",
      });
      expect((await post("experiments/create", { name })).said).toEqual({ experiment_id: id });
    }
    expect(await experimentId("Default")).toBe("0");
  });

  test("whose id another server gave is one of that name", async () => {
    const { get } = world();
    expect((await get("experiments/get?experiment_id=17")).said.experiment["name"]).toBe("17");
  });
});

test("a run is made with its name, its place and what MLflow's own tags say of it", async () => {
  const { start, run, get } = world();
  const parent = await start({ run_name: "parent" });
  const id = await start({
    start_time: 6,
    tags: [
      tag("mlflow.user", "ada"),
      tag("mlflow.source.name", "/home/ada/train.py"),
      tag("mlflow.source.git.commit", "abc"),
      tag("mlflow.note.content", "why"),
      tag("mlflow.parentRunId", parent),
      tag("team", "rl: core"),
    ],
  });
  expect(run(id).opened).toMatchObject({ experiment: "sweep", client: "mlflow 3.17.2" });
  expect(run(id).facts).toMatchObject({
    name: "seed-0",
    group: "parent",
    notes: "why",
    tags: ["team: rl: core"],
    environment: { user: "ada", program: "/home/ada/train.py", commit: "abc" },
  });
  const { info, data } = (await get(`runs/get?run_id=${id}`)).said.run as {
    info: object;
    data: { tags: object[] };
  };
  expect(info).toMatchObject({
    run_id: id,
    run_uuid: id,
    run_name: "seed-0",
    status: "RUNNING",
    user_id: "ada",
  });
  expect(data.tags).toContainEqual(tag("team", "rl: core"));
  expect(data.tags).toContainEqual(tag("mlflow.source.git.commit", "abc"));
  expect(data.tags).toContainEqual(tag("mlflow.parentRunId", parent));
});

test("making a run whose answer was lost is the same run; once it has values, the same words make another", async () => {
  const { start, post, verbs } = world();
  const id = await start();
  expect(await start()).toBe(id);
  await post("runs/log-metric", { ...metric("loss", 1, 1), run_id: id });
  const other = await start();
  expect(other).not.toBe(id);
  expect(await start()).toBe(other);
  expect(await start({ start_time: 6 })).not.toBe(other);
  expect(verbs.runs.size).toBe(3);
});

describe("metrics", () => {
  test("of one step and time are one row; words for NaN and infinities are numbers", async () => {
    const { start, post, rows } = world();
    const run_id = await start();
    await post("runs/log-batch", {
      run_id,
      metrics: [
        metric("loss", 0.5, 2),
        metric("nan", "NaN", 2),
        metric("inf", "-Infinity", 2),
        metric("loss", 1, 1, 900),
      ],
    });
    expect(rows(run_id)).toEqual([
      { step: 2, at: 1000, values: { loss: 0.5, nan: Number.NaN, inf: -Infinity } },
      { step: 1, at: 900, values: { loss: 1 } },
    ]);
  });

  test("that are sent again, in whatever order, are stored once", async () => {
    const { start, post, rows } = world();
    const run_id = await start();
    const batches = [1, 4, 8, 2].map((step) => ({
      run_id,
      metrics: [metric("loss", step / 2, step), metric("r", -step, step)],
    }));
    for (const batch of [...batches, ...batches.toReversed()]) await post("runs/log-batch", batch);
    await post("runs/log-batch", { ...batches[0], metrics: batches[0].metrics.toReversed() });
    expect(rows(run_id).map(({ step }) => step)).toEqual([1, 4, 8, 2]);
  });

  test("of one key, step and time with two values are both kept, in one request or in two", async () => {
    const { start, post, rows } = world();
    const run_id = await start();
    await post("runs/log-batch", {
      run_id,
      metrics: [metric("loss", 1, 0), metric("loss", 2, 0), metric("loss", 2, 0)],
    });
    await post("runs/log-metric", { ...metric("loss", 3, 0), run_id });
    expect(rows(run_id).map(({ values }) => values.loss)).toEqual([1, 2, 3]);
  });

  test("of the machine are a stream of their own", async () => {
    const { start, post, rows } = world();
    const run_id = await start();
    await post("runs/log-batch", {
      run_id,
      metrics: [metric("system/cpu_utilization_percentage", 3, 7, "1795248903304")],
    });
    expect(rows(run_id, "system")).toEqual([
      { step: null, at: 1795248903304, values: { "system/cpu_utilization_percentage": 3 } },
    ]);
  });

  test("that a person calls system/... stand at the step that was given, as those of no reading do", async () => {
    const { start, post, rows } = world();
    const run_id = await start();
    const own = ["system/reward", "system/gpu", "system/gpu_0_reward", "system/"];
    const monitors = ["system/gpu_0_power_usage_watts", "system/node-1/disk_usage_percentage"];
    await post("runs/log-batch", { run_id, metrics: [...own, ...monitors].map((key) => metric(key, 1, 40)) });
    expect(rows(run_id)).toEqual([
      { step: 40, at: 1000, values: Object.fromEntries(own.map((key) => [key, 1])) },
    ]);
    expect(rows(run_id, "system").flatMap(({ values }) => Object.keys(values))).toEqual(monitors);
  });

  test("stand at their step however large it is, and are read back at a whole one that 64 bits hold", async () => {
    const { start, post, get, rows } = world();
    const run_id = await start();
    const steps = [-(2 ** 63), -1, 2 ** 53 + 2, 1_795_248_903_304_000_512, 2 ** 63];
    for (const step of steps) await post("runs/log-metric", { ...metric("a", 1, step), run_id });
    await post("runs/log-metric", { ...metric("a", 1, 0), step: "1795248903304000768", run_id });
    expect(rows(run_id).map(({ step }) => step)).toEqual([...steps, 1_795_248_903_304_000_768]);
    const { said } = await get(`metrics/get-history?run_id=${run_id}&metric_key=a&max_results=0`);
    const first = said.metrics as { step: number }[];
    expect(first).toHaveLength(1);
    for (const page of [1, 2, 3, 4, 5]) {
      const { said } = await get(`metrics/get-history?run_id=${run_id}&metric_key=a&page_token=${page}`);
      for (const { step } of said.metrics as { step: number }[])
        expect(Number.isInteger(step) && Math.abs(step) < 2 ** 63, String(step)).toBe(true);
    }
  });

  test("that are no numbers are named on the run, and the others are stored", async () => {
    const { start, post, rows, run } = world();
    const run_id = await start();
    const odd = { ...metric("words", "hello", 1) };
    expect(
      (await post("runs/log-batch", { run_id, metrics: [odd, metric("__proto__", 1, 1), odd] })).status,
    ).toBe(200);
    expect(Object.entries(rows(run_id)[0].values)).toEqual([["__proto__", 1]]);
    expect(run(run_id).notes.map(({ message }) => message)).toEqual([
      '"words" came with something that is no number; it is not drawn.',
    ]);
  });

  test("are read back in pages, as they were sent", async () => {
    const { start, post, get } = world();
    const run_id = await start();
    for (const step of [3, 1, 2])
      await post("runs/log-metric", { ...metric("a(b)", step === 3 ? "NaN" : step, step), run_id });
    const first = (await get(`metrics/get-history?run_id=${run_id}&metric_key=a(b)&max_results=2`)).said;
    expect(first).toEqual({
      metrics: [1, 2].map((step) => ({ key: "a(b)", value: step, timestamp: 1000, step })),
      next_page_token: "2",
    });
    const rest = await get(`metrics/get-history?run_id=${run_id}&metric_key=a(b)&max_results=2&page_token=2`);
    expect(rest.said).toEqual({ metrics: [{ key: "a(b)", value: "NaN", timestamp: 1000, step: 3 }] });
    const { data } = (await get(`runs/get?run_id=${run_id}`)).said.run as { data: { metrics: object[] } };
    expect(data.metrics).toEqual([{ key: "a(b)", value: "NaN", timestamp: 1000, step: 3 }]);
  });
});

test("parameters are numbers, truths and texts again, and a changed one is kept and said", async () => {
  const { start, post, run, get } = world();
  const run_id = await start();
  const params = [
    tag("lr", "1e-05"),
    tag("n", "3"),
    tag("on", "True"),
    tag("none", "None"),
    tag("name", "007"),
    tag("dict", "{'a': 1}"),
    tag("long", "x".repeat(6001)),
    tag("big", "12345678901234567890"),
    tag("f", "1.0"),
  ];
  await post("runs/log-batch", { run_id, params });
  await post("runs/log-parameter", { run_id, key: "lr", value: "1e-05" });
  expect(run(run_id).facts.config).toMatchObject({
    lr: 1e-5,
    n: 3,
    on: true,
    none: "null",
    name: "007",
    dict: "{'a': 1}",
    big: "12345678901234567890",
    f: 1,
  });
  expect(run(run_id).notes).toEqual([]);
  await post("runs/log-parameter", { run_id, key: "n", value: "4" });
  expect(run(run_id).facts.config.n).toBe(4);
  expect(run(run_id).notes[0].message).toBe(
    'The parameter "n" was 3 and was sent again as 4; the later one is on record.',
  );
  const { data } = (await get(`runs/get?run_id=${run_id}`)).said.run as { data: { params: object[] } };
  expect(data.params).toContainEqual(tag("on", "True"));
  expect(data.params).toContainEqual(tag("none", "None"));
});

test("tags take each other's place by key and can be deleted", async () => {
  const { start, post, run } = world();
  const run_id = await start({ tags: [tag("team", "rl")] });
  await post("runs/set-tag", { run_id, key: "team", value: "nlp" });
  await post("runs/log-batch", { run_id, tags: [tag("a", "1"), tag("b", "2")] });
  await post("runs/delete-tag", { run_id, key: "a" });
  expect(run(run_id).facts.tags).toEqual(["team: nlp", "b: 2"]);
});

test("a told end is an end until the run is taken up again", async () => {
  const { start, post, run, get } = world();
  const run_id = await start();
  const ended = await post("runs/update", { run_id, status: "FINISHED", end_time: 9 });
  expect(ended.said.run_info).toMatchObject({ run_id, status: "FINISHED" });
  expect(run(run_id).end).toEqual({
    state: "finished",
    exitCode: null,
    reason: null,
    writer: "mlflow",
    endedAt: 9,
  });
  await post("runs/update", { run_id, status: "RUNNING" });
  expect(run(run_id).end).toBeNull();
  await post("runs/update", { run_id, status: "FAILED" });
  expect((await get(`runs/get?run_id=${run_id}`)).said.run["info"]["status"]).toBe("FAILED");
});

test("a run that is not there ends no training, and cannot be started", async () => {
  const { post, get, send } = world();
  expect(await post("runs/log-batch", { run_id: "gone", metrics: [metric("x", 1, 1)] })).toEqual({
    status: 200,
    said: {},
  });
  expect((await get("runs/get?run_id=gone")).said.run["info"]).toMatchObject({ lifecycle_stage: "deleted" });
  expect((await post("runs/update", { run_id: "gone", status: "FINISHED" })).status).toBe(200);
  expect((await send("PUT", `${FILES}/0/gone/artifacts/a.txt`, "x")).status).toBe(200);
});

test("its paths and nobody else's are claimed; its token is a bearer, or a password", () => {
  const { adapter } = world();
  for (const path of [`${API}/runs/create`, FILES, `${FILES}/a`, "/api/3.0/mlflow/traces"])
    expect(adapter.claims("GET", path)).toBe(true);
  for (const path of ["/version", "/api/2.0/mlflow", `${FILES}x`])
    expect(adapter.claims("GET", path)).toBe(false);
  const token = (authorization?: string) =>
    adapter.tokenOf({ method: "GET", path: "/", query: new URLSearchParams(), headers: { authorization } });
  expect(token("Bearer abc")).toBe("abc");
  expect(token(`Basic ${Buffer.from("me:a:b").toString("base64")}`)).toBe("a:b");
  expect(token(`Basic ${Buffer.from("abc:").toString("base64")}`)).toBe("abc");
  expect(token()).toBeNull();
});

test("unknown calls and odd bodies are answered in the client's form", async () => {
  const { post, send, get } = world();
  expect((await get("nothing/here")).said).toMatchObject({ error_code: "ENDPOINT_NOT_FOUND" });
  expect((await post("experiments/set-experiment-tag", {})).status).toBe(200);
  expect((await post("constructor", {})).status).toBe(404);
  expect((await send("POST", `${API}/runs/log-batch`, "<html>")).status).toBe(400);
});
