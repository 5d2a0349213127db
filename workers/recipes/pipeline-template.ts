import type { Params } from "../protocol/manifest.ts";

/** One step of a ready-made chain, as data. */
export interface StageTemplate {
  key: string;
  recipe: string;
  preset: string;
  edits: Params;
  /** Slot -> stage it takes from. */
  takes: Record<string, string>;
  /** Every seed of the launch, or the first one only. */
  seeds: "all" | "first";
  /** What the stage is for, in one line. */
  reason: string;
  /** What it is, where it is measured on other problems or otherwise than the others on purpose: shown beside them, never ranked. */
  beside?: string;
}

/** Several recipes that belong together, launched at once. */
export interface PipelineTemplate {
  id: string;
  title: string;
  summary: string;
  /** Stage that the others are compared with. */
  baseline: string;
  /** The metric that its claims are for, where that is not the one of the baseline's recipe. */
  primary?: string;
  /** Seeds of the stages that are trained more than once, unless others are asked for. */
  seeds: number[];
  stages: StageTemplate[];
}

/** A stage of one preset, by default of the first seed alone and from nothing. */
export const stage = (
  key: string,
  [recipe, preset]: [string, string],
  reason: string,
  more: Partial<Pick<StageTemplate, "edits" | "takes" | "seeds" | "beside">> = {},
): StageTemplate => ({ key, recipe, preset, edits: {}, takes: {}, seeds: "first", reason, ...more });
