import { z } from "zod";
import type { ChainStage } from "./launch.ts";
import type { LaunchPlan, PlanIssue } from "./plan.ts";

/** One step of a ready-made chain, as data. */
export interface StageTemplate {
  key: string;
  recipe: string;
  preset: string;
  edits: ChainStage["matrix"]["edits"];
  /** Slot -> stage it takes from. */
  takes: Record<string, string>;
  /** Every seed of the launch, or the first one only. */
  seeds: "all" | "first";
  /** What the stage is for, in one line. */
  reason: string;
}

/** Several recipes that belong together, launched at once. */
export interface ChainTemplate {
  id: string;
  title: string;
  summary: string;
  /** Stage that the others are compared with. */
  baseline: string;
  stages: StageTemplate[];
}

const stage = (
  key: string,
  [recipe, preset]: [string, string],
  reason: string,
  more: Partial<Pick<StageTemplate, "edits" | "takes" | "seeds">> = {},
): StageTemplate => ({ key, recipe, preset, edits: {}, takes: {}, seeds: "first", reason, ...more });

export const CHAINS: readonly ChainTemplate[] = [
  {
    id: "sft-dgro-prm",
    title: "SFT, DGRO and process rewards",
    summary:
      "Does RL improve on the SFT policy it starts from, does DGRO do what GRPO does not, and does a process reward help? Every policy is measured on the same held-out problems.",
    baseline: "grpo",
    stages: [
      stage("sft", ["sft", "start"], "The start of everything below, and the policy to beat."),
      stage("grpo", ["grpo", "baseline"], "What the others are compared with.", {
        takes: { start: "sft" },
        seeds: "all",
      }),
      stage("dgro-coded", ["dgro", "as_coded"], "DGRO as the reports coded it.", {
        takes: { start: "sft" },
        seeds: "all",
      }),
      stage("dgro-paper", ["dgro", "paper"], "DGRO as it was published.", {
        takes: { start: "sft" },
        seeds: "all",
      }),
      stage(
        "episodes",
        ["evaluate", "for_labels"],
        "Sampled episodes on train problems, so that no held-out problem is ever labelled.",
        { takes: { policy: "sft" } },
      ),
      stage("labels", ["prm-labels", "rules"], "Every step of them labelled by six rules.", {
        takes: { episodes: "episodes" },
      }),
      stage("prm", ["prm-train", "default"], "A model of those labels.", { takes: { labels: "labels" } }),
      stage("grpo-prm", ["grpo", "baseline"], "GRPO with the model's score in the reward.", {
        takes: { start: "sft", prm: "prm" },
        edits: { prm_weight: 0.5 },
        seeds: "all",
      }),
    ],
  },
];

export const PlanChainInput = z.object({
  chain: z.string().min(1).max(80),
  seeds: z.array(z.number().int().min(0).max(2_147_483_647)).min(1).max(50),
  /** Problems of every stage that chooses problems: "generated" or a registered benchmark. */
  problems: z.string().min(1).max(120).default("generated"),
  /** The two-second configuration of every recipe, to see the chain work. */
  smoke: z.boolean().default(false),
});
export type PlanChainInput = z.input<typeof PlanChainInput>;

/** What a chain stands for, before anybody presses Launch. */
export interface ChainPlan {
  id: string;
  title: string;
  summary: string;
  baseline: string;
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
  /** Ready for `launchChain`. */
  launch: ChainStage[];
  runs: number;
  issues: PlanIssue[];
  /** What the recipes say of their stages; each lint once per stage. */
  lints: (LaunchPlan["lints"][number] & { stage: string })[];
  estimate: { episodes: number; slots: number; seconds: number | null; basis: string; waitingBefore: number };
}
