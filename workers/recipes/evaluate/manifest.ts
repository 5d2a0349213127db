import type { RecipeManifest } from "../../protocol/manifest.ts";
import {
  block,
  caution,
  choice,
  defaultsOf,
  type Field,
  float,
  formOf,
  held,
  int,
  NO_REWARD,
  SEEDS,
} from "../form/manifest.ts";
import {
  EVALUATION_STEP_LIMIT,
  PROBLEM_FIELDS,
  problemSetInput,
  problemLints,
  smallSetLint,
} from "../problems/manifest.ts";
import { EVALUATION_METRICS } from "../sft/manifest.ts";

/** Players that learn nothing, in words. */
export const PLAYER_TITLES = {
  random: "random legal actions",
  greedy_drop: "drops the first member of each IIS",
  iis_member: "repairs a random member of each IIS",
  heuristic: "relaxes, then drops, the member shown most often",
  oracle: "repairs a root of each IIS",
  diagnosing_oracle: "names each root, then repairs it",
};

const DECODING_FIELDS: Field[] = [
  choice("player", "Player", { policy: "the given policy", ...PLAYER_TITLES }, "policy").because(
    "Those that learn nothing are the scale: what luck, the IIS alone, and knowing the roots are worth on these problems.",
  ),
  choice("part", "Part", { held_out: "held-out problems", train: "train problems" }, "held_out").because(
    "Train problems are for labels, not for results: a reward model trained on them has not seen the held-out ones.",
  ),
  choice("decoding", "Decoding", { greedy: "best action", sampled: "sampled" }, "greedy")
    .when("player", "policy")
    .because("Greedy is how every training measures itself; sampled episodes show more kinds of steps."),
  float("temperature", "Temperature", 1, [0.1, 5])
    .when("decoding", "sampled")
    .because("Of sampled actions; 1 is what training episodes use. Greedy decoding ignores it."),
  int("eval_seed", "Evaluation seed", 42, SEEDS).rarelyBecause(
    "Fixes the pivots of GET_IIS and sampled actions; 42 is that of the other recipes' evaluations.",
  ),
  EVALUATION_STEP_LIMIT,
];

const { groups, fields } = formOf({ Problems: PROBLEM_FIELDS, Evaluation: DECODING_FIELDS });

export const evaluate: RecipeManifest = {
  slug: "evaluate",
  title: "Evaluation of a checkpoint",
  version: "1.0",
  summary:
    "Plays one episode on each problem, by a given policy or by a player that learns nothing, and keeps every step. The run's seed changes nothing here; evaluation seed does.",
  device: "any",
  groups,
  fields,
  inputs: [
    {
      slot: "policy",
      label: "Policy",
      kind: "checkpoint",
      required: false,
      reason:
        "The policy that is measured; its own weights, not a copy trained further. A player needs none.",
      offer: "evaluate it",
    },
    problemSetInput("measure on"),
  ],
  outputs: ["evaluation"],
  presets: [
    { id: "greedy", title: "Greedy, held-out", params: {}, reason: "As every training measures itself." },
    {
      id: "sampled",
      title: "Sampled, held-out",
      params: { decoding: "sampled" },
      reason: "As training episodes are played, at temperature 1.",
    },
    {
      id: "for_labels",
      title: "Sampled, train problems",
      params: { part: "train", decoding: "sampled" },
      reason: "Episodes to label: varied steps, and none on a held-out problem.",
    },
    {
      id: "oracle",
      title: "Oracle",
      params: { player: "oracle" },
      reason: "Told the roots, it never diagnoses: what a perfect repair is worth on these problems.",
    },
    {
      id: "diagnosing_oracle",
      title: "Diagnosing oracle",
      params: { player: "diagnosing_oracle" },
      reason: "The same, naming each root first: the other end of what DA and few steps allow together.",
    },
    {
      id: "random_member",
      title: "Random IIS member",
      params: { player: "iis_member" },
      reason: "What asking for an IIS is worth without knowing anything else.",
    },
  ],
  baselinePreset: "greedy",
  seedReason: "Changes nothing in this recipe; evaluation seed is the one that matters.",
  smoke: { ...defaultsOf(fields), level: "medium", train_problems: 100, eval_problems: 60 },
  metrics: [...EVALUATION_METRICS, "perf/cpu_s"],
  primary: "eval/rr_at_5",
  headline: EVALUATION_METRICS,
  rewardConfig: () => NO_REWARD,
  switchedOff: () => ({}),
  lints: (params, given) =>
    held([
      params.part === "held_out" ? smallSetLint(params) : null,
      ...problemLints(params, given),
      block(
        "L40",
        "policy",
        params.player === "policy" && given !== undefined && given.policy === undefined,
        "Policy is missing: choose the run to take it from.",
      ).because("Or choose a player that needs none."),
      caution(
        "L41",
        "policy",
        params.player !== "policy" && given?.policy !== undefined,
        "The policy is not used.",
      ).because("Another player than the policy is measured."),
    ]),
  resamplesDeadGroups: () => false,
  trainEpisodes: () => 0,
  trainSteps: () => 0,
};
