import { selectDismissed } from "#db/queries/dismissals.ts";
import type { DismissedFinding } from "../../contracts/finding.ts";
import { scopeId } from "../projects/find.ts";
import type { ServiceContext } from "../context.ts";

const LISTED = 200;

/** Findings that somebody set aside, the latest first, each with who, when and why, whether or not its check still says so. */
export const listDismissed = (ctx: ServiceContext, project?: string | null): DismissedFinding[] =>
  selectDismissed(ctx.db, scopeId(ctx, project), LISTED).map(({ dismissal, run, experiment }) => ({
    runId: dismissal.runId,
    run,
    experiment,
    rule: dismissal.rule,
    metric: dismissal.metric === "" ? null : dismissal.metric,
    reason: dismissal.reason,
    by: dismissal.by,
    at: dismissal.at,
  }));
