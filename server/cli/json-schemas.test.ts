import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { openDb } from "#db/client.ts";
import { copyDatabase } from "#db/copies/copy-database.ts";
import { writeResultsDb } from "#db/foreign/testing.ts";
import { migrate } from "#db/migrate.ts";
import { EXPORT_PREFIX, handleExport } from "../http/export-handler.ts";
import { handleTrpc } from "../http/trpc-handler.ts";
import { makeWorld } from "../services/testing.ts";
import { askedAnswers, FAILED_RESULT, fillForVerbs, idleDoors, writeBenchmark } from "./testing.ts";
import { jsonSchemas, RECIPE_SCHEMA, REGENERATE, SCHEMA_DIR, WIRE_SCHEMA } from "./json-schemas.ts";

const CLI = join(import.meta.dirname, "main.ts");
const home = mkdtempSync(join(tmpdir(), "ablab-schemas-"));
const folder = join(home, "tiny");
let server: Server;

/** Runs the command line as a person would and returns what it printed. */
function ablab(...args: string[]): Promise<string> {
  const env = { ...process.env, ABLAB_HOME: home };
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", CLI, ...args], { env });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk) => (stdout += chunk));
  child.stderr.on("data", (chunk) => (stderr += chunk));
  return new Promise((resolve, reject) =>
    child.on("close", (code) =>
      code === 0 ? resolve(stdout) : reject(new Error(`ablab ${args.join(" ")} exited ${code}: ${stderr}`)),
    ),
  );
}

/** A procedure that fails meanwhile. */
let breaking: string | null = null;

beforeAll(async () => {
  const world = makeWorld();
  // An export reads through a connection of its own, so this world is a file.
  world.ctx.db = openDb(join(home, "ablab.db"));
  migrate(world.ctx.db, { now: 0, backupDir: null });
  fillForVerbs(world);
  copyDatabase(join(home, "ablab.db"), join(home, "given.db"));
  const doors = idleDoors(home);
  server = createServer((request, response) => {
    if (request.url === "/livez") response.end("{}");
    else if (breaking !== null && request.url?.includes(breaking)) response.writeHead(500).end();
    else if (request.url?.startsWith(EXPORT_PREFIX)) void handleExport(response, world.ctx, request.url);
    else void handleTrpc(request, response, { services: world.ctx, doors });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  writeFileSync(join(home, "server.json"), JSON.stringify({ url, pid: process.pid }));
  mkdirSync(join(home, "tokens"));
  writeFileSync(join(home, "tokens", "operator"), "any\n");
  writeBenchmark(folder);
  writeResultsDb(join(home, "results.db"), [FAILED_RESULT]);
});

afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(home, { recursive: true, force: true });
});

test(`the schemas in docs/json are those of the contracts; if not: ${REGENERATE}`, async () => {
  const written = new Map(
    readdirSync(SCHEMA_DIR).map((name) => [name, readFileSync(join(SCHEMA_DIR, name), "utf8")]),
  );
  expect(Object.fromEntries(written)).toEqual(Object.fromEntries(await jsonSchemas()));
});

const ANSWERS = askedAnswers(home);

test("completions are written as lines, with whole texts by turns", async () => {
  const file = join(home, "completions.jsonl");
  expect(await ablab("rollouts", "baseline-s0", "--out", file)).toEqual(
    expect.stringMatching(/^Wrote .*completions.jsonl: 2 completions of 1 of 1 step, [\d.]+ \w+\.\n$/),
  );
  const [first, second] = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(first).toMatchObject({
    step: 7,
    phase: "train",
    place: 0,
    reward: 1,
    prompt: [{ role: "user", text: "What is 6 times 7?" }],
    completion: [
      { role: "assistant", text: "Six times seven." },
      { role: "assistant", text: "It is 42." },
    ],
  });
  expect(second).toMatchObject({ place: 1, reward: "NaN", completion: [{ text: "x".repeat(9000) }] });
});

test("completions that cannot all be read leave the file as it was before", async () => {
  const file = join(home, "kept.jsonl");
  writeFileSync(file, "before\n");
  breaking = "rollouts.text";
  await expect(ablab("rollouts", "baseline-s0", "--out", file)).rejects.toThrow();
  breaking = null;
  expect(readFileSync(file, "utf8")).toBe("before\n");
  expect(readdirSync(home).filter((name) => name.startsWith("kept"))).toEqual(["kept.jsonl"]);
});

test("every schema has an answer that is checked against it", () => {
  expect([...new Set(ANSWERS.map(([name]) => `${name}.schema.json`))].toSorted()).toEqual(
    readdirSync(SCHEMA_DIR)
      .filter((name) => name !== WIRE_SCHEMA && name !== RECIPE_SCHEMA)
      .toSorted(),
  );
});

test.each(ANSWERS)("what %s really prints fits its schema: %j", async (name, args) => {
  const schema = JSON.parse(readFileSync(join(SCHEMA_DIR, `${name}.schema.json`), "utf8"));
  const answer: unknown = JSON.parse(
    await ablab(...args.map((arg) => arg.replace("FOLDER", folder)), "--json"),
  );
  const checked = z.fromJSONSchema(schema).safeParse(answer);
  expect(checked.success ? [] : checked.error.issues).toEqual([]);
});
