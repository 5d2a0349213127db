import { type WorkerRecord, selectWorkers } from "#db/queries/workers.ts";
import type { Db } from "#db/client.ts";
import type { SlurmAsk } from "../../../workers/protocol/executors/slurm-ask.ts";
import { askIssues } from "../../contracts/executors/slurm-texts.ts";
import { ServiceError } from "../../errors.ts";

/** Whether a worker may be given a run: what asks for Slurm goes nowhere else. */
export const canPlace = (
  { engine }: Pick<WorkerRecord, "engine">,
  { limits }: { limits: { slurm?: SlurmAsk } | null },
): boolean => limits?.slurm === undefined || engine?.kind === "slurm";

/** Refuses what no cluster that is connected could ever start. Without one, nothing is known to be wrong. */
export function refuseImpossible(db: Db, ask: SlurmAsk | undefined): void {
  const engines = selectWorkers(db).flatMap(({ engine }) => (engine?.kind === "slurm" ? [engine] : []));
  if (ask === undefined || engines.length === 0) return;
  const issues = engines.map(({ partitions }) => askIssues(ask, partitions));
  if (issues.some((found) => found.length === 0)) return;
  throw new ServiceError("invalid", issues[0].map(({ message }) => message).join(" "), {
    field: `slurm.${issues[0][0].field}`,
  });
}
