import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readSupervised } from "../protocol/loggers/supervised-token.ts";

const MAIN = join(import.meta.dirname, "main.ts");
const TOKEN = "w".repeat(43);

/** What came by the wire. `status` answers everything; `stop` is what every answer says. */
let seen: { verb: string; query: URLSearchParams; body: string; token: string }[] = [];
let status = 200;
let stop = false;
let server: Server;
let url: string;
let home: string;

beforeEach(async () => {
  [seen, status, stop] = [[], 200, false];
  home = mkdtempSync(join(tmpdir(), "ablab-witness-"));
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += chunk));
    request.on("end", () => {
      const { pathname, searchParams } = new URL(request.url ?? "", "http://x");
      if (status === 200)
        seen.push({
          verb: pathname.split("/").at(-1) ?? "",
          query: searchParams,
          body,
          token: request.headers.authorization ?? "",
        });
      response.writeHead(status).end(JSON.stringify({ acked: 0, parked: 0, stop }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(home, { recursive: true, force: true });
});

/** Starts the witness of a JavaScript program. */
function witness(program: string, args: string[] = [], env: Record<string, string> = {}) {
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", MAIN, ...args, "--", process.execPath, "-e", program],
    {
      env: {
        ...process.env,
        ABLAB_URL: url,
        ABLAB_INGEST_TOKEN: TOKEN,
        ABLAB_WITNESS_DIR: home,
        ...env,
      },
    },
  );
  const said = { out: "", err: "" };
  child.stdout.on("data", (chunk) => (said.out += chunk));
  child.stderr.on("data", (chunk) => (said.err += chunk));
  const end = new Promise<number | null>((resolve) => child.on("close", resolve));
  return { child, said, end };
}

const log = () =>
  seen
    .filter(({ verb }) => verb === "output")
    .map(({ body }) => body)
    .join("");
/** The log of a run as a server keeps it: what is sent again, because nobody heard the answer, stands where it stood. */
const stored = (key: string) =>
  seen
    .filter(({ verb, query }) => verb === "output" && query.get("key") === key)
    .reduce((log, { query, body }) => {
      const at = Number(query.get("offset"));
      expect(at).toBeLessThanOrEqual(Buffer.byteLength(log));
      return Buffer.from(log).subarray(0, at).toString() + body;
    }, "");
const finish = () => JSON.parse(seen.find(({ verb }) => verb === "finish")?.body ?? "null");

test("a command's log, code and process are sent, and it finds server, token and run", async () => {
  const program =
    "const { statSync, readFileSync } = require('fs'); const e = process.env;" +
    "console.log('größe', e.ABLAB_URL, e.ABLAB_RUN_KEY, e.ABLAB_EXPERIMENT, e.ABLAB_WITNESSED, e.ABLAB_INGEST_TOKEN);" +
    "console.log((statSync(e.ABLAB_INGEST_TOKEN_FILE).mode & 0o777).toString(8), readFileSync(e.ABLAB_INGEST_TOKEN_FILE, 'utf8'));" +
    "console.error('Error: it broke'); process.exit(3)";
  const { said, end } = witness(program, ["--experiment", "e", "--id", "k/1", "--name", "n", "--tag", "a"]);
  expect(await end).toBe(3);
  expect(said.out).toBe(`größe ${url} k/1 e 1,experiment,name undefined\n600 ${TOKEN}\n\nError: it broke\n`);
  expect(log()).toBe(said.out);
  expect(JSON.parse(seen[0].body)).toMatchObject({ experiment: "e", key: "k/1", name: "n", tags: ["a"] });
  expect(new Set(seen.map(({ token }) => token))).toEqual(new Set([`Bearer ${TOKEN}`]));
  expect(finish()).toMatchObject({ state: "failed", exitCode: 3, reason: "Error: it broke" });
  expect(finish().witness).toMatchObject({ signal: null, askedBy: null, pid: expect.any(Number) });
  expect(readdirSync(home)).toEqual([]);
});

test("a run that nobody named is called by its script and what that was given, without secrets", async () => {
  writeFileSync(join(home, "train.cjs"), "");
  const command = [process.execPath, join(home, "train.cjs"), "--beta=0.1", "--token=abc"];
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", MAIN, "--", ...command], {
    env: { ...process.env, ABLAB_URL: url, ABLAB_INGEST_TOKEN: TOKEN, ABLAB_WITNESS_DIR: join(home, "kept") },
  });
  await new Promise((resolve) => child.on("close", resolve));
  expect(JSON.parse(seen[0].body)).toMatchObject({
    experiment: "train",
    name: "train.cjs --beta=0.1 --token=***",
    nameIsMade: true,
  });
});

test("loggers of others in the command find the run by their own variables, and none where nobody wants it", async () => {
  const program = "const e = process.env; console.log(JSON.stringify([e.WANDB_BASE_URL, e.WANDB_API_KEY]))";
  const nowhere = { HOME: home, WANDB_API_KEY: "", WANDB_BASE_URL: "", WANDB_MODE: "" };
  const led = witness(program, ["--experiment", "e", "--id", "k"], nowhere);
  await led.end;
  const [address, key] = JSON.parse(led.said.out) as string[];
  expect([address, readSupervised(key)]).toEqual([
    url,
    { token: TOKEN, witnessed: { experiment: "e", key: "k", given: ["experiment"] } },
  ]);
  expect(led.said.err).toContain("WANDB_API_KEY");
  const left = witness(program, ["--no-loggers"], nowhere);
  await left.end;
  expect([left.said.out, left.said.err]).toEqual(['["",""]\n', ""]);
  status = 500;
  const lost = witness(program, [], nowhere);
  await lost.end;
  expect(lost.said.out).toBe('["",""]\n');
});

test("a command that ends well is finished, one that cannot be started failed", async () => {
  expect(await witness("").end).toBe(0);
  expect(finish()).toMatchObject({ state: "finished", exitCode: 0, reason: null });
  seen = [];
  const child = spawn(process.execPath, [MAIN, "--", "/no/such/program"], {
    env: { ...process.env, ABLAB_URL: url, ABLAB_INGEST_TOKEN: TOKEN, ABLAB_WITNESS_DIR: home },
  });
  expect(await new Promise((resolve) => child.on("close", resolve))).toBe(127);
  expect(finish()).toMatchObject({ state: "failed", exitCode: 127 });
  expect(finish().reason).toContain("cannot be started");
});

test("a signal from nobody here is told as it was", async () => {
  expect(await witness("process.kill(process.pid, 'SIGKILL')").end).toBe(137);
  expect(finish()).toMatchObject({
    state: "killed",
    exitCode: null,
    witness: { signal: "SIGKILL", askedBy: null },
  });
});

test("Ctrl-C is passed on, and the next one is harder", async () => {
  const stubborn =
    "process.on('SIGINT', () => console.log('no')); console.log('up'); setInterval(() => {}, 1e6)";
  const { child, said, end } = witness(stubborn);
  await vi.waitFor(() => expect(said.out).toContain("up"), { timeout: 300_000 });
  child.kill("SIGINT");
  await vi.waitFor(() => expect(said.out).toContain("no"), { timeout: 300_000 });
  expect(said.err).toContain("Ctrl-C again sends SIGTERM");
  child.kill("SIGINT");
  expect(await end).toBe(143);
  expect(finish()).toMatchObject({ state: "killed", witness: { signal: "SIGTERM", askedBy: "terminal" } });
});

test("Stop on the page interrupts the command", async () => {
  const { said, end } = witness(
    "process.on('SIGINT', () => process.exit(0)); console.log('up'); setInterval(() => {}, 1e6)",
  );
  await vi.waitFor(() => expect(said.out).toContain("up"), { timeout: 300_000 });
  stop = true;
  // The next request may be the heartbeat; printing makes one sooner, and this program prints no more.
  expect(await end).toBe(0);
  expect(finish()).toMatchObject({ state: "finished", exitCode: 0, witness: { askedBy: "page" } });
});

test("a server that fails hurts nothing, and the next witness sends what was left", async () => {
  status = 500;
  const first = witness("console.log('kept')", ["--id", "first"]);
  expect(await first.end).toBe(0);
  expect(first.said).toMatchObject({ out: "kept\n", err: expect.stringContaining("everything is kept") });
  const [left] = readdirSync(home);
  expect(statSync(join(home, left)).mode & 0o777).toBe(0o700);
  expect(readFileSync(join(home, left, "witness.json"), "utf8")).not.toContain(TOKEN);
  status = 200;
  await witness("", ["--id", "second"]).end;
  expect(seen.find(({ verb, query }) => verb === "output" && query.get("key") === "first")?.body).toBe(
    "kept\n",
  );
  expect(seen.filter(({ verb }) => verb === "finish")).toHaveLength(2);
  expect(readdirSync(home)).toEqual([]);
});

test("a command outlives its witness, and its log is sent later without an end", async () => {
  const flag = join(home, "go-on");
  const program = `console.log('before'); const t = setInterval(() => { if (require('fs').existsSync(${JSON.stringify(flag)})) { console.log('after'); clearInterval(t) } }, 20)`;
  const { child, said, end } = witness(program, ["--id", "orphan"]);
  await vi.waitFor(() => expect(said.out).toContain("before"), { timeout: 300_000 });
  child.kill("SIGKILL");
  await end;
  await witness("", ["--id", "second"]).end;
  expect(readdirSync(home)).toHaveLength(1);
  writeFileSync(flag, "");
  const out = join(home, readdirSync(home).find((name) => name !== "go-on") ?? "", "out.log");
  await vi.waitFor(() => expect(readFileSync(out, "utf8")).toContain("after"), { timeout: 300_000 });
  await vi.waitFor(
    async () => {
      await witness("", ["--id", "third"]).end;
      expect(existsSync(out)).toBe(false);
    },
    { timeout: 300_000 },
  );
  expect(stored("orphan")).toBe("before\nafter\n");
  expect(seen.some(({ verb, query }) => verb === "finish" && query.get("key") === "orphan")).toBe(false);
});

test("without a command, a server or a token nothing is started and it is said why", async () => {
  const { said, end } = witness("", [], { ABLAB_INGEST_TOKEN: "" });
  expect(await end).toBe(2);
  expect(said.err).toContain("Which token?");
});
