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

test("pages of runs have each once, in any order, and a page ends where its runs are too much for one answer", async () => {
  const { start, post, experimentId } = world();
  const ids: string[] = [];
  for (let i = 0; i < 7; i++) {
    ids.push(await start({ run_name: `run ${i}`, start_time: i }));
    await post("runs/log-metric", { ...metric("loss", (i * 3) % 7, 1), run_id: ids[i] });
  }
  const other = await start({ experiment_id: await experimentId("other"), run_name: "elsewhere" });
  const experiment_ids = [await experimentId("sweep"), await experimentId("other")];
  const pages = async (more: object) => {
    const found: string[][] = [];
    for (let page_token: string | undefined = "", n = 0; page_token !== undefined && n < 20; n++) {
      const { said } = await post("runs/search", { experiment_ids, page_token, ...more });
      found.push((said.runs as { info: { run_id: string } }[]).map(({ info }) => info.run_id));
      page_token = said.next_page_token as string | undefined;
    }
    return found;
  };
  const newest = [other, ...ids.toReversed()];
  for (const max_results of [1, 3, 8, 200])
    expect(await pages({ max_results })).toEqual(
      Array.from({ length: Math.ceil(8 / max_results) }, (_, i) =>
        newest.slice(i * max_results, (i + 1) * max_results),
      ),
    );
  const byLoss = [0, 5, 3, 1, 6, 4, 2].map((i) => ids[i]);
  const ordered = { order_by: ["metrics.loss ASC"], filter: "metrics.loss >= 0" };
  expect((await pages({ ...ordered, max_results: 2 })).flat()).toEqual(byLoss);
  expect((await pages({ max_results: 2, filter: "metrics.loss > 3" })).flat()).toEqual(
    [6, 4, 2].map((i) => ids[i]),
  );
  // Five of these are more than one page tells, four are not.
  const params = Array.from({ length: 280 }, (_, i) => tag(`long${i}`, "x".repeat(3600)));
  for (const run_id of ids) await post("runs/log-batch", { run_id, params });
  for (const more of [{}, ordered])
    expect((await pages(more)).map((page) => page.length)).toEqual("filter" in more ? [5, 2] : [6, 2]);
});
