import type { AblationTable } from "../../contracts/experiment.ts";
import type { ReadExperiments } from "../../contracts/reading/things.ts";
import { aside } from "../aside.ts";
import type { ServiceContext } from "../context.ts";
import { listExperiments } from "../experiments/list.ts";
import { ablationTable } from "../experiments/table.ts";
import { readScope, requireReadExperiment } from "./scope.ts";

/** Experiments, pinned ones and then the newest first. */
export async function readExperiments(
  ctx: ServiceContext,
  { project }: { project: string | null },
  signal?: AbortSignal,
): Promise<ReadExperiments> {
  const question = { name: "experiments.list", work: listExperiments };
  const found = await aside(ctx, question, readScope(ctx, project), signal);
  return {
    experiments: found.map(({ id, title, createdAt, cells, runs }) => ({
      id,
      title,
      created: createdAt,
      configurations: cells,
      runs,
    })),
  };
}

/** The table of an experiment with its intervals and verdicts. */
export const readTable = (
  ctx: ServiceContext,
  experiment: string,
  { also }: { also: string[] },
): Promise<AblationTable> | AblationTable =>
  ablationTable(ctx, requireReadExperiment(ctx, experiment).id, also);
