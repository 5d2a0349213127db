import type { ExternalFacts } from "../contracts/external/verbs.ts";
import { isForeign, paramsOf, stepOf, textOf, type Foreign } from "./foreign-values.ts";

const TYPED = /^trackio\.(\w+)$/;

/** The type of a value of trackio's own, as "table"; null for all else. */
export const typeOf = (value: unknown): string | null =>
  isForeign(value) ? (TYPED.exec(textOf(value["_type"]) ?? "")?.[1] ?? null) : null;

/** The train step of an entry. Trackio counts its own; what a Hugging Face trainer sends names the true one. */
export const stepOfEntry = (entry: Foreign, metrics: Foreign): number | null =>
  stepOf(metrics["train/global_step"]) ?? stepOf(entry.step);

/**
 * Config keys that trackio adds, and where they belong. `allow_val_change` is no setting of a training: transformers calls
 * trackio as it calls wandb, whose argument that is.
 */
export function factsOf(config: Foreign): Partial<ExternalFacts> {
  const { _Username: user, _Created: created, _Group: group, allow_val_change: _allow, ...own } = config;
  const environment = Object.entries({ user, created }).flatMap(([name, value]) => {
    const text = textOf(value);
    return text === null ? [] : [[name, text] as const];
  });
  return {
    config: paramsOf(own),
    ...(environment.length > 0 && { environment: Object.fromEntries(environment) }),
    ...(textOf(group) !== null && { group: textOf(group) }),
  };
}
