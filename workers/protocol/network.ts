import { z } from "zod";

/** Base64 characters of a weight vector that an event may carry: 1.5 million float32 parameters. */
export const MAX_WEIGHTS_TEXT = 8_000_000;

/** Shape of the one network of the embedded trainer: features -> hidden -> hidden -> actions, applied to every entity. */
export const NetworkShape = z.object({
  features: z.number().int().min(1),
  hidden: z.number().int().min(1),
  actions: z.number().int().min(1),
});
export type NetworkShape = z.infer<typeof NetworkShape>;

/** The shape in words, for a sentence about two networks that do not fit. */
export function networkText({ features, hidden, actions }: NetworkShape): string {
  return `${features} features, ${hidden} hidden units, ${actions} actions`;
}

/** Number of parameters of that network: three affine layers with their biases. */
export function parameterCount({ features, hidden, actions }: NetworkShape): number {
  return (features + 1) * hidden + (hidden + 1) * hidden + (hidden + 1) * actions;
}

/** Features per entity of a built-in policy, without and with the classes of names in sight. */
export const OBSERVED_FEATURES = { plain: 32, names: 36 };
