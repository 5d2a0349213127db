import type { Params } from "../../../workers/protocol/manifest.ts";
import { REPORTED_DA } from "../../../packs/repair/diagnosis.ts";
import type { Question } from "../question.ts";
import { differs, ofPipeline, once, type Stage, trained } from "./stages.ts";

const EASY: Params = { level: "easy", reward: "outcome", iterations: 20 };
const COMPOSITE: Params = { reward: "composite" };
/** Starts made from other demonstrations, for what has no chance of its own. */
const STARTS = [0, 1, 2, 3, 4];
/** The same start played both ways. */
const playedBothWays = (start: number): Stage[] => [
  once(`sft-${start}`, ["sft", "start"], { sft_seed: 42 + start }),
  once(`greedy-${start}`, ["evaluate", "greedy"], {}, { policy: { stage: `sft-${start}` } }),
  once(`sampled-${start}`, ["evaluate", "sampled"], {}, { policy: { stage: `sft-${start}` } }),
];

/** Where the gradient comes from, and what it makes of an episode. */
export const OF_THE_SIGNAL: readonly Question[] = [
  {
    id: "collapse",
    title: "An SFT start that solves its problems leaves no reward variance",
    asks: "One fault per problem, paid for solving it. Does DGRO bring back the variance that GRPO does not have?",
    reported:
      'DGRO "maintains variance": mean reward −49.99, std 1.1516, which is the spread of the noise U(−2, 2) alone.',
    stages: [
      trained("grpo", ["grpo", "baseline"], EASY),
      trained("grpo-dynamic", ["grpo", "dynamic"], EASY),
      trained("dgro-coded", ["dgro", "as_coded"], EASY),
      trained("dgro-coded-by-8", ["dgro", "as_coded"], { ...EASY, rescale_call: 8 }),
      trained("dgro-paper", ["dgro", "paper"], EASY),
      trained("krpo", ["dgro", "krpo"], EASY),
    ],
    baseline: "grpo",
    also: ["group/zero_share", "group/zero_share_raw", "group/std"],
    shows: ["group/zero_share", "group/zero_share_raw", "group/std", "eval/rr_at_5", "eval/clean"],
    expects: [
      {
        says: "Under GRPO at least nine groups in ten are dead",
        kind: "level",
        cell: "grpo",
        metric: "group/zero_share",
        direction: "higher",
        than: 0.9,
      },
      differs("dgro-paper", "group/zero_share", "lower", "DGRO as published has fewer dead groups"),
      {
        says: "DGRO as coded, rescaling a draw at once: the verifier tells more than one group in ten apart",
        kind: "level",
        cell: "dgro-coded",
        metric: "group/zero_share_raw",
        direction: "lower",
        than: 0.9,
      },
      differs(
        "dgro-coded-by-8",
        "group/zero_share",
        "lower",
        "Rescaling 8 rewards at a time, as the reports' trainer did, brings spread into dead groups",
      ),
      {
        says: "That spread is noise: the verified reward still tells at most one group in ten apart",
        kind: "level",
        cell: "dgro-coded-by-8",
        metric: "group/zero_share_raw",
        direction: "higher",
        than: 0.9,
      },
    ],
  },
  {
    id: "longer-episodes",
    title: "Longer episodes touch more of the IIS",
    asks: "The same SFT weights on hard problems, played by the best action and sampled at temperature 1. Nothing is learned between them; five starts, each from demonstrations of its own.",
    reported: "DGRO against SFT: DA +7.9 pp, RR@5 −15.6 pp, read as a better diagnosis.",
    stages: STARTS.flatMap(playedBothWays),
    baseline: "greedy-0",
    da: REPORTED_DA,
    hides: STARTS.map((start) => `sft-${start}`),
    also: [],
    shows: ["eval/rr_at_5", "eval/rr", "eval/da", "eval/steps"],
    expects: [
      {
        says: "Sampling lowers RR@5",
        kind: "starts",
        first: "greedy",
        second: "sampled",
        metric: "eval/rr_at_5",
        direction: "lower",
      },
      {
        says: "Sampling makes episodes longer",
        kind: "starts",
        first: "greedy",
        second: "sampled",
        metric: "eval/steps",
        direction: "higher",
      },
      {
        says: "and raises DA as the reports counted it, though nothing was learned",
        kind: "starts",
        first: "greedy",
        second: "sampled",
        metric: "eval/da",
        direction: "higher",
      },
    ],
  },
  {
    id: "corner",
    title: "The group's std drives the composite into the diagnosing oracle's corner",
    asks: "From the default start on hard problems, paid by the composite: what do methods that divide by the group's std make of it, and what those that do not?",
    stages: [
      trained("group-std", ["grpo", "baseline"], COMPOSITE),
      trained("undivided", ["grpo", "baseline"], { ...COMPOSITE, advantage: "none" }),
      trained("dgro-paper", ["dgro", "paper"], COMPOSITE),
      trained("krpo", ["dgro", "krpo"], COMPOSITE),
      once("oracle", ["evaluate", "oracle"]),
      once("diagnosing-oracle", ["evaluate", "diagnosing_oracle"]),
    ],
    baseline: "group-std",
    also: [],
    shows: ["eval/rr_at_5", "eval/da", "eval/steps", "eval/clean"],
    expects: [
      {
        says: "Divided by the group's std, DA rises above one half",
        kind: "level",
        cell: "group-std",
        metric: "eval/da",
        direction: "higher",
        than: 0.5,
      },
      {
        says: "and RR@5 falls below one in six",
        kind: "level",
        cell: "group-std",
        metric: "eval/rr_at_5",
        direction: "lower",
        than: 1 / 6,
      },
      ...(["undivided", "dgro-paper", "krpo"] as const).flatMap((cell) => [
        differs(cell, "eval/da", "lower", `${cell} has a lower DA`),
        differs(cell, "eval/rr_at_5", "higher", `${cell} has a higher RR@5`),
      ]),
    ],
  },
  {
    id: "past-the-oracle",
    title: "Paid for five steps, a policy passes the oracle by dropping rows unasked",
    asks: "The oracle asks for an IIS and repairs a root of it. What beats it on RR@5, and what does that cost?",
    stages: [
      trained("start", ["grpo", "sft_start"]),
      trained("rr5", ["grpo", "calm"]),
      once("oracle", ["evaluate", "oracle"]),
    ],
    baseline: "start",
    also: [],
    shows: ["eval/rr_at_5", "eval/rr", "eval/clean", "eval/steps"],
    expects: [
      {
        says: "Trained on rr5, RR@5 is above the oracle's",
        kind: "level",
        cell: "rr5",
        metric: "eval/rr_at_5",
        direction: "higher",
        than: { cell: "oracle" },
      },
      {
        says: "and fewer repairs are clean than at the start",
        kind: "level",
        cell: "rr5",
        metric: "eval/clean",
        direction: "lower",
        than: { cell: "start" },
      },
    ],
  },
  {
    id: "diagnosis",
    title: "What rewards and methods make of a start that diagnoses",
    asks: "Two faults at once, from a start whose teacher diagnoses every second time: between the oracle that never names a root and the one that names each.",
    ...ofPipeline("diagnosis"),
    hides: ["sft"],
    also: [],
    shows: ["eval/rr_at_5", "eval/da", "eval/steps"],
    expects: (["composite", "composite-undivided", "dgro-coded", "dgro-paper", "krpo"] as const).flatMap(
      (cell) => [
        differs(cell, "eval/da", "higher", `${cell} has a higher DA than rr5`),
        differs(cell, "eval/rr_at_5", "lower", `${cell} has a lower RR@5 than rr5`),
      ],
    ),
  },
];
