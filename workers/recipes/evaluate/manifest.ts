import type { MetricName } from "../../protocol/metrics/metrics.ts";
import { PRM_USES } from "../reward/manifest.ts";
import type { Params, RecipeManifest } from "../../protocol/manifest.ts";
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
  choice(
    "decoding",
    "Decoding",
    { greedy: "best action", sampled: "sampled", reranked: "best of several by a PRM" },
    "greedy",
  )
    .when("player", "policy")
    .because("Greedy is how every training measures itself; sampled episodes show more kinds of steps."),
  int("samples", "Episodes per problem", 8, [2, 64], "episodes")
    .when("decoding", "reranked")
    .because("The one that the process reward model scores highest is kept; the others only give the scale."),
  choice("prm_use", "Score of an episode", PRM_USES, "mean")
    .when("decoding", "reranked")
    .because(
      "Among finished episodes no reward is trained on, so nothing can be gamed; the mean still pays for looking.",
    ),
  float("temperature", "Temperature", 1, [0.1, 5])
    .when("decoding", "sampled", "reranked")
    .because("Of sampled actions; 1 is what training episodes use. Greedy decoding ignores it."),
  int("eval_seed", "Evaluation seed", 42, SEEDS).rarelyBecause(
    "Fixes the pivots of GET_IIS and sampled actions; 42 is that of the other recipes' evaluations.",
  ),
  EVALUATION_STEP_LIMIT,
];

/** RR@5 of the same policy on the same problems otherwise: what a choice by a PRM is read against. */
const RERANK_METRICS = [
  "rerank/greedy_rr_at_5",
  "rerank/sampled_rr_at_5",
  "rerank/oracle_rr_at_5",
] as const satisfies MetricName[];

const isReranked = ({ player, decoding }: Params) => player === "policy" && decoding === "reranked";

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
    {
      slot: "prm",
      label: "Process reward model",
      kind: "prm",
      required: false,
      reason: "Chooses among several sampled episodes of a problem; other ways of decoding need none.",
      offer: "rerank by it",
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
      id: "best_of_8",
      title: "Best of 8 by a PRM",
      params: { decoding: "reranked" },
      reason:
        "What the model's ranking is worth where nothing is trained on it; beside it the best that any choice could do.",
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
  metrics: [...EVALUATION_METRICS, ...RERANK_METRICS, "perf/cpu_s"],
  primary: "eval/rr_at_5",
  headline: EVALUATION_METRICS,
  rewardConfig: () => NO_REWARD,
  switchedOff: (params) =>
    isReranked(params)
      ? {}
      : Object.fromEntries(RERANK_METRICS.map((name) => [name, "every problem is played once"])),
  lints: (params, given) =>
    held([
      block(
        "L42",
        "prm",
        isReranked(params) && given !== undefined && given.prm === undefined,
        "A process reward model is missing: choose the run to take it from.",
      ).because("The best of several episodes is the one that it scores highest."),
      caution("L43", "prm", !isReranked(params) && given?.prm !== undefined, "The PRM is not used.").because(
        "Only the best of several sampled episodes is chosen by it.",
      ),
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
  measuresOn: ({ part }) => (part === "train" ? "train" : "held_out"),
  resamplesDeadGroups: () => false,
  trainEpisodes: () => 0,
  trainSteps: () => 0,
};
