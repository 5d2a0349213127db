import {
  countRunHoldings,
  deleteRunRows,
  selectLabellersOf,
  type RunHoldings,
} from "#db/queries/deletion/delete-run.ts";
import { selectDependents } from "#db/queries/inputs.ts";
import { selectNewestPublications } from "#db/queries/reports.ts";
import { selectRun, type RunRecord } from "#db/queries/runs.ts";
import { isEnded } from "../../contracts/run-lifecycle.ts";
import { topics } from "../../contracts/live.ts";
import { ServiceError } from "../../errors.ts";
import { commit, type ServiceContext } from "../context.ts";
import { countOf } from "../../wording/counts.ts";
import { onWorkersWords, type OnWorkersWords } from "./on-workers.ts";

export interface RunDeletion {
  id: string;
  name: string;
  /** What goes with it, also from workers. */
  message: string;
  /** Published reports whose newest revision holds a value computed from it. */
  reports: { id: string; title: string }[];
}

const counted = (n: number, one: string, many?: string) => (n === 0 ? null : countOf(n, one, many));

/** What runs hold, each counted: "12 points", "1 evaluation". */
export function holdingsWords(h: RunHoldings): string[] {
  return [
    counted(h.points, "point"),
    counted(h.evaluations, "evaluation"),
    counted(h.episodes, "episode"),
    counted(h.completions, "completion"),
    counted(h.labels, "step label"),
    counted(
      h.labelsByOthers,
      "step label that another run gave to its episodes",
      "step labels that other runs gave to its episodes",
    ),
    counted(h.auditMarks, "audit mark"),
    counted(h.artifacts, "artifact"),
    h.logBytes > 0 ? "its log" : null,
  ].filter((part) => part !== null);
}

/** What goes with something that holds these, and what goes later. */
export function lossWords(name: string, h: RunHoldings, { now, later }: OnWorkersWords): string {
  const lost = [...holdingsWords(h), ...now];
  const gone =
    lost.length === 0
      ? `${name} holds no data.`
      : `With ${name} go ${lost.join(", ")}. This cannot be undone.`;
  return [gone, ...later].join(" ");
}

/** Published reports whose newest revision holds a value computed from one of these runs. */
export function reportsUsing(ctx: ServiceContext, runIds: readonly string[]): RunDeletion["reports"] {
  const wanted = new Set(runIds);
  return selectNewestPublications(ctx.db)
    .filter(({ snapshot }) =>
      snapshot.items.some(
        ({ answer }) => answer.kind !== "error" && answer.runs.some((run) => wanted.has(run.id)),
      ),
    )
    .map(({ reportId, title }) => ({ id: reportId, title }));
}

/** The run, or the sentence why it stays. */
export function requireDeletable(ctx: ServiceContext, id: string): RunRecord {
  const run = selectRun(ctx.db, id);
  if (!run) throw new ServiceError("not_found", `There is no run ${id.slice(0, 60)}.`);
  if (!isEnded(run.state))
    throw new ServiceError(
      "conflict",
      `${run.name} is ${run.state}; only a run that has ended can be deleted. Stop it first.`,
    );
  const waiting = selectDependents(ctx.db, id).find((d) => !isEnded(d.run.state));
  if (waiting)
    throw new ServiceError(
      "conflict",
      `${waiting.run.name} takes its ${waiting.input.slot} from ${run.name} and has not ended. Stop or finish it first.`,
    );
  const onLabels = selectLabellersOf(ctx.db, id)
    .flatMap((labeller) => selectDependents(ctx.db, labeller))
    .find((d) => d.input.kind === "labels" && !isEnded(d.run.state));
  if (onLabels)
    throw new ServiceError(
      "conflict",
      `${onLabels.run.name} takes its ${onLabels.input.slot} from ${onLabels.input.fromName}, which labeled episodes of ${run.name}, and has not ended. Stop or finish it first.`,
    );
  return run;
}

/** What deleting a run would take with it; throws the refusal that deleting it would meet. */
export function planDeletion(ctx: ServiceContext, id: string): RunDeletion {
  const run = requireDeletable(ctx, id);
  return {
    id,
    name: run.name,
    message: lossWords(run.name, countRunHoldings(ctx.db, id), onWorkersWords(ctx, [id])),
    reports: reportsUsing(ctx, [id]),
  };
}

/**
 * Deletes an ended run and everything stored of it in one transaction. Published reports that used it stay whole: their
 * values are frozen in them, and they say that the source is gone.
 */
export function deleteRun(ctx: ServiceContext, id: string): RunDeletion {
  return commit(ctx, (scope) => {
    const plan = planDeletion(ctx, id);
    const run = requireDeletable(ctx, id);
    deleteRunRows(scope.db, id, ctx.now());
    scope.touch(
      topics.run(id),
      topics.experiment(run.experimentId),
      topics.experiments,
      topics.runs,
      topics.reports,
    );
    return plan;
  });
}
