import type { ProjectName } from "../../contracts/housekeeping/projects.ts";
import { projectName } from "../projects/find.ts";
import { selectExperiment, selectSweepsOfExperiment } from "#db/queries/experiments.ts";
import type { ChangedVerdicts } from "../../contracts/changed-verdicts.ts";
import type { ExperimentPlan } from "../../contracts/experiment.ts";
import { ServiceError } from "../../errors.ts";
import type { ServiceContext } from "../context.ts";
import { readChangedVerdicts } from "./changed-verdicts.ts";

export interface ExperimentHead {
  id: string;
  title: string;
  project: ProjectName;
  createdAt: number;
  plan: ExperimentPlan;
  baselineCell: string | null;
  /** Verdicts that an upgrade changed, until somebody dismisses them. */
  changed: ChangedVerdicts | null;
  sweeps: { id: string; recipe: string; planned: number; createdAt: number; createdBy: string }[];
}

/** What was asked and planned; the answers are in its table. */
export function getExperiment(ctx: ServiceContext, id: string): ExperimentHead {
  const found = selectExperiment(ctx.db, id);
  if (!found)
    throw new ServiceError(
      "not_found",
      `There is no experiment ${id.slice(0, 80)}. It may belong to another data directory.`,
    );
  const { title, createdAt, plan, baselineCell, projectId } = found;
  const sweeps = selectSweepsOfExperiment(ctx.db, id).map(
    ({ id: sweepId, recipe, planned, createdAt: at, createdBy }) => ({
      id: sweepId,
      recipe,
      planned,
      createdAt: at,
      createdBy,
    }),
  );
  const changed = readChangedVerdicts(ctx, id);
  return { id, title, project: projectName(ctx, projectId), createdAt, plan, baselineCell, changed, sweeps };
}
