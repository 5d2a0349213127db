import type { DeviceChoice } from "#server/contracts/launch/matrix.ts";
import type { RunLimits } from "#server/contracts/attempts/continuing.ts";
import { limitsOfTexts } from "#server/contracts/attempts/time-limit.ts";
import {
  type AskIssue,
  askOfTexts,
  slurmIssues,
  type SlurmTexts,
} from "#server/contracts/executors/slurm-texts.ts";
import type { LaunchEngine } from "#server/contracts/launch/plan.ts";

export interface LimitDraft {
  limit: string;
  retries: string;
  on: "" | "slurm";
  ask: SlurmTexts;
  device: "" | DeviceChoice;
}

/** What a form chose for the processes of its runs. `limits` is null where a text cannot be read; `wrongAsk` is the first thing that Slurm would not take. */
export function chosenLimits(
  draft: LimitDraft,
  engines: readonly LaunchEngine[],
): { limits: RunLimits | null; wrongAsk: AskIssue | undefined } {
  const typed = limitsOfTexts({ time: draft.limit, retries: draft.retries });
  const isSlurm = draft.on === "slurm";
  const wrongAsk = isSlurm ? slurmIssues(draft.ask, engines)[0] : undefined;
  const where = {
    ...(isSlurm && { slurm: askOfTexts(draft.ask).ask }),
    ...(draft.device !== "" && { device: draft.device }),
  };
  return { limits: typed && { ...typed, ...where }, wrongAsk };
}
