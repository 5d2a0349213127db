import { selectDependents } from "#db/queries/inputs.ts";
import { selectKeptCheckpoints } from "#db/queries/attempts/attempt-files.ts";
import type { Db } from "#db/client.ts";
import { type RetentionPlan, RetentionRule } from "../../../contracts/attempts/retention.ts";
import { isLive } from "../../../contracts/run-lifecycle.ts";
import { countOf, listAnd, plural } from "../../../wording/counts.ts";
import { writeBytes } from "../../../wording/quantities.ts";
import type { ServiceContext } from "../../context.ts";
import { bestCheckpoint } from "./best.ts";

type Kept = ReturnType<typeof selectKeptCheckpoints>[number];
type Reason = keyof RetentionPlan["kept"];

const REASONS: Record<Reason, string> = {
  live: "of runs that train or wait",
  pinned: "pinned",
  input: "taken by another run",
  last: "the last",
  best: "the best",
};

/** What keeps each checkpoint of one run, the last first; null: nothing. */
function reasonsOf(
  db: Db,
  checkpoints: readonly Kept[],
  { keepLast, keepBest }: Required<Pick<RetentionRule, "keepLast" | "keepBest">>,
): { reasons: (Reason | null)[]; bestIsUnknown: boolean } {
  const [{ run }] = checkpoints;
  const isBusy = isLive(run.state) || run.state === "queued";
  // Another run takes the last one, whenever it starts.
  const isTaken = selectDependents(db, run.id).some(({ input }) => input.kind === "folder");
  const isSpared = (place: number) => isBusy || place < keepLast || checkpoints[place].file.pinnedAt !== null;
  const asksForBest = keepBest && checkpoints.some((_, place) => !isSpared(place));
  const best = asksForBest
    ? bestCheckpoint(
        db,
        run,
        checkpoints.map(({ file }) => file),
      )
    : null;
  const reasons = checkpoints.map(({ file }, place): Reason | null => {
    if (isBusy) return "live";
    if (file.pinnedAt !== null) return "pinned";
    if (isTaken && place === 0) return "input";
    if (place < keepLast) return "last";
    return file.id === best ? "best" : null;
  });
  return { reasons, bestIsUnknown: asksForBest && best === null };
}

function sentenceOf({ go, bytes, kept, keptBytes }: Omit<RetentionPlan, "message">): string {
  const stay = (Object.keys(REASONS) as Reason[]).filter((reason) => kept[reason] > 0);
  const staying = stay.reduce((sum, reason) => sum + kept[reason], 0);
  const stays =
    staying === 0
      ? ""
      : ` ${countOf(staying, "checkpoint")} ${plural(staying, "stays", "stay")} with ${writeBytes(keptBytes)}: ${listAnd(stay.map((reason) => `${kept[reason]} ${REASONS[reason]}`))}.`;
  if (go.length === 0) return `Nothing would go.${stays}`;
  return `${countOf(go.length, "checkpoint")} would go, which frees ${writeBytes(bytes)}.${stays}`;
}

/** Which checkpoints a rule would remove from their workers, and what keeps the others. Nothing is changed. */
export function planRetention(ctx: Pick<ServiceContext, "db">, rawRule: RetentionRule): RetentionPlan {
  const { run, experiment, ...rule } = RetentionRule.parse(rawRule);
  const where = run ? { runIds: [run] } : experiment ? { experimentId: experiment } : null;
  const byRun = Map.groupBy(selectKeptCheckpoints(ctx.db, where), (one) => one.run.id);
  const plan: Omit<RetentionPlan, "message"> = {
    go: [],
    bytes: 0,
    kept: { live: 0, pinned: 0, input: 0, last: 0, best: 0 },
    keptBytes: 0,
    withoutBest: [],
  };
  for (const checkpoints of byRun.values()) {
    const { reasons, bestIsUnknown } = reasonsOf(ctx.db, checkpoints, rule);
    if (bestIsUnknown) plan.withoutBest.push(checkpoints[0].run.name);
    checkpoints.forEach(({ file, n, worker, run: its }, place) => {
      const reason = reasons[place];
      if (reason !== null) {
        plan.kept[reason] += 1;
        plan.keptBytes += file.bytes;
        return;
      }
      const { id, path, trainStep, bytes } = file;
      plan.go.push({ id, runId: its.id, runName: its.name, attempt: n, path, trainStep, bytes, worker });
      plan.bytes += bytes;
    });
  }
  return { ...plan, message: sentenceOf(plan) };
}
