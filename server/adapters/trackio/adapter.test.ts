import { expect, test } from "vitest";
import { request } from "../testing.ts";
import { RUN, world } from "./testing.ts";

test("what a client logs are rows with its step, its words for NaN are numbers, and configuration is flat", async () => {
  const { log, entry, run, rows } = world();
  const config = {
    lr: 1e-5,
    nested: { a: [1, 2] },
    _Username: "ada",
    _Created: "2026-11-21T08:08:05+00:00",
    _Group: "g1",
    // Transformers calls trackio as it calls wandb, and trackio takes the argument for a setting.
    allow_val_change: true,
  };
  const metrics = {
    loss: 1,
    bad: "NaN",
    inf: "-Infinity",
    none: null,
    flag: true,
    text: "hi",
    nest: { x: 1 },
    list: [1],
  };
  const answer = await log(entry("a", metrics, { config }), entry("b", { loss: 0.5 }, { step: 50 }));
  expect(answer).toEqual({ status: 200, said: { data: null } });
  expect(rows()).toEqual([
    { step: 0, at: null, values: { loss: 1, bad: Number.NaN, inf: -Infinity, flag: 1, "nest.x": 1 } },
    { step: 50, at: null, values: { loss: 0.5 } },
  ]);
  expect(run().facts).toMatchObject({
    name: "seed-0",
    group: "g1",
    config: { lr: 1e-5, "nested.a": "[1,2]" },
    environment: { user: "ada", created: "2026-11-21T08:08:05+00:00" },
    summary: { text: "hi" },
  });
  expect(run().facts.config).not.toHaveProperty("allow_val_change");
  expect(run().notes).toEqual([
    { level: "info", message: '"list" came with a list where a curve takes a number; it is not drawn.' },
  ]);
});

test("a body that is sent again, and one that is cut differently, change nothing", async () => {
  const { log, entry, rows, run } = world();
  const [a, b, c] = [entry("a", { x: 1, l: [1] }), entry("b", { x: 2 }), entry("c", { x: 3, l: [1] })];
  await log(a, b);
  await log(a, b);
  await log(b, c, { ...a, timestamp: "2026-11-21T08:08:05Z" });
  expect(rows().map(({ values }) => values.x)).toEqual([1, 2, 3]);
  expect(run().notes).toHaveLength(1);
});

test("the step of a Hugging Face trainer is train/global_step, not what trackio counts", async () => {
  const { log, entry, rows } = world();
  await log(entry("a", { "train/loss": 1, "train/global_step": 4 }, { step: 6 }));
  await log(entry("b", { "profiling/Time taken: G.compute_loss": 0.1 }, { step: 4 }));
  expect(rows().map(({ step }) => step)).toEqual([4, 4]);
});

test("system metrics are a stream of their own with their times, and alerts are said once", async () => {
  const { call, run } = world();
  const log = {
    ...RUN,
    metrics: { "gpu/0/utilization": 55 },
    timestamp: "2026-11-21T08:08:05.833Z",
    log_id: "s",
  };
  await call("bulk_log_system", { logs: [log] });
  await call("bulk_log_system", { logs: [log] });
  expect(run().rows.get("trackio:system")).toEqual([
    { step: null, at: Date.UTC(2026, 10, 21, 8, 8, 5, 833), values: { "gpu/0/utilization": 55 } },
  ]);
  const alert = { ...RUN, title: "KL too high", text: "kl=0.9", level: "error", step: 51, alert_id: "x" };
  await call("bulk_alert", { alerts: [alert] });
  await call("bulk_alert", { alerts: [alert, { ...alert, level: "info", alert_id: "y" }] });
  expect(run().notes).toEqual([
    { level: "warning", message: "KL too high: kl=0.9 (step 51)" },
    { level: "info", message: "KL too high: kl=0.9 (step 51)" },
  ]);
});

test("a client that goes on finds its runs by name, and its last step", async () => {
  const { call, log, entry } = world();
  await log(entry("a", { x: 1 }, { step: 51 }));
  const runs = await call("get_runs_for_project", { project: "grpo" });
  expect(runs.said.data).toEqual([{ id: "9dbd", name: "seed-0", created_at: "1970-01-01T00:00:00.000Z" }]);
  const known = await call("get_run_summary", { project: "grpo", run_id: "9dbd" });
  expect(known.said.data).toMatchObject({ last_step: 51 });
  expect((await call("get_run_summary", { project: "grpo", run: "other" })).said.data).toBeNull();
});

test("runs of one name are told apart by their ids, and one body may hold several", async () => {
  const { log, entry, verbs } = world();
  await log(entry("a", { x: 1 }), entry("b", { x: 2 }, { run_id: "other/../\u202e" }), entry("c", { x: 3 }));
  expect([...verbs.runs.keys()]).toEqual(["grpo/9dbd", "grpo/other/../\u202e"]);
});

function multipart(name: string, bytes: Buffer) {
  const head = `--bb\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\nContent-Type: x/y\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from("\r\n--bb--\r\n")]);
}

test("media and artifacts come as an upload, which a later call gives to a run", async () => {
  const { adapter, verbs, call, run } = world();
  const bytes = Buffer.from([0, 13, 10, 45, 45, 255]);
  const upload = async (name: string) => {
    const headers = { "content-type": "multipart/form-data; boundary=bb" };
    const answer = await adapter.take(request("POST", "/api/upload", multipart(name, bytes), headers), verbs);
    return (JSON.parse(String(answer.body)) as { paths: string[] }).paths[0];
  };
  const file = { path: await upload("a.png"), orig_name: "a.png" };
  await call("bulk_upload_media", { uploads: [{ ...RUN, step: 3, relative_path: "", uploaded_file: file }] });
  expect(Buffer.from(run().files.get("media/step 3/a.png")!.bytes)).toEqual(bytes);

  const blob = { digest: "d1", uploaded_file: { path: await upload("w.bin"), orig_name: "w.bin" } };
  await call("bulk_upload_artifact_blob", { project: "grpo", uploads: [blob] });
  const manifest = [
    { path: "w.bin", digest: "d1", size: 6 },
    { path: "gone.bin", digest: "d2", size: 9 },
  ];
  const artifact = {
    project: "grpo",
    name: "ckpt",
    type: "model",
    manifest,
    run_name: "seed-0",
    run_id: "9dbd",
  };
  expect((await call("artifact_log", artifact)).said.data).toMatchObject({ version: 0, size_bytes: 15 });
  expect([...run().files.keys()].slice(1)).toEqual(["artifacts/ckpt/w.bin", "artifacts/ckpt.json"]);
  expect(run().notes[0].message).toContain("artifacts/ckpt/gone.bin");

  const large = adapter.takeOversized!(request("POST", "/api/upload"), verbs);
  expect(large.status).toBe(200);
  const lost = { path: "too large", orig_name: "big.bin" };
  await call("bulk_upload_media", { uploads: [{ ...RUN, step: 3, relative_path: "", uploaded_file: lost }] });
  expect(run().notes[1].message).toMatch(/"big\.bin" is larger than 128.MiB/);
});

test("only the paths of this client are claimed, and its token is a header or part of the address", () => {
  const { adapter } = world();
  expect(adapter.claims("GET", "/version")).toBe(true);
  expect(adapter.claims("POST", "/api/upload")).toBe(true);
  for (const path of ["/api/trpc", "/api/constructor", "/api/bulk_log/x", "/"])
    expect(adapter.claims("POST", path)).toBe(false);
  expect(adapter.tokenOf(request("GET", "/version", undefined, { "x-trackio-write-token": "t" }))).toBe("t");
  expect(adapter.tokenOf(request("GET", "/version?write_token=u"))).toBe("u");
  expect(adapter.tokenOf(request("GET", "/version"))).toBeNull();
});

test("odd bodies are answered, never thrown", async () => {
  const { adapter, verbs, call } = world();
  expect((await adapter.take(request("POST", "/api/bulk_log", "<html>"), verbs)).status).toBe(400);
  expect((await adapter.take(request("POST", "/api/bulk_log", "[]"), verbs)).status).toBe(200);
  for (const logs of [null, [1, null], [{}], [{ metrics: [] }]])
    expect((await call("bulk_log", { logs })).status).toBe(200);
});

test("a body of more values than are read at once is taken in parts, every row of it once", async () => {
  const { log, entry, rows } = world();
  const wide = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`m${i}`, i]));
  const entries = Array.from({ length: 6000 }, (_, i) => entry(`e${i}`, wide, { step: i }));
  expect(await log(...entries)).toEqual({ status: 200, said: { data: null } });
  expect(rows().map(({ step }) => step)).toEqual(entries.map((_, i) => i));
});
