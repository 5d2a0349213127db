import { launchHref } from "../search-params/launch.ts";

/**
 * The ablation of the demo as a filled form: what a person without runs is offered first. The recipe is
 * the form's first. Held against the demo by a test.
 */
export const FIRST_ABLATION_DRAFT = {
  mode: "matrix",
  presets: ["baseline", "no_kl", "asym_clip", "dynamic", "twin"],
  set: { epochs_per_batch: "1" },
  seeds: "0-4",
  title: "Ablation in a minute",
} as const;

export const firstAblationHref = (): string =>
  launchHref("/launch", { ...FIRST_ABLATION_DRAFT, presets: [...FIRST_ABLATION_DRAFT.presets] });
