import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readProcess } from "./proc.mjs";
import { sh, supervise } from "./testing/supervise.ts";
import { temporaryFolder, until } from "./testing/world.ts";

/** Full disks and too little memory, for real. Both need root: without it these tests say that they were skipped. */

const isRoot = process.getuid?.() === 0 && process.platform === "linux";

/** A folder on a file system of its own with room for `size`. */
function smallDisk(size: string): string {
  const home = temporaryFolder(onTestFinished);
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", home]);
  onTestFinished(() => {
    execFileSync("umount", ["-l", home]);
  });
  return home;
}

function isFull(folder: string): boolean {
  try {
    writeFileSync(join(folder, "probe"), "x".repeat(4096));
    rmSync(join(folder, "probe"));
    return false;
  } catch {
    return true;
  }
}

test.skipIf(!isRoot)(
  "on a full disk the exit code is kept and a stop gets through (needs root: tmpfs)",
  async () => {
    const home = smallDisk("96k");
    const script = "trap 'exit 7' INT; cat /dev/zero; while :; do sleep 0.05; done";
    const run = supervise(onTestFinished, sh(script), { home });
    await run.started();
    await until("the disk is full", () => isFull(home));
    run.stop(100_000, 100_000);
    expect(await run.settled()).toMatchObject({ code: 7, askedBy: "ada", reason: "stopped" });
  },
);

test.skipIf(!isRoot)(
  "without room for its records a supervisor starts nothing and takes nothing",
  async () => {
    const run = supervise(onTestFinished, sh("echo started"), { home: smallDisk("16k") });
    await until("the supervisor is gone", () => (readProcess(run.pid)?.state ?? "Z") === "Z");
    expect(run.directory.claimed()).toBe(false);
    expect(run.directory.start()).toBeNull();
  },
);

const memoryGroup = `/sys/fs/cgroup/memory/ablab-test-${process.pid}`;

function makeMemoryGroup(): boolean {
  try {
    mkdirSync(memoryGroup);
    return true;
  } catch {
    return false;
  }
}

test.skipIf(!isRoot || !makeMemoryGroup())(
  "a kill by the kernel for lack of memory is proven by its log or its counter (needs root: cgroup v1)",
  async () => {
    // It can only be removed when the supervisor has left it.
    onTestFinished(async () => {
      await until("the group is empty", () => spawnSync("rmdir", [memoryGroup]).status === 0);
    });
    writeFileSync(join(memoryGroup, "memory.limit_in_bytes"), String(160 * 2 ** 20));
    const hungry = "const all = []; for (;;) all.push(Buffer.alloc(4e6, 1));";
    const through = ["sh", "-c", `echo $$ > ${memoryGroup}/cgroup.procs; exec "$@"`, "sh"];
    const run = supervise(onTestFinished, [process.execPath, "-e", hungry], { through });
    const exit = await run.settled();
    expect(exit).toMatchObject({ code: null, signal: "SIGKILL", askedBy: null, reason: "out_of_memory" });
    // Whoever may read the kernel's log has it by name.
    expect(exit.detail).toMatch(
      /out-of-memory count of its control group rose from 0 to 1|its log says that it killed process \d+/,
    );
  },
);
