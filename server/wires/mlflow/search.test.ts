import { expect, test } from "vitest";
import { metric, tag, world } from "./testing.ts";

test("runs are found by name, tag, parameter and metric, in the order that is asked for, else newest first", async () => {
  const { start, post, experimentId } = world();
  const experiment_ids = [await experimentId("sweep")];
  const ids = [await start(), await start({ run_name: "b", start_time: 6, tags: [tag("team", "rl")] })];
  await post("runs/log-parameter", { run_id: ids[1], key: "lr", value: "0.5" });
  const found = async (filter: string) => {
    const { said } = await post("runs/search", { experiment_ids, filter });
    return (said as { runs?: { info: { run_id: string } }[] }).runs?.map(({ info }) => info.run_id);
  };
  expect(await found("")).toEqual(ids.toReversed());
  expect(await found("attributes.run_name = 'b' and tags.team = 'rl'")).toEqual([ids[1]]);
  expect(await found("run_name = 'seed-0'")).toEqual([ids[0]]);
  expect(await found("params.lr = '0.5' AND attributes.status != 'FINISHED'")).toEqual([ids[1]]);
  expect(await found("params.lr = '5e-1'")).toEqual([ids[1]]);
  for (const [i, value] of [3, 1].entries())
    await post("runs/log-metric", { ...metric("loss", value, 1), run_id: ids[i] });
  expect(await found("metrics.loss < 2")).toEqual([ids[1]]);
  const ordered = await post("runs/search", { experiment_ids, order_by: ["metrics.loss DESC"] });
  expect((ordered.said.runs as { info: { run_id: string } }[]).map(({ info }) => info.run_id)).toEqual(ids);
  for (const refused of [{ filter: "metrics.loss < 1 OR 1" }, { order_by: ["metrics.loss UP"] }])
    expect((await post("runs/search", { experiment_ids, ...refused })).status).toBe(400);
});

test("experiments are found by name, newest first, and Default is always there", async () => {
  const { start, post, experimentId } = world();
  await start();
  await start({ experiment_id: await experimentId("other") });
  const found = async (more: object) => {
    const { said } = await post("experiments/search", { max_results: 1000, ...more });
    return (said.experiments as { name: string }[]).map(({ name }) => name);
  };
  expect(await found({})).toEqual(["other", "sweep", "Default"]);
  expect(await found({ filter: "name LIKE 's%'" })).toEqual(["sweep"]);
  const first = (await post("experiments/search", { max_results: 2 })).said;
  expect(await found({ page_token: first.next_page_token })).toEqual(["Default"]);
});

test("data sets are read back with their digest, source and context", async () => {
  const { start, post, get } = world();
  const run_id = await start();
  const dataset = { name: "train set", digest: "2981c147", source_type: "code", source: '{"tags": {}}' };
  const tags = [tag("mlflow.data.context", "training")];
  await post("runs/log-inputs", { run_id, datasets: [{ dataset, tags }] });
  const { inputs } = (await get(`runs/get?run_id=${run_id}`)).said.run as { inputs: object };
  expect(inputs).toEqual({ dataset_inputs: [{ dataset, tags }] });
});

test("parameters and tags are read back as Python wrote them", async () => {
  const { start, post, get } = world();
  const run_id = await start();
  const written = [
    "1e-05",
    "0.0001",
    "1e+22",
    "1.5e+300",
    "0.30000000000000004",
    "-7",
    "9007199254740993",
    "",
    "-0.25",
    "123456789012345.6",
  ];
  const params = written.map((value, i) => tag(`p${i}`, value));
  await post("runs/log-batch", { run_id, params, tags: [tag("empty", "")] });
  const { data } = (await get(`runs/get?run_id=${run_id}`)).said.run as {
    data: { params: object[]; tags: object[] };
  };
  expect(data.params).toEqual(params);
  expect(data.tags).toContainEqual(tag("empty", ""));
});
