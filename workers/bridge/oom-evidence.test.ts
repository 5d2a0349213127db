import { expect, test } from "vitest";
import { oomCountFile, oomEvidence, readOomCounts } from "./oom-evidence.mjs";

test("the counter of a process is found under both versions of control groups", () => {
  expect(oomCountFile("5:devices:/\n4:cpuacct,memory:/jobs/a:b\n0::/\n")).toBe(
    "/sys/fs/cgroup/memory/jobs/a:b/memory.oom_control",
  );
  expect(oomCountFile("4:memory:/\n0::/")).toBe("/sys/fs/cgroup/memory/memory.oom_control");
  expect(oomCountFile("0::/user.slice/run.scope\n")).toBe(
    "/sys/fs/cgroup/user.slice/run.scope/memory.events",
  );
  expect(oomCountFile("5:devices:/\n")).toBeNull();
});

test("only a counter that rose is evidence, and the nearer one is named", () => {
  expect(oomEvidence({ group: 2, machine: 5 }, { group: 2, machine: 5 })).toBeNull();
  expect(oomEvidence({ group: null, machine: null }, { group: 3, machine: 3 })).toBeNull();
  expect(oomEvidence({ group: 2, machine: 5 }, { group: 3, machine: 6 })).toMatch(
    /control group rose from 2 to 3/,
  );
  expect(oomEvidence({ group: null, machine: 5 }, { group: null, machine: 6 })).toMatch(
    /machine rose from 5 to 6/,
  );
});

test.skipIf(process.platform !== "linux")("this machine's own counters can be read", () => {
  expect(readOomCounts().machine).toEqual(expect.any(Number));
});
