/**
 * Slurm's five programs over a folder, for tests without a cluster: `node fake-slurm.mjs PROGRAM ARGS`. Jobs start at once unless
 * `faults.json` in that folder says otherwise. The folder is named by SLURM_CONF, which is all that a worker passes on.
 *
 * @typedef {{ id: number, name: string, state: string, reason: string, nodes: string, start: string, pid: number | null,
 *   script: string, args: string[], by: string, env: Record<string, string> }} FakeJob
 * @typedef {{ silent?: boolean, losesReply?: boolean, refuses?: string, holds?: string, noAccounts?: boolean, endsAs?: string }} Faults
 */
import { spawn } from "node:child_process";
import { linkSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const HOME = process.env.SLURM_CONF ?? "";
const JOBS = join(HOME, "jobs");
const [program, ...args] = process.argv.slice(2);
/** @param {string} name */
const option = (name) => args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
const id = args.at(-1) ?? "";

/** @returns {Faults} */
function faults() {
  try {
    return JSON.parse(readFileSync(join(HOME, "faults.json"), "utf8"));
  } catch {
    return {};
  }
}

/** @param {string} text @returns {never} */
function fail(text) {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

/** @param {string} one @returns {FakeJob} */
const read = (one) => JSON.parse(readFileSync(join(JOBS, one, "job.json"), "utf8"));

/** @param {FakeJob} job */
function write(job) {
  const draft = join(JOBS, String(job.id), `job.${process.pid}`);
  writeFileSync(draft, JSON.stringify(job));
  renameSync(draft, join(JOBS, String(job.id), "job.json"));
}

/** @param {string} one @param {Partial<FakeJob>} change */
const update = (one, change) => write({ ...read(one), ...change });

/** @returns {FakeJob[]} */
function all() {
  try {
    return readdirSync(JOBS)
      .sort((a, b) => Number(a) - Number(b))
      .map(read);
  } catch {
    return [];
  }
}

const now = () => new Date().toISOString().slice(0, 19);

async function sbatch() {
  const { refuses, losesReply, holds } = faults();
  let script = "";
  for await (const chunk of process.stdin) script += chunk;
  if (refuses !== undefined) fail(refuses);
  const name = option("job-name") ?? "";
  for (let number = 1; ; number++) {
    try {
      mkdirSync(join(JOBS, String(number)), { recursive: false });
    } catch {
      continue;
    }
    const env = { SLURM_JOB_ID: String(number), SLURM_EXPORT_ENV: "NIL", SLURMD_NODENAME: "n1" };
    const state = { state: "PENDING", reason: holds ?? "None", nodes: "", start: "N/A", pid: null, by: "" };
    write({ id: number, name, script, args, env, ...state });
    // With --dependency=singleton a second job of the name waits for the first.
    const twin = all().some((job) => job.id < number && job.name === name && !isOver(job.state));
    if (twin) update(String(number), { reason: "Dependency" });
    else if (holds === undefined) start(String(number));
    if (losesReply)
      fail("sbatch: error: Batch job submission failed: Socket timed out on send/recv operation");
    process.stdout.write(`${number}\n`);
    return;
  }
}

/** @param {string} state */
const isOver = (state) => !["PENDING", "RUNNING", "COMPLETING", "SUSPENDED"].includes(state);

/** @param {string} one */
function start(one) {
  const self = fileURLToPath(import.meta.url);
  const env = /** @type {any} */ ({ SLURM_CONF: HOME, PATH: process.env.PATH });
  spawn(process.execPath, [self, "--run", one], { detached: true, stdio: "ignore", env }).unref();
}

/** What a node does with a job. */
async function run() {
  const job = read(id);
  if (job.state !== "PENDING") return;
  try {
    linkSync(join(JOBS, id, "job.json"), join(JOBS, id, "begun"));
  } catch {
    return;
  }
  const folder = job.args.find((arg) => arg.startsWith("--chdir="))?.slice(8) ?? "/";
  const child = spawn("sh", ["-s"], {
    cwd: folder,
    env: /** @type {any} */ ({ ...job.env, PATH: process.env.PATH ?? "" }),
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  update(id, { state: "RUNNING", reason: "None", nodes: "n1", start: now(), pid: child.pid ?? null });
  child.stdin.end(job.script);
  const [code, signal] = await /** @type {Promise<[number | null, string | null]>} */ (
    new Promise((resolve) => child.on("close", (...how) => resolve(how)))
  );
  const { state } = read(id);
  const asked = faults().endsAs;
  const own = code === 0 ? "COMPLETED" : "FAILED";
  update(id, { state: asked ?? (state === "COMPLETING" ? "CANCELLED" : own), reason: signal ?? "None" });
}

function squeue() {
  const name = option("name");
  for (const job of all().filter((one) => name === undefined || one.name === name))
    process.stdout.write(`${job.id}|${job.state}|${job.reason}|${job.start}|${job.nodes}|${job.name}\n`);
}

function sacct() {
  if (faults().noAccounts) fail("Slurm accounting storage is disabled");
  const names = option("name")?.split(",") ?? [];
  for (const { id: one, state, by, reason, start: from, nodes, name } of all().filter((job) =>
    names.includes(job.name),
  ))
    process.stdout.write(
      `${one}|${state}${by}|${reason}|${from}|${nodes || "None assigned"}|${name}|${now()}|0:0\n`,
    );
}

async function scancel() {
  const signal = /** @type {NodeJS.Signals | undefined} */ (option("signal") && `SIG${option("signal")}`);
  const known = all().some((job) => String(job.id) === id);
  if (!known) return;
  const { state, pid } = read(id);
  if (state === "PENDING") return update(id, { state: "CANCELLED", by: " by 0" });
  if (state !== "RUNNING" || pid === null) return;
  // Only the batch script hears a signal that is meant for it.
  if (signal !== undefined) return void (args.includes("--batch") && process.kill(pid, signal));
  update(id, { state: "COMPLETING", by: " by 0" });
  try {
    process.kill(-pid, "SIGTERM");
    await wait(500);
    process.kill(-pid, "SIGKILL");
  } catch {
    // It is gone.
  }
}

function scontrol() {
  if (args[0] === "--version") return void process.stdout.write("slurm-wlm 22.05.8\n");
  process.stdout.write(readFileSync(join(HOME, `${id}.txt`), "utf8"));
}

mkdirSync(JOBS, { recursive: true });
if (program === "--run") await run();
else {
  if (faults().silent) fail(`slurm_load_jobs error: Unable to contact slurm controller (connect failure)`);
  const programs = { sbatch, squeue, sacct, scancel, scontrol };
  await programs[/** @type {keyof typeof programs} */ (program)]();
}
