import { expect, test } from "vitest";
import type { StopRecord, SupervisedExit } from "../../run-directory.ts";
import { parseSacct, parseSqueue } from "./answers.ts";
import { judgeSlurm, type SlurmEvidence } from "./states.ts";
import { explainWait } from "./waits.ts";

/** Rows are answers of Slurm 22.05.8 and 24.11.5. */

const queued = (state: string, reason = "None", nodes = "") =>
  parseSqueue(`12|${state}|${reason}|2026-11-21T07:49:41|${nodes}|rl-x-a1`)[0];
const kept = (state: string, exit = "0:0", nodes = "n3") =>
  parseSacct(`12|${state}|None|2026-11-21T07:49:41|${nodes}|rl-x-a1|2026-11-21T07:49:40|${exit}`)[0];

const record = (change: Partial<SupervisedExit>): SupervisedExit => ({
  code: 0,
  signal: null,
  askedBy: null,
  reason: "ok",
  endedAt: 5,
  escalation: [],
  detail: "",
  leftovers: 0,
  settled: true,
  ...change,
});

const stop: StopRecord = { askedBy: "ada", at: 1, sigintMs: 0, sigtermMs: 0 };

/** A job that was handed over and has begun. */
const begun: SlurmEvidence = {
  row: null,
  answers: true,
  sent: true,
  claimed: true,
  isNewerThanClaim: true,
  started: true,
  record: null,
  recordIsOld: false,
  wordIsOld: true,
  silentMs: 2000,
  silentAfterMs: 120_000,
  stop: null,
  now: 9,
  lastWord: "",
};
const waiting = { claimed: false, started: false, silentMs: null };
const silent = { silentMs: 600_000 };

type Case = [string, Partial<SlurmEvidence>, string, (RegExp | string)?];
const OPEN: Case[] = [
  ["nothing was sent", { ...waiting, sent: false }, "unstarted"],
  [
    "nothing was sent, and Slurm is down",
    { ...waiting, sent: false, answers: false },
    "unstarted",
    "waits for Slurm",
  ],
  ["priority", { ...waiting, row: queued("PENDING", "Priority") }, "queued", "higher priority"],
  ["resources", { ...waiting, row: queued("PENDING", "Resources") }, "queued", "free resources"],
  [
    "a QOS limit",
    { ...waiting, row: queued("PENDING", "QOSMaxJobsPerUserLimit") },
    "queued",
    "no more of your jobs",
  ],
  [
    "a drained node",
    { ...waiting, row: queued("PENDING", "ReqNodeNotAvail, UnavailableNodes:n2") },
    "queued",
    "UnavailableNodes:n2",
  ],
  ["held", { ...waiting, row: queued("PENDING", "JobHeldUser") }, "queued", "will not start"],
  [
    "too much for the partition",
    { ...waiting, row: queued("PENDING", "PartitionConfig") },
    "queued",
    "will not start",
  ],
  [
    "a reason that is not known here",
    { ...waiting, row: queued("PENDING", "QOSGrpBilling") },
    "queued",
    "QOSGrpBilling",
  ],
  ["a stop in the queue", { ...waiting, stop, row: queued("PENDING", "Priority") }, "ending"],
  ["begun after Slurm was asked", { isNewerThanClaim: false, row: queued("PENDING", "None") }, "running"],
  [
    "ended after Slurm was asked",
    { isNewerThanClaim: false, record: record({}), row: queued("PENDING", "None") },
    "ending",
  ],
  ["configuring", { ...waiting, row: queued("CONFIGURING", "None", "n1") }, "starting"],
  [
    "running before the first word",
    { started: false, silentMs: null, row: queued("RUNNING", "None", "n1") },
    "starting",
  ],
  ["running", { row: queued("RUNNING", "None", "n1") }, "running"],
  [
    "running and silent, as after kill -9 of slurmstepd",
    { ...silent, row: queued("RUNNING", "None", "n1") },
    "lost",
    "silent for 600 s",
  ],
  ["suspended is not silent", { ...silent, row: queued("SUSPENDED", "None", "n1") }, "running", "suspended"],
  ["completing holds its devices", { stop, row: queued("COMPLETING", "None", "n1") }, "ending", "still held"],
  ["a lost node that still speaks", { row: kept("NODE_FAIL") }, "running", "still speaks"],
  ["a lost node", { ...silent, row: kept("NODE_FAIL") }, "lost", "may still run"],
  [
    "no answer any more, and it speaks",
    { answers: false, row: queued("RUNNING", "None", "n1") },
    "running",
    "not answer",
  ],
  [
    "no answer any more",
    { ...silent, answers: false, row: queued("RUNNING", "None", "n1") },
    "lost",
    "does not answer",
  ],
  [
    "no answer any more, in the queue",
    { ...waiting, answers: false, row: queued("PENDING", "Priority") },
    "queued",
    "said last that it waits behind",
  ],
  ["no answer, and it speaks", { answers: false }, "running"],
  ["no answer", { ...silent, answers: false }, "lost", "does not answer"],
  ["an empty answer", { ...silent }, "lost", "does not know its job"],
  ["a state of the future", { row: queued("QUANTUM", "None", "n1") }, "lost", "QUANTUM"],
  ["an end whose record may be on its way", { wordIsOld: false, row: kept("FAILED", "0:9") }, "ending"],
  [
    "a record whose job is not over yet",
    { record: record({}), row: queued("COMPLETING", "None", "n1") },
    "ending",
  ],
];

test.for(OPEN)("%s: no end is concluded", ([, evidence, is, why]) => {
  const { verdict, place, cancelAgain } = judgeSlurm({ ...begun, ...evidence });
  expect(verdict.is).toBe(is);
  expect(place.lost).toBe(is === "lost");
  expect(place.stuck).toBe((place.why ?? "").startsWith("will not start"));
  if (why !== undefined) expect(place.why).toMatch(why);
  expect(cancelAgain).toBe(false);
});

type End = [string, Partial<SlurmEvidence>, Record<string, unknown>];
const ENDS: End[] = [
  ["our record of 0", { record: record({}), row: kept("COMPLETED") }, { reason: "ok", code: 0 }],
  [
    "200 is not what sacct prints",
    { record: record({ code: 200, reason: "error" }), row: kept("FAILED", "72:0") },
    { reason: "error", code: 200 },
  ],
  [
    "the node was lost, the run ended well behind the cut",
    { record: record({}), row: kept("NODE_FAIL") },
    { reason: "ok", code: 0 },
  ],
  [
    "a child was killed for memory and the script said 0",
    { record: record({}), row: kept("OUT_OF_MEMORY", "0:125") },
    { reason: "out_of_memory", code: 0 },
  ],
  [
    "it had ended before it was canceled",
    { record: record({}), row: kept("CANCELLED by 7") },
    { reason: "ok" },
  ],
  [
    "a stop of ours stays one, whatever Slurm calls it",
    { stop, record: record({ reason: "stopped", askedBy: "ada" }), row: kept("FAILED", "0:15") },
    { reason: "stopped", askedBy: "ada" },
  ],
  [
    "the time limit of the job",
    { record: record({ code: null, signal: "SIGTERM", reason: "error" }), row: kept("TIMEOUT") },
    { reason: "time_limit", signal: "SIGTERM" },
  ],
  [
    "preempted",
    { record: record({ code: null, signal: "SIGTERM", reason: "error" }), row: kept("PREEMPTED") },
    { reason: "preempted" },
  ],
  [
    "canceled by somebody, seen by us",
    { record: record({ code: null, signal: "SIGTERM", reason: "error" }), row: kept("CANCELLED by 1000") },
    { reason: "stopped", askedBy: "somebody outside Ablab (uid 1000)" },
  ],
  [
    "a record that Slurm never answers to",
    { answers: false, recordIsOld: true, record: record({}), row: queued("RUNNING", "None", "n1") },
    { reason: "ok" },
  ],
  [
    "canceled by somebody in the queue",
    { ...waiting, wordIsOld: false, row: kept("CANCELLED by 1000", "0:0", "None assigned") },
    { reason: "stopped", askedBy: "somebody outside Ablab (uid 1000)" },
  ],
  [
    "stopped in the queue",
    { ...waiting, stop, wordIsOld: false, row: kept("CANCELLED by 0", "0:0", "None assigned") },
    { reason: "stopped", askedBy: "ada" },
  ],
  ["stopped before it was sent", { ...waiting, sent: false, stop }, { reason: "stopped", askedBy: "ada" }],
  ["both killed at the time limit", { row: kept("TIMEOUT") }, { reason: "time_limit", code: null }],
  ["both killed for memory", { row: kept("OUT_OF_MEMORY", "0:125") }, { reason: "out_of_memory" }],
  ["both killed for another job", { row: kept("PREEMPTED") }, { reason: "preempted" }],
  ["the node did not start", { ...waiting, row: kept("BOOT_FAIL") }, { reason: "host_lost" }],
  [
    "the supervisor is gone",
    { row: kept("FAILED", "0:9") },
    {
      reason: "supervisor_lost",
      code: null,
      detail: "Its supervisor is gone and left no exit record. Slurm says FAILED 0:9 on n3.",
    },
  ],
  [
    "there is no node on the node",
    { ...waiting, lastWord: "exec: /opt/node: not found", row: kept("FAILED", "127:0") },
    { reason: "refused", detail: "Its job ended before anything was started. exec: /opt/node: not found" },
  ],
];

test.for(ENDS)("%s: the end says who did it", ([, evidence, exit]) => {
  const { verdict } = judgeSlurm({ ...begun, ...evidence });
  expect(verdict).toMatchObject({ is: "ended", exit });
});

test("a job that Slurm puts back into the queue is the end of its attempt, and is taken out", () => {
  for (const more of [{}, { record: record({ code: null, signal: "SIGTERM", reason: "error" as const }) }]) {
    const { verdict, cancelAgain } = judgeSlurm({ ...begun, ...more, row: queued("PENDING", "BeginTime") });
    expect(verdict).toMatchObject({ is: "ended", exit: { reason: "preempted" } });
    expect(cancelAgain).toBe(true);
  }
});

test("when it is expected to start and where it runs is told as Slurm says it", () => {
  const row = queued("PENDING", "Resources");
  expect(judgeSlurm({ ...begun, ...waiting, row }).place).toMatchObject({
    job: "12",
    native: "PENDING",
    expectedStart: Date.UTC(2026, 10, 21, 7, 49, 41),
    node: null,
  });
  expect(parseSqueue("12|PENDING|None|N/A||rl-x-a1")[0].startAt).toBeNull();
});

test("a request that was refused leaves no job, in neither answer", () => {
  expect(parseSqueue("26|FAILED|BadConstraints|2026-11-21T08:19:16||rl-x-a1")).toEqual([]);
  expect(
    parseSacct("16|FAILED|None|2026-11-21T07:47:34|None assigned|rl-x-a1|2026-11-21T07:47:34|1:0"),
  ).toEqual([]);
});

test("of the executions of one job the newest counts, in whatever order they are named", () => {
  const first = "28|PREEMPTED|None|2026-11-21T07:49:41|n3|rl-x-a1|2026-11-21T07:49:41|0:0";
  const second = "28|PENDING|BeginTime|Unknown|None assigned|rl-x-a1|2026-11-21T07:50:04|0:0";
  for (const lines of [
    [first, second],
    [second, first],
  ])
    expect(parseSacct(lines.join("\n"))).toMatchObject([{ id: "28", state: "PENDING" }]);
});

test("what will not start by itself is said to, with the reason in Slurm's word", () => {
  expect(explainWait("DependencyNeverSatisfied")).toMatchObject({ stuck: true });
  expect(explainWait("launch failed requeued held")).toMatchObject({ stuck: true });
  expect(explainWait("Resources")).toEqual({
    why: "waits for free resources, first in line (Resources)",
    stuck: false,
  });
});
