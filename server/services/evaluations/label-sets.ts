import { selectLabelSetIdsOfEvaluation } from "#db/queries/labels.ts";
import type { LabelSetRef } from "../../contracts/evaluation.ts";
import type { ServiceContext } from "../context.ts";
import { listLabelSets } from "../labels/list.ts";

/** The label sets on an evaluation's episodes, newest first. */
export function labelSetsOf(ctx: ServiceContext, evaluationId: string): LabelSetRef[] {
  const ids = selectLabelSetIdsOfEvaluation(ctx.db, evaluationId);
  if (ids.length === 0) return [];
  return listLabelSets(ctx, ids).map(({ id, run, at, n }) => ({ id, run: run.name, at, n }));
}
