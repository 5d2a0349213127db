import { ablabAdapter } from "./ablab/adapter.ts";
import { mlflowAdapter } from "./mlflow/adapter.ts";
import { trackioAdapter } from "./trackio/adapter.ts";
import { wandbAdapter } from "./wandb/adapter.ts";
import type { Adapter } from "./adapter.ts";

/** Every foreign client that is understood. A new one is one line here. */
export const ADAPTERS: readonly Adapter[] = [ablabAdapter, wandbAdapter(), trackioAdapter(), mlflowAdapter()];

/** The wire whose path this is; the first that claims it. */
export const adapterOf =
  (adapters: readonly Adapter[]) =>
  (method: string, path: string): Adapter | null =>
    adapters.find((adapter) => adapter.claims(method, path)) ?? null;
