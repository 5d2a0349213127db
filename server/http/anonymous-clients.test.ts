import { doAtOnce } from "../services/series/sliced.ts";
import { describe, expect, test } from "vitest";
import { selectRunsByExperiment } from "#db/queries/runs.ts";
import { ExportInput, SaveReportInput, ShareInput } from "../contracts/reports/report.ts";
import { externalVerbs } from "../services/external/make-verbs.ts";
import { createToken, ingestActorOf } from "../services/external/tokens.ts";
import { exportReport } from "../services/reports/export/export-report.ts";
import { openShare } from "../services/reports/open-share.ts";
import { getReportPage } from "../services/reports/page.ts";
import { publishReport } from "../services/reports/publish.ts";
import { saveReport } from "../services/reports/save.ts";
import { createShareLink } from "../services/reports/share-links.ts";
import { writeReport } from "../services/reports/write.ts";
import { makeWorld, type World } from "../services/testing.ts";
import { ADAPTERS } from "../adapters/index.ts";
import { request } from "../adapters/testing.ts";

/** What a client tells of who trained where; none of it may leave with an anonymous report. */
const TOLD = {
  host: "gpucanary07.hall.example",
  user: "alicecanary",
  mail: "alice.mailcanary@lab.example",
  root: "/home/alicecanary/foldercanary/run one",
  remote: "git@git.example.org:ownercanary/repocanary.git",
  program: "/srv/mountcanary/train_progcanary.py",
  args: ["--output_dir", "s3://bucketcanary/prefixcanary/x", "--hub_user=hubcanary", "--lr", "1e-3"],
  ip: "10.31.7.9",
} as const;
const CANARY = /[\w.%/\\-]{0,30}canary[\w.%/\\-]{0,30}|10\.31\.7\.9/gi;

type Send = (
  method: string,
  address: string,
  body?: unknown,
  headers?: object,
) => Promise<Record<string, unknown>>;

/** A world with a token, and requests of a client of this name. */
function clientWorld(name: string) {
  const world = makeWorld();
  const adapter = ADAPTERS.find((one) => one.name === name);
  const actor = ingestActorOf(world.ctx, createToken(world.ctx, { name: "laptop of tokencanary" }).token);
  if (!adapter || !actor) throw new Error(`no ${name}`);
  const verbs = externalVerbs(world.as(actor));
  const send: Send = async (method, address, body, headers = {}) => {
    const answer = await adapter.take(
      request(method, address, body, { authorization: "Basic YXBpOng=", ...headers }),
      verbs,
    );
    if (answer.status !== 200) throw new Error(`${address}: ${String(answer.body)}`);
    const text = String(answer.body);
    return text.startsWith("{") ? (JSON.parse(text) as Record<string, unknown>) : {};
  };
  return { world, send };
}

const RUNS = [0, 1, 2, 3, 4, 5].map((i) => ({
  key: `k${i}`,
  name: `alicecanary-run-${i}`,
  seed: i % 3,
  lr: i < 3 ? 0.1 : 0.2,
}));
const settings = ({ seed, lr }: (typeof RUNS)[number]) => ({
  seed,
  lr,
  output_dir: `/scratch/scratchcanary/lr${lr}`,
  "logger.entity": "entitycanary",
});
const values = ({ seed, lr }: (typeof RUNS)[number], step: number) => ({
  loss: lr + seed / 100 + 1 / (step + 1),
  "gpucanary07/util": 0.5,
});

async function byWandb(send: Send) {
  const mutation = "mutation($i:Any){upsertBucket(input:$i){bucket{id}}}";
  for (const run of RUNS) {
    const config = Object.fromEntries(Object.entries(settings(run)).map(([key, value]) => [key, { value }]));
    const input = {
      modelName: "lab",
      name: run.key,
      displayName: run.name,
      host: TOLD.host,
      jobProgram: TOLD.program,
      jobRepo: TOLD.remote,
      notes: `by ${TOLD.mail}`,
      tags: ["owner: tagcanary"],
      config: JSON.stringify(config),
    };
    await send("POST", "/graphql", { query: mutation, variables: { i: input } });
    const content = [0, 1, 2].map((step) => JSON.stringify({ ...values(run, step), _step: step }));
    const files = { "wandb-history.jsonl": { offset: 0, content } };
    await send("POST", `/files/ablab/lab/${run.key}/file_stream`, { files, complete: true, exitcode: 0 });
    const metadata = {
      host: TOLD.host,
      username: TOLD.user,
      email: TOLD.mail,
      root: TOLD.root,
      args: TOLD.args,
      git: { remote: TOLD.remote, commit: "a".repeat(40) },
      slurm: { job_nodelist: "nodecanary[07-09]" },
    };
    const query = new URLSearchParams({ project: "lab", run: run.key, path: "wandb-metadata.json" });
    await send("PUT", `/wires/wandb/file?${query.toString()}`, metadata);
  }
}

async function byMlflow(send: Send) {
  const base = "/api/2.0/mlflow";
  const { experiment_id } = await send("POST", `${base}/experiments/create`, { name: "lab" });
  const tag = (key: string, value: string) => ({ key, value });
  for (const run of RUNS) {
    const tags = [
      tag("mlflow.user", TOLD.user),
      tag("mlflow.source.name", TOLD.program),
      tag("host", TOLD.host),
      tag("mlflow.source.git.repoURL", TOLD.remote),
      tag("mlflow.databricks.cluster.host", "clustercanary"),
      tag("mlflow.note.content", `by ${TOLD.mail} in ${TOLD.root}`),
      tag("args", TOLD.args.join(" ")),
    ];
    const made = await send("POST", `${base}/runs/create`, {
      experiment_id,
      run_name: run.name,
      tags,
      start_time: 1,
    });
    const run_id = (made.run as { info: { run_id: string } }).info.run_id;
    const params = Object.entries(settings(run)).map(([key, value]) => tag(key, String(value)));
    const metrics = [0, 1, 2].flatMap((step) =>
      Object.entries(values(run, step)).map(([key, value]) => ({ key, value, step, timestamp: step + 1 })),
    );
    await send("POST", `${base}/runs/log-batch`, { run_id, params, metrics, tags: [] });
    await send("POST", `${base}/runs/update`, { run_id, status: "FINISHED", end_time: 9 });
  }
}

async function byTrackio(send: Send) {
  for (const run of RUNS) {
    const config = {
      ...settings(run),
      _Username: TOLD.user,
      host: TOLD.host,
      mail: TOLD.mail,
      folder: TOLD.root,
    };
    const logs = [0, 1, 2].map((step) => ({
      project: "lab",
      run: run.name,
      run_id: run.key,
      step,
      timestamp: null,
      log_id: `${run.key}${step}`,
      metrics: values(run, step),
      config,
    }));
    await send("POST", "/api/bulk_log", { args: [], kwargs: { hf_token: null, logs } });
  }
}

async function byAblab(send: Send) {
  for (const run of RUNS) {
    const place = new URLSearchParams({ experiment: "lab", key: run.key, writer: "w" }).toString();
    const environment = {
      host: TOLD.host,
      user: TOLD.user,
      cwd: TOLD.root,
      argv: [TOLD.program, ...TOLD.args],
      git: { remote: TOLD.remote, branch: "branchcanary/x" },
      ip: TOLD.ip,
      author: "Ada Authorcanary",
    };
    const more = { name: run.name, config: settings(run), environment, notes: `host: ${TOLD.host}` };
    await send("POST", `/api/ingest/v1/runs?${place}`, {
      client: "ablab 0.1",
      experiment: "lab",
      key: run.key,
      writer: "w",
      ...more,
    });
    const rows = [0, 1, 2].map((n) => JSON.stringify({ n, step: n, at: n, values: values(run, n) }));
    await send("POST", `/api/ingest/v1/rows?${place}`, rows.join("\n"));
    await send("POST", `/api/ingest/v1/finish?${place}`, { state: "finished", exitCode: 0 });
  }
}

const SENT: [string, (send: Send) => Promise<void>][] = [
  ["wandb", byWandb],
  ["mlflow", byMlflow],
  ["trackio", byTrackio],
  ["ablab", byAblab],
];

/** Prose in which an author says everything that the client told, in the forms that people write. */
const PROSE = `Seen on gpucanary07:/scratch/pathcanary and **gpucanary07**, by Alicecanary, see ALICECANARY_x and alicecanaryRun.

| alicecanary | C:\\\\Users\\\\alicecanary\\\\x y\\\\z |
|-|-|
| file:///home/alicecanary | s3://bucketcanary/alicecanary |

[a link](https://example.org/%2Fhome%2Falicecanary "alicecanary") and ~alicecanary, gpucanary07.hall.example, 10.31.7.9.`;

function published(world: World): { id: string; runIds: string[] } {
  const client = world.ctx.db.$client;
  const experimentId = client.prepare("select id from experiments limit 1").pluck().get() as string;
  const { id } = writeReport(world.ctx, { experimentId, template: "ablation" });
  const { markdown } = doAtOnce(getReportPage(world.ctx, { id, view: "draft", check: false }));
  const runIds = selectRunsByExperiment(world.ctx.db, experimentId).map((run) => run.id);
  const chart = `\n\n\`\`\`ablab metric-chart\nmetric: loss\nruns: ${runIds.join(", ")}\n\`\`\`\n`;
  const told = { title: "Of alicecanary on gpucanary07", markdown: `${markdown}\n\n${PROSE}${chart}` };
  saveReport(world.ctx, SaveReportInput.parse({ id, version: 1, ...told }));
  doAtOnce(publishReport(world.ctx, id));
  return { id, runIds };
}

function everythingSent(world: World, id: string, look: { anonymous: boolean; neutralNames?: boolean }) {
  const { path } = createShareLink(world.ctx, ShareInput.parse({ id, ...look }));
  const opened = openShare(world.ctx, path.slice("/share/".length), true);
  const files = (["html", "md", "csv"] as const).flatMap((form) =>
    (["newest", "draft"] as const).map((view) =>
      doAtOnce(exportReport(world.ctx, ExportInput.parse({ id, view, form, ...look }))),
    ),
  );
  return [
    opened.ok ? opened.html : `refused: ${opened.claim}`,
    ...files.flatMap(({ text, fileName }) => [text, fileName]),
  ];
}

describe.each(SENT)("runs that came by %s", (name, bring) => {
  test("leave no host, user, folder, remote or address in any form of an anonymous report", async () => {
    const { world, send } = clientWorld(name);
    await bring(send);
    const { id } = published(world);
    const open = everythingSent(world, id, { anonymous: false });
    expect(open[0].match(CANARY)?.length).toBeGreaterThan(10);
    const sent = everythingSent(world, id, { anonymous: true });
    expect(sent.flatMap((text) => text.match(CANARY) ?? [])).toEqual([]);
    expect(sent[0]).toContain("lr 0.1");
    expect(sent.filter((text) => text.startsWith("refused"))).toEqual([]);
  });
});

describe("names of runs", () => {
  test("are replaced by neutral ones where that is chosen, and labels of configurations are kept", async () => {
    const { world, send } = clientWorld("wandb");
    await byWandb(send);
    const { id } = published(world);
    const kept = everythingSent(world, id, { anonymous: true }).join("");
    expect(kept).toContain("(removed)-run-0");
    const sent = everythingSent(world, id, { anonymous: true, neutralNames: true });
    expect(sent.join("").match(/.{20}-run-\d.{20}/g)).toBeNull();
    expect(sent[0]).toContain("run 1");
    expect(sent[0]).toContain("lr 0.1");
    expect(sent[0].match(CANARY)).toBeNull();
  });
});

describe("a page published before its names were known", () => {
  test("is cleaned by what is stored of its runs today, and withheld with a word to its author where that fails", async () => {
    const { world, send } = clientWorld("wandb");
    await byWandb(send);
    const { id } = published(world);
    const { path } = createShareLink(world.ctx, ShareInput.parse({ id, anonymous: true }));
    const client = world.ctx.db.$client;
    client.prepare("update report_publications set snapshot = json_remove(snapshot, '$.privateWords')").run();
    const token = path.slice("/share/".length);
    const opened = openShare(world.ctx, token, true);
    expect(opened.ok && opened.html.match(CANARY)).toBeNull();
    // Nothing that cleans reads this form; the last look does.
    const markdown = "Seen on %67%70%75canary07, by al%69cecanary.";
    client.prepare("update report_publications set markdown = ?, title = 'T'").run(markdown);
    client
      .prepare("update external_runs set environment = json_set(environment, '$.node', 'nodecanary-new')")
      .run();
    world.ctx.db.$client.prepare("insert into ticks (at, topics) values (1, '[]')").run();
    expect(openShare(world.ctx, token, true)).toMatchObject({ ok: false, status: 503 });
    expect(openShare(world.ctx, token, true)).toMatchObject({ ok: false, status: 503 });
    const alerts = client.prepare("select kind, why from alerts where kind = 'share'").all() as {
      why: string;
    }[];
    expect(alerts).toHaveLength(1);
    expect(alerts[0].why).toContain("block 1");
    expect(() => createShareLink(world.ctx, ShareInput.parse({ id, anonymous: true }))).toThrow("block 1");
    for (const form of ["html", "md"] as const)
      expect(() =>
        doAtOnce(exportReport(world.ctx, ExportInput.parse({ id, form, anonymous: true }))),
      ).toThrow(/gpucanary07/);
    expect(createShareLink(world.ctx, ShareInput.parse({ id })).link.anonymous).toBe(false);
  });
});
