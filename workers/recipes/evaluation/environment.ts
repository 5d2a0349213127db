import type { EnvConfig } from "../../lab/env/env.ts";

/** The environment of every phase of every recipe; only the step limit differs. */
export function environmentOf(sigma: number, maxSteps: number): EnvConfig {
  return { maxSteps, observation: "noisy", sigma, randomPivotIis: true, hideInitialIis: true };
}

/** The observation as an evaluation's protocol names it. */
export function observationName(sigma: number): string {
  return `noisy sigma=${sigma}`;
}
