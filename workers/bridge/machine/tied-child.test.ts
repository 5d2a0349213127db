import { spawn } from "node:child_process";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isRunning, startOf } from "../proc.mjs";
import { temporaryFolder, until } from "../testing/world.ts";
import { spawnTied } from "./tied-child.ts";

/** A program that says who it is in a file and then nothing, as one that has nothing to tell. */
function silentProgram() {
  const folder = temporaryFolder(onTestFinished);
  const [program, file] = [join(folder, "silent"), join(folder, "pid")];
  writeFileSync(program, `#!/bin/sh\necho $$ > ${file}.new\nmv ${file}.new ${file}\nexec sleep 600\n`);
  chmodSync(program, 0o755);
  const started = async () => {
    await until("it runs", () => existsSync(file));
    const pid = Number(readFileSync(file, "utf8"));
    onTestFinished(() => void (isRunning({ pid, start }) && process.kill(pid, "SIGKILL")));
    const start = startOf(pid) ?? "";
    return { pid, start };
  };
  return { program, started };
}

test("a child that says nothing ends when its parent was killed", async () => {
  const { program, started } = silentProgram();
  const code = `import { spawnTied } from ${JSON.stringify(join(import.meta.dirname, "tied-child.ts"))};
    spawnTied(${JSON.stringify(program)}, []); setInterval(() => {}, 1000);`;
  const parent = spawn(process.execPath, ["--input-type=module", "-e", code], { stdio: "inherit" });
  const child = await started();
  expect(isRunning(child)).toBe(true);
  parent.kill("SIGKILL");
  await until("it is gone", () => !isRunning(child));
});

test("it ends with its input, and its own end and words are seen", async () => {
  const { program, started } = silentProgram();
  const tied = spawnTied(program, []);
  const child = await started();
  tied.stdin.destroy();
  await until("it is gone", () => !isRunning(child));
  const said = spawnTied("sh", ["-c", "echo out $1; echo err >&2; exit 7", "sh", "a b"]);
  let out = "";
  for (const stream of [said.stdout, said.stderr]) stream.on("data", (text: Buffer) => (out += String(text)));
  const exit = await new Promise((resolve) => said.on("close", resolve));
  expect(exit).toBe(7);
  expect(out.split("\n").toSorted()).toEqual(["", "err", "out a b"]);
});
