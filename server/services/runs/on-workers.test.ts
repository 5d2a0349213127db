import { describe, expect, test } from "vitest";
import type { FolderGone } from "../../../workers/protocol/attempts/left-folders.ts";
import { asPlainText } from "../../wording/typography.ts";
import { recordFiles } from "../attempts/again/files.ts";
import { pinFile } from "../attempts/retention/apply.ts";
import { claimAttempt } from "../attempts/claim.ts";
import { planDeletions } from "./many.ts";
import { deleteRun, planDeletion } from "./delete.ts";
import { joinWorker, launch, makeWorld, pointsEvents, startNext, workerFacts } from "../testing.ts";
import { findWorkerByToken } from "../workers/identify.ts";
import { workerPage } from "../worker-page/page.ts";
import { registerWorker } from "../workers/register.ts";

/** A run that has ended with two checkpoints and another file on its worker. */
function ended(seeds = [0]) {
  const world = makeWorld();
  const worker = joinWorker(world);
  launch(world, { seeds });
  const attempts = seeds.map(() => {
    const attempt = startNext(world, worker);
    attempt.send(...pointsEvents({}, 20));
    const found = { bytes: 2048, files: 1, step: null, at: 1 };
    const files = [
      { ...found, path: "checkpoint-5", kind: "checkpoint" as const, step: 5 },
      { ...found, path: "checkpoint-9", kind: "checkpoint" as const, step: 9 },
      { ...found, path: "notes.txt", kind: "file" as const },
    ];
    recordFiles(attempt.ctx, attempt.attemptId, { fence: 1, files, more: 0 });
    attempt.finish();
    return attempt;
  });
  const call = (token: string, goneFolders: FolderGone[] = []) => {
    const record = findWorkerByToken(world.ctx, token);
    if (!record) throw new Error("the worker's token is not known");
    const load = { cpuShare: null, memoryShare: null };
    const facts = { workerId: record.id, free: 0, running: [], load, goneFolders };
    const { leftFolders = [] } = claimAttempt(
      world.as({ kind: "worker", workerId: record.id }),
      record,
      facts,
    );
    return leftFolders.map(({ attemptId }) => attemptId);
  };
  return { world, worker, attempts, call };
}

describe("what a deleted run has on its worker", () => {
  test("is counted before: at once from a worker that calls, later from one that is away", () => {
    const { world, attempts } = ended([0, 1]);
    const [{ runId }] = attempts;
    const words = () => asPlainText(planDeletion(world.ctx, runId).message);
    expect(words()).toMatch(
      /^With \S+ go .*, 2 checkpoints and 1 other file with 6\.00 KiB on box\. This cannot be undone\.$/,
    );
    pinFile(world.ctx, { id: 1, pinned: true });
    const both = attempts.map((attempt) => attempt.runId);
    expect(asPlainText(planDeletions(world.ctx, both).message)).toContain(
      "4 checkpoints (1 pinned) and 2 other files with 12.0 KiB on box",
    );
    world.clock.now += 3_600_000;
    expect(words()).toMatch(
      /This cannot be undone\. 2 checkpoints \(1 pinned\) and 1 other file with 6\.00 KiB stay on box until it reconnects; last heartbeat 2027-\S+ \S+ UTC\.$/,
    );
  });

  test("is asked for until its worker says that it is gone", () => {
    const { world, worker, attempts, call } = ended([0, 1]);
    const [{ runId, attemptId }] = attempts;
    expect(call(worker.token)).toEqual([]);
    deleteRun(world.ctx, runId);
    expect(call(worker.token)).toEqual([attemptId]);
    expect(call(worker.token)).toEqual([attemptId]);
    const other = joinWorker(world, { identity: "1".repeat(32), name: "other" });
    expect(call(other.token, [{ attemptId }])).toEqual([]);
    expect(call(worker.token)).toEqual([attemptId]);
    expect(call(worker.token, [{ attemptId }])).toEqual([]);
  });

  test("is asked for again a minute after it could not be removed", () => {
    const { world, worker, attempts, call } = ended();
    const [{ runId, attemptId }] = attempts;
    deleteRun(world.ctx, runId);
    expect(call(worker.token, [{ attemptId, problem: "EACCES" }])).toEqual([]);
    world.clock.now += 59_000;
    expect(call(worker.token)).toEqual([]);
    world.clock.now += 1001;
    expect(call(worker.token)).toEqual([attemptId]);
  });

  test("is named on the page of a worker that could not remove it, until it has", () => {
    const { world, worker, attempts, call } = ended();
    const [{ runId, attemptId }] = attempts;
    const findings = () => workerPage(world.ctx, { id: worker.workerId, hours: 1 }).findings;
    deleteRun(world.ctx, runId);
    expect(findings()).toEqual([]);
    call(worker.token, [{ attemptId, problem: "EACCES: permission denied." }]);
    expect(findings()).toEqual([
      {
        level: "warning",
        claim: "1 folder of a deleted run is still on its disk.",
        evidence: `runs/${attemptId}. The worker's words: EACCES: permission denied. It tries again every 60\u202fs.`,
      },
    ]);
    call(worker.token, [{ attemptId }]);
    expect(findings()).toEqual([]);
  });

  test("is told to a worker that comes back with it, and not as something to leave alone", () => {
    const { world, attempts } = ended();
    const [{ runId, attemptId }] = attempts;
    deleteRun(world.ctx, runId);
    const unknown = "att_00000000000000ff";
    const back = registerWorker(world.ctx, workerFacts({ holding: [attemptId, unknown] }));
    expect(back.forget).toEqual([unknown]);
  });
});
