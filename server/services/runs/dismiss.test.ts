import { expect, test } from "vitest";
import { noWarnings } from "./checks/what-it-lacks.ts";
import { dismissFinding } from "./dismiss.ts";
import { countObjecting, objectingRuns } from "./findings.ts";
import { listDismissed } from "./list-dismissed.ts";
import { getRun } from "./get.ts";
import { ablationTable } from "../experiments/table.ts";
import { externalWorld, tableOfValues } from "../external/testing.ts";
import { TrainerEvent } from "../../../workers/protocol/events.ts";

/** A run whose loss ends in NaN, which is an error. */
function diverged() {
  const external = externalWorld();
  const { runId } = external.open({ config: { seed: 0 } });
  const values = Array.from({ length: 40 }, (_, i) => (i < 30 ? 1 : Number.NaN));
  external.verbs.log(runId, {
    writer: "w1",
    stream: "history",
    offset: 0,
    table: tableOfValues("loss", values, 0),
  });
  external.verbs.end(runId, { state: "finished", exitCode: 0, reason: null });
  return { ...external, runId, ctx: external.world.ctx };
}

test("a dismissed warning is counted no more, keeps its reason on the run and in the table, and forbids what it forbade", () => {
  const { ctx, runId } = diverged();
  const [finding] = getRun(ctx, runId).row.findings;
  expect(finding).toMatchObject({ rule: "D13", severity: "error" });
  expect(countObjecting(ctx)).toBe(1);
  const before = ablationTable(ctx, getRun(ctx, runId).row.experimentId).rows[0].findings;

  const reason = "the last ten steps were a test of the logger";
  dismissFinding(ctx, { id: runId, rule: "D13", metric: finding.metric, reason });
  const run = getRun(ctx, runId);
  expect(run.row.findings[0]).toMatchObject({
    ...finding,
    dismissed: { reason, by: expect.any(String), at: ctx.now() },
  });
  expect(objectingRuns(ctx).runs).toEqual([]);
  expect(countObjecting(ctx)).toBe(0);
  expect(run.noWarnings).toBe(noWarnings(run.row.findings, run.notes));
  expect(run.noWarnings).not.toBe(noWarnings([], []));
  const after = ablationTable(ctx, run.row.experimentId).rows[0].findings;
  const severities = (all: typeof after) => all.map(({ rule, severity }) => [rule, severity]);
  expect(severities(after)).toEqual(severities(before));
  expect(after.find(({ rule }) => rule === "D13")?.evidence).toContain(reason);

  expect(listDismissed(ctx)).toMatchObject([
    { runId, run: run.row.name, rule: "D13", metric: finding.metric, reason, at: ctx.now() },
  ]);

  dismissFinding(ctx, { id: runId, rule: "D13", metric: finding.metric, reason: null });
  expect(listDismissed(ctx)).toEqual([]);
  expect(getRun(ctx, runId).row.findings[0]).toEqual(finding);
  expect(countObjecting(ctx)).toBe(1);
});

test("without a reason, or where the checks say nothing of the kind, nothing is dismissed", () => {
  const { ctx, runId } = diverged();
  const [{ rule, metric }] = getRun(ctx, runId).row.findings;
  expect(() => dismissFinding(ctx, { id: runId, rule, metric, reason: "  " })).toThrow(/reason/);
  expect(() => dismissFinding(ctx, { id: runId, rule, metric, reason: "x".repeat(501) })).toThrow(/500/);
  expect(() => dismissFinding(ctx, { id: runId, rule: "D04", metric: null, reason: "known" })).toThrow(/D04/);
  expect(countObjecting(ctx)).toBe(1);
});

test("a trainer that names severities by the words of before is understood", () => {
  const note = (level: string) => TrainerEvent.safeParse({ t: "note", at: 1, level, message: "x" });
  expect(["note", "caution", "info", "warning"].map((level) => note(level).data)).toMatchObject(
    ["info", "warning", "info", "warning"].map((level) => ({ level })),
  );
  expect(note("grave").success).toBe(false);
});
