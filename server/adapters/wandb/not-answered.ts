import { refusedRead } from "./reading/run-filter.ts";

/**
 * What a person's script asks of wandb and this bench does not have. Nothing at all would be read as an empty answer; the
 * client raises this sentence instead.
 */
const refusal = (message: string) => (): never => refusedRead(message);

const noSweep = refusal(
  "there are no wandb sweeps. A sweep is launched here: npx ablab launch RECIPE --set lr=0.1,0.01 --seeds 0-2.",
);
const noDeletion = refusal(
  "nothing is deleted by wandb.Api(). Use the page of the run, or: npx ablab delete RUN.",
);

export const OF_QUERY = {
  models: refusal(
    "projects are not listed to wandb.Api(). They are listed by: npx ablab experiments --json.",
  ),
} as const;
export const OF_PROJECT = { sweep: noSweep } as const;
export const OF_MUTATION = {
  upsertSweep: noSweep,
  deleteRun: noDeletion,
  deleteFiles: noDeletion,
  deleteArtifact: noDeletion,
} as const;
