import { expect, test } from "vitest";
import { oomCountFile, oomEvidence, readOomCounts, victimsOf } from "./oom-evidence.mjs";

test("the counter of a process is found under both versions of control groups", () => {
  expect(oomCountFile("5:devices:/\n4:cpuacct,memory:/jobs/a:b\n0::/\n")).toBe(
    "/sys/fs/cgroup/memory/jobs/a:b/memory.oom_control",
  );
  expect(oomCountFile("4:memory:/\n0::/")).toBe("/sys/fs/cgroup/memory/memory.oom_control");
  expect(oomCountFile("0::/user.slice/run.scope\n")).toBe(
    "/sys/fs/cgroup/user.slice/run.scope/memory.events.local",
  );
  expect(oomCountFile("5:devices:/\n")).toBeNull();
});

const kmsg = (seconds: number, text: string) => `3,100,${Math.round(seconds * 1e6)},-;${text}`;
const killed = (pid: number, group = false) =>
  `${group ? "Memory cgroup out of memory" : "Out of memory"}: Killed process ${pid} (python) total-vm:2764672kB, anon-rss:9kB, UID:0`;

test("the kernel's log names whom it killed for lack of memory, and only what is recent counts", () => {
  const records = [
    kmsg(40, killed(11)),
    kmsg(100.5, killed(12)),
    kmsg(101, killed(13, true)),
    kmsg(102, "oom_reaper: reaped process 14 (python), now anon-rss:0kB"),
    "a broken record",
  ];
  expect(victimsOf(records, 100)).toEqual([12, 13]);
});

const [before, after] = [
  { group: 2, machine: 5 },
  { group: 3, machine: 6 },
];

test("where the log can be read it alone decides, so that a kill of another process is no proof", () => {
  expect(oomEvidence(before, after, { pid: 7, victims: [6, 7] }).proof).toMatch(/killed process 7/);
  const other = oomEvidence(before, after, { pid: 7, victims: [6] });
  expect(other.proof).toBeNull();
  expect(other.hint).toMatch(/at about that time, not this one$/);
  expect(oomEvidence(before, before, { pid: 7, victims: [] })).toEqual({ proof: null, hint: null });
});

test("without the log the count of its own group is proof, and that of the machine is none", () => {
  const unread = { pid: 7, victims: null };
  expect(oomEvidence(before, after, unread).proof).toMatch(/control group rose from 2 to 3/);
  expect(oomEvidence(before, before, unread)).toEqual({ proof: null, hint: null });
  const ofMachine = oomEvidence({ group: null, machine: 5 }, { group: null, machine: 6 }, unread);
  expect(ofMachine.proof).toBeNull();
  expect(ofMachine.hint).toMatch(/not on record$/);
  const unknown = oomEvidence({ group: null, machine: null }, { group: 3, machine: 3 }, unread);
  expect(unknown).toEqual({ proof: null, hint: null });
});

test.skipIf(process.platform !== "linux")("this machine's own counters can be read", () => {
  expect(readOomCounts().machine).toEqual(expect.any(Number));
});
