import { GraphQLError } from "graphql";

/**
 * What a person's script asks of wandb and this bench does not have. Nothing at all would be read as an empty history; the
 * client raises this sentence instead.
 */
const refusal = (sentence: string) => (): never => {
  throw new GraphQLError(sentence);
};

const noHistory = refusal(
  "Ablab gives no history to wandb.Api(). Read it by: npx ablab series RUN METRIC --json, or npx ablab export RUN.",
);
const noSweep = refusal(
  "Ablab has no wandb sweeps. A sweep is launched here: npx ablab launch RECIPE --set lr=0.1,0.01 --seeds 0-2.",
);

export const OF_RUN = { history: noHistory, sampledHistory: noHistory, parquetHistory: noHistory } as const;
export const OF_PROJECT = {
  runs: refusal("Ablab lists no runs to wandb.Api(). They are listed by: npx ablab runs --json."),
  sweep: noSweep,
} as const;
export const OF_MUTATION = { upsertSweep: noSweep } as const;
