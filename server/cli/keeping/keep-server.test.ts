import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

/** A launcher with a program in the place of the server: what it says and does at each start stands in a file. */

const KEEPER = `
import { keepServer } from ${JSON.stringify(join(import.meta.dirname, "keep-server.mjs"))};
const [program, endWorker] = process.argv.slice(2);
process.exit(
  await keepServer({
    command: [process.execPath, program],
    env: process.env,
    endWorker: [process.execPath, endWorker],
    firstPauseMs: Number(process.env.PAUSE_MS),
    pass() {},
    say: (line) => console.log("SAID " + line),
  }),
);
`;

/** `turns`: code of each start in turn; the last one is used for all that follow. */
function keep(turns: string[], firstPauseMs = 1) {
  const folder = mkdtempSync(join(tmpdir(), "ablab-keep-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [keeper, program, starts, endWorker, ends] = [
    "keeper.mjs",
    "server.mjs",
    "starts",
    "end-worker.mjs",
    "ends",
  ].map((name) => join(folder, name));
  writeFileSync(keeper, KEEPER);
  for (const list of [starts, ends]) writeFileSync(list, "");
  writeFileSync(
    endWorker,
    `import { appendFileSync } from "node:fs"; appendFileSync(${JSON.stringify(ends)}, process.argv.slice(2).join(" "));`,
  );
  writeFileSync(
    program,
    `import { appendFileSync, readFileSync } from "node:fs";
const turns = ${JSON.stringify(turns)};
const n = readFileSync(${JSON.stringify(starts)}, "utf8").split("\\n").length - 1;
appendFileSync(${JSON.stringify(starts)}, JSON.stringify({ pid: process.pid, args: process.argv.slice(2), ended: process.env.ABLAB_ENDED ?? null }) + "\\n");
const serves = () => new Promise((resolve) => process.send({ port: 4711, worker: { home: "HOME", url: "URL" } }, resolve));
await new Function("serves", "return (async () => {" + turns[Math.min(n, turns.length - 1)] + "})()")(serves);
`,
  );
  const child = spawn(process.execPath, [keeper, program, endWorker], {
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...process.env, PAUSE_MS: String(firstPauseMs) },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let said = "";
  const waiting = new Set<() => void>();
  child.stdout.on("data", (bytes) => {
    said += String(bytes);
    waiting.forEach((look) => look());
  });
  return {
    child,
    said: () => said,
    /** Arguments of the program that ends a worker; empty where it was not run. */
    ended: () => readFileSync(ends, "utf8"),
    starts: () =>
      readFileSync(starts, "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as { pid: number; args: string[]; ended: string | null }),
    /** Resolves once the text was said. */
    hears: (text: string) =>
      new Promise<void>((resolve) => {
        const look = () => said.includes(text) && resolve();
        waiting.add(look);
        look();
      }),
    end: new Promise<number | null>((resolve) => child.on("close", (code) => resolve(code))),
  };
}

const STAYS = "await serves(); console.log('UP'); setInterval(() => {}, 1000);";

test("a server that is killed is started again on its port, told how it ended, and ends when asked", async () => {
  const kept = keep([
    "await serves(); console.error('the last line.'); process.kill(process.pid, 'SIGKILL');",
    STAYS,
  ]);
  await kept.hears("UP");
  const [first, second] = kept.starts();
  expect([first.args, first.ended]).toEqual([[], null]);
  expect(second.args).toEqual(["--port", "4711"]);
  expect(JSON.parse(second.ended!)).toMatchObject({ how: "SIGKILL", last: "the last line", inARow: 1 });
  kept.child.kill("SIGTERM");
  await kept.end;
  expect(kept.starts()).toHaveLength(2);
  expect(() => process.kill(second.pid, 0)).toThrow();
  expect(kept.ended()).toBe("HOME URL");
});

test("a server that crashes each time is left after six ends, with its code", async () => {
  const kept = keep(["await serves(); process.exit(134);"]);
  expect(await kept.end).toBe(134);
  expect(kept.starts()).toHaveLength(6);
  expect(kept.starts().at(-1)!.ended).toContain('"inARow":5');
});

test("a server that never served, and one that ends as asked, are not started again", async () => {
  const never = keep(["process.exit(3);"]);
  expect(await never.end).toBe(3);
  const asked = keep(["await serves(); process.exit(0);"]);
  expect(await asked.end).toBe(0);
  expect([never.starts(), asked.starts()].map((list) => list.length)).toEqual([1, 1]);
});

test("Ctrl-C ends a server that is up, and none is started after it", async () => {
  const kept = keep(["process.on('SIGINT', () => process.exit(0));" + STAYS]);
  await kept.hears("UP");
  kept.child.kill("SIGINT");
  process.kill(kept.starts()[0].pid, "SIGINT");
  expect(await kept.end).toBe(0);
  expect(kept.starts()).toHaveLength(1);
});

test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
  "%s between two starts ends the worker that the server left, and starts none",
  async (signal) => {
    const kept = keep(["await serves(); process.kill(process.pid, 'SIGKILL');", STAYS], 600_000);
    await kept.hears("It is started again");
    kept.child.kill(signal);
    expect(await kept.end).toBe(0);
    expect([kept.starts().length, kept.ended()]).toEqual([1, "HOME URL"]);
    expect(kept.said()).toContain("Stopped.");
  },
);

test("a server that is asked to end while it starts again leaves no worker of the one before", async () => {
  const kept = keep([
    "await serves(); process.kill(process.pid, 'SIGKILL');",
    "console.log('STARTING'); setInterval(() => {}, 1000);",
  ]);
  await kept.hears("STARTING");
  kept.child.kill("SIGTERM");
  expect(await kept.end).toBe(0);
  expect([kept.starts().length, kept.ended()]).toEqual([2, "HOME URL"]);
});
