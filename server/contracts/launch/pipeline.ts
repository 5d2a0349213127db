import { z } from "zod";
import { ForcedDevice, type PipelineStage, RunsOn } from "./launch.ts";
import type { LaunchEngine, LaunchPlan, PlanIssue } from "./plan.ts";

export const PlanPipelineInput = z.object({
  chain: z.string().min(1).max(80),
  /** Of the stages trained more than once; without any, those that the chain is meant for. */
  seeds: z.array(z.number().int().min(0).max(2_147_483_647)).min(1).max(50).optional(),
  /** Problems of every stage that chooses problems: "generated" or a registered benchmark. */
  problems: z.string().min(1).max(120).default("generated"),
  /** The two-second configuration of every recipe, to see the chain work. */
  smoke: z.boolean().default(false),
  on: RunsOn,
  device: ForcedDevice,
});
export type PlanPipelineInput = z.input<typeof PlanPipelineInput>;
export type PlanPipelineOptions = z.output<typeof PlanPipelineInput>;

/** What a chain stands for, before anybody presses Launch. */
export interface PipelinePlan {
  id: string;
  /** All that there are, this one among them, each with the recipes of its stages. */
  chains: { id: string; title: string; recipes: string[] }[];
  title: string;
  summary: string;
  baseline: string;
  /** The metric that its claims are for; null: the one of the baseline's recipe. */
  primary: string | null;
  /** Does a stage play problems of a benchmark? */
  choosesProblems: boolean;
  /** Of the stages trained more than once. */
  seeds: number[];
  stages: {
    key: string;
    recipe: string;
    recipeTitle: string;
    preset: string;
    reason: string;
    takes: Record<string, string>;
    seeds: number[];
    /** What differs from the recipe's preset, in words. */
    edits: string[];
  }[];
  /** Ready for `launchPipeline`. */
  launch: PipelineStage[];
  runs: number;
  issues: PlanIssue[];
  /** What the recipes say of their stages; each lint once per stage. */
  lints: (LaunchPlan["lints"][number] & { stage: string })[];
  estimate: LaunchPlan["estimate"];
  devices: LaunchPlan["devices"];
  /** Engines of connected workers that could run all of it, with what may be asked for there. */
  engines: LaunchEngine[];
}
