import type { Wire } from "./wire.ts";

/** Every foreign client that is understood. A new one is one line here. */
export const WIRES: readonly Wire[] = [];

/** The wire whose path this is; the first that claims it. */
export const wireOf =
  (wires: readonly Wire[]) =>
  (method: string, path: string): Wire | null =>
    wires.find((wire) => wire.claims(method, path)) ?? null;
