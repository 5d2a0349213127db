import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { freshFolder } from "#db/copies/testing.ts";
import { handleTrpc } from "../http/trpc-handler.ts";
import { makeWorld, type World } from "../services/testing.ts";
import { fillForVerbs, idleDoors } from "./testing.ts";

/** A server of this world whose data directory the command line finds. */
async function served(world: World): Promise<string> {
  const home = freshFolder();
  const doors = idleDoors(home);
  const services = { ...world.ctx, actor: { kind: "operator", name: "command line" } as const };
  const server = createServer((request, response) => void handleTrpc(request, response, { services, doors }));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  writeFileSync(join(home, "server.json"), JSON.stringify({ url, pid: process.pid }));
  mkdirSync(join(home, "tokens"));
  writeFileSync(join(home, "tokens", "operator"), "any\n");
  return home;
}

const runs = (home: string, ...args: string[]) => ablab(home, "runs", ...args);

function ablab(home: string, ...args: string[]): Promise<{ stdout: string; stderr: string }> {
  const main = join(import.meta.dirname, "main.ts");
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", main, ...args], {
    env: { ...process.env, ABLAB_HOME: home },
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk) => (stdout += chunk));
  child.stderr.on("data", (chunk) => (stderr += chunk));
  return new Promise((resolve) => child.on("close", () => resolve({ stdout, stderr })));
}

test("what is wrong with the data directory is said beside every answer, once, and never in the document of --json", async () => {
  const world = makeWorld();
  const home = await served(world);
  expect((await runs(home)).stderr).toBe("");
  world.ctx.storage.free = () => 1024 ** 2;
  world.ctx.storage.minFree = 1024 ** 3;
  world.ctx.storage.troubles.set("backup", "Today's backup was not made: näher nichts.");
  const { stdout, stderr } = await runs(home, "--json", "--experiment", "latest");
  expect(stdout).toBe("");
  const said =
    /^ablab: The disk of the data directory has 1\.00 MiB free, .*\nablab: Today's backup was not made: näher nichts\.\n/;
  expect(stderr).toMatch(said);
  const whole = await runs(home, "--json");
  expect(JSON.parse(whole.stdout)).toMatchObject({ total: 0 });
  expect(whole.stderr).toMatch(said);
  expect(whole.stderr.trim().split("\n")).toHaveLength(2);
});

test("add says what seeds cost the claims that somebody has looked at, before it launches any", async () => {
  const world = makeWorld();
  fillForVerbs(world);
  const home = await served(world);
  const experiment = "Does KL matter?";
  expect((await ablab(home, "add", experiment)).stdout).not.toMatch(/97\.5/);
  await ablab(home, "table", experiment);
  expect((await ablab(home, "add", experiment)).stdout).toMatch(/seeds 3-5.*97\.5/);
  const [said, ...launched] = (await ablab(home, "add", experiment, "--seeds", "4")).stdout
    .trim()
    .split("\n");
  expect(said).toMatch(/97\.5/);
  expect(launched).toHaveLength(3);
});
