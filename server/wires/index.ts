import { ablabWire } from "./ablab/wire.ts";
import { mlflowWire } from "./mlflow/wire.ts";
import { trackioWire } from "./trackio/wire.ts";
import { wandbWire } from "./wandb/wire.ts";
import type { Wire } from "./wire.ts";

/** Every foreign client that is understood. A new one is one line here. */
export const WIRES: readonly Wire[] = [ablabWire, wandbWire(), trackioWire(), mlflowWire()];

/** The wire whose path this is; the first that claims it. */
export const wireOf =
  (wires: readonly Wire[]) =>
  (method: string, path: string): Wire | null =>
    wires.find((wire) => wire.claims(method, path)) ?? null;
