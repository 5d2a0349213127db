// Prepares a checkout with nothing but the Node that is there (20 or newer): packages, the right Node, the built pages.
// Plain JavaScript without dependencies, because it runs before there are any.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { packStatic } from "./pack-static.mjs";

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

const NODE_FLOOR = [22, 18];
/** What these launchers themselves are written for; older ones would fail in the middle of a line. */
const LAUNCHER_FLOOR = 20;
if (Number(process.versions.node.split(".")[0]) < LAUNCHER_FLOOR) {
  console.error(
    `ablab: Ablab needs Node ${LAUNCHER_FLOOR} or newer to start; this is ${process.versions.node} (${process.execPath}). Put a newer Node first in PATH and try again.`,
  );
  process.exit(1);
}
const INSTALL_STAMP = join(ROOT, "node_modules", ".ablab-installed");
const BUILD_STAMP = join(ROOT, ".next", "ablab-built");
const PREPARE_LOCK = join(ROOT, ".cache", "preparing");
/** What the built pages are made from. */
const BUILD_INPUTS = [
  "app",
  "components",
  "public",
  "server/contracts",
  "workers/protocol",
  "server/cli/pack-static.mjs",
  "next.config.mjs",
  "package-lock.json",
  "tsconfig.json",
];

/** A refusal for the person at the terminal: one sentence, no stack. */
export class PrepareError extends Error {}

/** @param {string} path @returns {string[]} */
function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => !name.startsWith(".") && !/\.test\.tsx?$/.test(name))
    .toSorted()
    .flatMap((name) => filesUnder(join(path, name)));
}

/** @param {string[]} inputs */
function hashOf(inputs) {
  const hash = createHash("sha256");
  for (const file of inputs.flatMap((input) => filesUnder(join(ROOT, input)))) {
    hash.update(relative(ROOT, file)).update("\0").update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex");
}

/** @param {string} path @param {string} expected */
function stampIs(path, expected) {
  return existsSync(path) && readFileSync(path, "utf8") === expected;
}

/**
 * Runs a command while a line counts the seconds, so that a wait never looks like a hang.
 * @param {string} title @param {string} command @param {string[]} args @param {NodeJS.ProcessEnv} env
 * @returns {Promise<void>}
 */
function runVisibly(title, command, args, env) {
  const started = Date.now();
  const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`;
  const live = process.stderr.isTTY;
  /** @param {string} text */
  const say = (text) => process.stderr.write(live ? `\r\x1b[2K${text}` : `${text}\n`);
  say(`${title} ...`);
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => (output = (output + chunk).slice(-20_000)));
    const timer = setInterval(() => say(`${title} ... ${seconds()}`), live ? 1000 : 10_000);
    child.on("error", (error) => {
      clearInterval(timer);
      reject(new PrepareError(`${title} could not start: ${error.message}`));
    });
    child.on("close", (code) => {
      clearInterval(timer);
      if (code === 0) {
        say(`${title}: done in ${seconds()}.${live ? "\n" : ""}`);
        resolve();
      } else {
        say("");
        reject(new PrepareError(`${title} failed (exit ${code}):\n${output.trim()}`));
      }
    });
  });
}

/** @param {string} file Whether the process whose id the file holds still runs. */
function isHeld(file) {
  try {
    process.kill(Number(readFileSync(file, "utf8")), 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}

/** @param {unknown} error A checkout that may not be written, as the sentence for the person; anything else as it is. */
function explained(error) {
  const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
  if (!["EACCES", "EPERM", "EROFS"].includes(code ?? "")) return error;
  return new PrepareError(
    `This checkout (${ROOT}) is not prepared yet and cannot be written by this user (${message}). Run "npm start" once as the user who owns it, or work in a copy of your own.`,
  );
}

/**
 * Prepares while no other command does: two `npm ci` at once take each other's files away. Waits for the other one, then
 * looks again whether anything is left to do.
 * @param {() => boolean} isDone @param {() => Promise<void>} work
 */
async function alone(isDone, work) {
  let told = false;
  for (;;) {
    if (isDone()) return;
    try {
      mkdirSync(dirname(PREPARE_LOCK), { recursive: true });
      writeFileSync(PREPARE_LOCK, String(process.pid), { flag: "wx" });
      break;
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw explained(error);
    }
    if (!isHeld(PREPARE_LOCK)) {
      rmSync(PREPARE_LOCK, { force: true });
      continue;
    }
    if (!told) process.stderr.write("Another ablab command is preparing this checkout; waiting for it ...\n");
    told = true;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  try {
    await work();
  } finally {
    rmSync(PREPARE_LOCK, { force: true });
  }
}

/** Installs exactly what the lock file names, once per lock file. */
export async function ensureInstalled() {
  const wanted = hashOf(["package-lock.json", ".npmrc"]) + process.arch;
  await alone(
    () => stampIs(INSTALL_STAMP, wanted),
    () => install(wanted),
  );
}

/** @param {string} wanted */
async function install(wanted) {
  const npm = process.env.npm_execpath;
  const [command, args] = npm?.endsWith(".js") ? [process.execPath, [npm, "ci"]] : ["npm", ["ci"]];
  await runVisibly(
    "Installing packages (npm ci)",
    command,
    [...args, "--no-progress", "--loglevel=error"],
    process.env,
  );
  writeFileSync(INSTALL_STAMP, wanted);
}

/**
 * The Node that Ablab runs on: on Linux the private one that npm brought, elsewhere the installed one if it is new enough.
 * @returns {string}
 */
export function rightNode() {
  const bundled = join(ROOT, "node_modules", `node-linux-${process.arch}`, "bin", "node");
  if (process.platform === "linux" && existsSync(bundled)) return bundled;
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > NODE_FLOOR[0] || (major === NODE_FLOOR[0] && minor >= NODE_FLOOR[1])) return process.execPath;
  throw new PrepareError(
    `Ablab needs Node ${NODE_FLOOR.join(".")} or newer on this platform; this is ${process.versions.node}. Install a newer Node and try again.`,
  );
}

/**
 * Environment of every child: private binaries first, no telemetry, and Node's cache of compiled files, which halves the
 * start of a trainer and of a command.
 * @returns {NodeJS.ProcessEnv}
 */
export function childEnv() {
  const bin = [dirname(rightNode()), join(ROOT, "node_modules", ".bin"), process.env.PATH].join(":");
  const cache = process.env.NODE_COMPILE_CACHE ?? join(ROOT, ".cache", "compiled");
  return { ...process.env, PATH: bin, NEXT_TELEMETRY_DISABLED: "1", NODE_COMPILE_CACHE: cache };
}

/** @param {string[]} args Ends with the sentence of a server that could not listen where these arguments ask for. */
export function requireStart(args) {
  const program = join(ROOT, "server", "cli", "try-start.ts");
  const { status } = spawnSync(rightNode(), ["--disable-warning=ExperimentalWarning", program, ...args], {
    env: childEnv(),
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (status !== 0) process.exit(status ?? 1);
}

/**
 * Builds the pages when what they are made from has changed, which takes minutes: `before` is asked first.
 * @param {() => void} [before]
 */
export async function ensureBuilt(before = () => {}) {
  const wanted = hashOf(BUILD_INPUTS);
  if (!stampIs(BUILD_STAMP, wanted)) before();
  await alone(
    () => stampIs(BUILD_STAMP, wanted),
    () => build(wanted),
  );
}

/** @param {string} wanted */
async function build(wanted) {
  await runVisibly(
    "Building the pages (next build)",
    rightNode(),
    [join("node_modules", "next", "dist", "bin", "next"), "build"],
    {
      ...childEnv(),
      NODE_ENV: "production",
    },
  );
  packStatic(join(ROOT, ".next", "static"));
  mkdirSync(dirname(BUILD_STAMP), { recursive: true });
  writeFileSync(BUILD_STAMP, wanted);
}
