import { spawn } from "node:child_process";
import { request } from "node:http";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "./fixtures/app.ts";
import type { Bench } from "./fixtures/bench.ts";
import { SMOKE } from "./fixtures/short-runs.ts";

test.use({ benchOptions: { shared: true, empty: true } });

/** Mistakes at the terminal and over HTTP, against a bench that runs: each is one sentence, and nothing is stored. */

const CLI = join(import.meta.dirname, "..", "server", "cli", "main.ts");

const runCount = async (bench: Bench) => (await bench.cliJson<{ total: number }>("runs")).total;

test.describe(() => {
  test.use({ benchOptions: { shared: true } });

  test("a second server on the same data directory is refused by name, and the first goes on", async ({
    bench,
  }) => {
    const second = spawn(
      process.execPath,
      ["--disable-warning=ExperimentalWarning", CLI, "start", "--port", "0"],
      {
        env: { ...process.env, ABLAB_HOME: bench.home, NODE_ENV: "production" },
      },
    );
    let output = "";
    for (const stream of [second.stdout, second.stderr]) stream.on("data", (chunk) => (output += chunk));
    const code = await new Promise((resolve) => second.on("close", resolve));
    expect([code, output]).toEqual([
      1,
      `ablab: Another Ablab server already uses ${bench.home} (at ${bench.url}). Use that one ("npx ablab login-link" lets you in), stop it, or set ABLAB_HOME to another directory.\n`,
    ]);
    const args = SMOKE.replace("iterations=12", "iterations=1").split(";");
    expect((await bench.cli("launch", "grpo", ...args.flatMap((set) => ["--set", set]), "--wait")).code).toBe(
      0,
    );
  });
});

test("a launch with a mistake is refused with the rule and exit code 2, and nothing is launched", async ({
  bench,
}) => {
  const mistakes: [string[], RegExp][] = [
    [["nope"], /^ablab: There is no recipe "nope"\. There is: .*grpo/],
    [["grpo", "--set", "wobble=3"], /^ablab: Recipe grpo has no parameter "wobble"\. It has: .*iterations/],
    [["grpo", "--set", "iterations"], /^ablab: --set takes key=value, not "iterations"\./],
    [["grpo", "--set", "iterations=NaN"], /\(iterations\) must be a whole number from 0 to 5000/],
    [["grpo", "--set", "iterations=1.5"], /\(iterations\) must be a whole number from 0 to 5000/],
    [["grpo", "--set", "iterations=-1"], /\(iterations\) must be a whole number from 0 to 5000/],
    [["grpo", "--set", "temperature=1e999"], /\(temperature\) must be a number from/],
    [["grpo", "--set", "level=impossible"], /\(level\) must be one of: easy, medium, hard/],
    [["grpo", "--preset", "nobody"], /nobody/],
    [["grpo", "--seeds", "0-x"], /^ablab: --seeds takes whole numbers such as 0-2 or 0,3,7, not "0-x"\./],
    [["grpo", "--benchmark", "nowhere"], /There is no benchmark "nowhere"/],
    [["grpo", "--experiment", "exp_gone"], /exp_gone/],
    [["grpo", "--title", "x".repeat(201)], /A title has at most 200 characters\./],
    [["grpo", "--wobble"], /wobble/],
  ];
  for (const [args, message] of mistakes) {
    const { code, stdout, stderr } = await bench.cli("launch", ...args);
    expect(stderr, args.join(" ")).toMatch(message);
    expect([code, stdout, stderr.trim().split("\n").length], stderr).toEqual([2, "", 1]);
  }
  expect(await runCount(bench)).toBe(0);
});

/** Posts a launch with a title of so many bytes. A server may close the connection on one that is too large. */
function launchTitled(bench: Bench, bytes: number, headers: Record<string, string> = {}): Promise<string> {
  const body = JSON.stringify({
    launchKey: crypto.randomUUID(),
    recipe: "grpo",
    matrix: { presets: ["baseline"], edits: {}, factors: [], seeds: [0] },
    experiment: { title: "x".repeat(bytes) },
  });
  const token = readFileSync(join(bench.home, "tokens", "operator"), "utf8").trim();
  return new Promise((resolve, reject) => {
    const post = request(
      `${bench.url}/api/trpc/runs.launch`,
      {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
      },
      (response) => {
        let text = "";
        response.on("data", (chunk) => (text += chunk));
        response.on("end", () => resolve(`${response.statusCode} ${text}`));
      },
    );
    post.on("error", reject);
    post.end(body);
  });
}

test("a title of 10 MB is refused with the rule, with or without a length, and the server goes on", async ({
  bench,
}) => {
  const megabytes = 10 * 1024 * 1024;
  expect(await launchTitled(bench, megabytes)).toMatch(/^413 .*has at most 1\.00.MiB/);
  const chunked = await launchTitled(bench, megabytes, { "transfer-encoding": "chunked" });
  expect(chunked).toMatch(/^413 .*has at most 1\.00.MiB/);
  expect(await launchTitled(bench, 201)).toMatch(/^400 .*A title has at most 200 characters/);
  expect(await runCount(bench)).toBe(0);
});
