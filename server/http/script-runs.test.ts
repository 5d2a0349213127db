import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { draftRecipe } from "../../workers/scripts/draft/draft-recipe.ts";
import { ablationTable } from "../services/experiments/table.ts";
import { agreeToRecipe, listFolderRecipes } from "../services/recipes/agree.ts";
import { codeOnRecord } from "../services/recipes/run-code.ts";
import { getRun } from "../services/runs/get.ts";
import { launchRuns } from "../services/runs/launch.ts";
import { freshKey, makeWorld, type World } from "../services/testing.ts";
import { WIRES, wireOf } from "../wires/index.ts";
import { decide, type GatePolicy } from "./gate.ts";
import { scopeOfToken } from "./home.ts";
import { createWireRoute } from "./wire-route.ts";
import { handleWorker } from "./worker-handler.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const CLIENT = join(ROOT, "clients", "python");
const STRANGER = join(ROOT, "workers", "scripts", "draft", "fixtures", "stranger");
const version = spawnSync("python3", ["-c", "import sys; print(sys.version_info >= (3, 9))"]).stdout;
const hasPython = version?.toString().trim() === "True";
if (!hasPython) console.log("Scripts are not launched: there is no python3 of 3.9 or newer.");

let world: World;
let server: Server;
let worker: ChildProcess;
let home: string;
let folder: string;
let said = "";
/** A run with the script as it was at first. */
let earlier = "";

/** The drafted file, which a person has looked through. */
function writeRecipe(change: object = {}): void {
  const drafted = JSON.parse(draftRecipe(join(folder, "train.py")).text) as object;
  const looked = { ...drafted, slug: "bandit", environment: ["PYTHONPATH"], ...change };
  writeFileSync(join(folder, "ablab.recipe.json"), JSON.stringify(looked, null, 2));
}

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "ablab-script-runs-"));
  folder = join(home, "scripts", "bandit");
  mkdirSync(join(home, "scripts"));
  cpSync(STRANGER, folder, { recursive: true });
  writeRecipe();
  world = makeWorld();
  const ctx = { ...world.ctx, now: Date.now };
  world = { ...world, ctx };
  for (const name of ["operator", "worker"])
    writeFileSync(join(home, name), `${name}-secret`.padEnd(43, "x"));
  const hosts = new Set<string>();
  const files = { operatorTokenFile: join(home, "operator"), workerTokenFile: join(home, "worker") };
  const policy: GatePolicy = {
    hosts,
    cookieName: "none",
    isOpenSession: () => false,
    csrfTokenOf: () => "",
    scopeOfToken: scopeOfToken(ctx, files),
    wireOf: wireOf(WIRES),
  };
  const takesWires = createWireRoute(policy, ctx, WIRES);
  server = createServer((request, response) => {
    if (takesWires(request, response)) return;
    const { method = "", url = "", headers, rawHeaders } = request;
    const decision = decide({ method, url, headers, rawHeaders, upgrade: false }, policy);
    const scope = decision.kind === "allow" ? decision.scope : null;
    const isOfWorker =
      scope?.kind === "worker-admission" || scope?.kind === "worker" || scope?.kind === "attempt";
    if (!isOfWorker) return void response.writeHead(403).end("{}");
    void handleWorker(request, response, ctx, scope);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  hosts.add(`127.0.0.1:${port}`);
  const args = ["--server", `http://127.0.0.1:${port}`, "--token-file", files.workerTokenFile];
  worker = spawn(
    process.execPath,
    [
      join(ROOT, "workers", "bridge", "main.ts"),
      ...args,
      "--home",
      join(home, "worker-home"),
      "--name",
      "lab",
      "--slots",
      "3",
      "--recipes",
      join(home, "scripts"),
    ],
    { env: { ...process.env, PYTHONPATH: CLIENT, PYTHONDONTWRITEBYTECODE: "1", HF_TOKEN: "hf_secret" } },
  );
  worker.stdout?.on("data", (chunk) => (said += chunk));
  worker.stderr?.on("data", (chunk) => (said += chunk));
  await vi.waitFor(() => expect(listFolderRecipes(ctx).recipes).toHaveLength(1), { timeout: 120_000 });
});

afterAll(async () => {
  worker.kill("SIGTERM");
  await new Promise((resolve) => worker.on("close", resolve));
  server.closeAllConnections();
  server.close();
  rmSync(home, { recursive: true, force: true });
});

const launch = (
  seeds: number[],
  edits: Record<string, number> = {},
  factors: { name: string; levels: number[] }[] = [],
) =>
  launchRuns(world.ctx, {
    launchKey: freshKey(),
    recipe: "bandit",
    matrix: { presets: ["default"], edits: { steps: 40, ...edits }, factors, seeds },
    experiment: { title: "How greedy?" },
  });

const ended = (id: string) => {
  const { state, why } = getRun(world.ctx, id).row;
  expect({ id, state, why }).toMatchObject({ state: expect.stringMatching(/^(finished|failed|killed)$/) });
};

test.skipIf(!hasPython)(
  "a stranger's script is drafted, launched as 2 x 2 with 3 seeds, and fills its table",
  async () => {
    const { runs, experimentId } = launch([0, 1, 2], {}, [
      { name: "epsilon", levels: [0.05, 0.3] },
      { name: "learning_rate", levels: [0.1, 0.5] },
    ]);
    expect(runs).toHaveLength(12);
    await vi.waitFor(() => runs.forEach(({ id }) => ended(id)), { timeout: 170_000, interval: 250 });
    const table = ablationTable(world.ctx, experimentId);
    expect(table.columns.map(({ metric }) => metric)).toEqual(["mean_reward"]);
    expect(table.rows.map(({ n, metrics }) => [n, typeof metrics.mean_reward.value])).toEqual(
      Array.from({ length: 4 }, () => [3, "number"]),
    );
    earlier = runs[0].id;
    const run = getRun(world.ctx, earlier);
    expect(run).toMatchObject({ outside: null, params: { epsilon: 0.05, steps: 40 } });
    expect(run.metrics.toSorted()).toEqual(["abs_error", "mean_reward"]);
    expect(run.row.state).toBe("finished");
    const output = join(home, "worker-home", "runs", run.attempts[0].id, "output", "values.txt");
    expect(readFileSync(output, "utf8").split(" ")).toHaveLength(5);
    expect(said).not.toContain("hf_secret");
    const { run: code, difference } = codeOnRecord(world.ctx, { id: runs[1].id });
    expect(code.surroundings).toMatchObject({
      folder: realpathSync(folder),
      files: { "train.py": expect.any(String) },
      interpreter: { version: expect.stringMatching(/^3\./) },
    });
    expect(code.now).toMatchObject({ isSame: true });
    expect(difference).toMatchObject({ files: [], facts: [], packages: [], uncommitted: false });
  },
);

test.skipIf(!hasPython)(
  "a script that changes while its run waits is not started, and is said; agreed to, it is launched anew",
  async () => {
    writeFileSync(join(folder, "train.py"), `${readFileSync(join(folder, "train.py"), "utf8")}\n# another\n`);
    const { runs } = launch([7]);
    await vi.waitFor(() => expect(getRun(world.ctx, runs[0].id).row.why).toMatch(/bandit has changed in /), {
      timeout: 60_000,
    });
    const waiting = getRun(world.ctx, runs[0].id).row;
    expect(["queued", "failed"]).toContain(waiting.state);
    await vi.waitFor(
      () =>
        expect(listFolderRecipes(world.ctx).recipes[0].changed).toEqual([
          { path: "train.py", how: "changed" },
        ]),
      {
        timeout: 60_000,
      },
    );
    expect(() => launch([8])).toThrow("waits for somebody to agree");
    agreeToRecipe(world.ctx, { slug: "bandit", hash: listFolderRecipes(world.ctx).recipes[0].hash });
    const [again] = launch([8]).runs;
    await vi.waitFor(() => ended(again.id), { timeout: 120_000, interval: 250 });
    expect(getRun(world.ctx, again.id).row.state).toBe("finished");
    const changed = codeOnRecord(world.ctx, { id: again.id, against: earlier });
    expect(changed.difference?.files).toEqual([{ path: "train.py", how: "changed" }]);
    expect(codeOnRecord(world.ctx, { id: earlier }).run.now).toMatchObject({
      isSame: false,
      changed: [{ path: "train.py" }],
    });
  },
);

test.skipIf(!hasPython)("a command that does not exist ends the run with one sentence", async () => {
  writeRecipe({ command: ["pythonx", "train.py"] });
  await vi.waitFor(() => expect(listFolderRecipes(world.ctx).recipes[0].agreedAt).toBeNull(), {
    timeout: 60_000,
  });
  agreeToRecipe(world.ctx, { slug: "bandit", hash: listFolderRecipes(world.ctx).recipes[0].hash });
  const [run] = launch([0]).runs;
  await vi.waitFor(() => ended(run.id), { timeout: 60_000, interval: 250 });
  expect(getRun(world.ctx, run.id).row).toMatchObject({
    state: "failed",
    why: expect.stringContaining('bandit starts "pythonx", and this worker has no such program on its PATH.'),
  });
});
