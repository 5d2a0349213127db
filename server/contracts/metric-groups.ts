/** What a metric is about, read from its name alone. */
export type MetricGroup =
  | "reward"
  | "groups"
  | "kl"
  | "entropy"
  | "clipping"
  | "length"
  | "optim"
  | "time"
  | "perf"
  | "eval"
  | "progress";

/**
 * First match wins, on names in lower case and without `train/`. Evaluations come before everything, since they repeat
 * the names of training. Lengths come before clipping: "response_length/clip_ratio" is a share of cut answers. Groups come
 * before rewards: "reward/num_zero_variance_filtered" counts dead groups.
 */
const RULES: [MetricGroup, RegExp][] = [
  ["eval", /^(eval|val|validation|test)([/_.-]|$)/],
  [
    "length",
    /(response|prompt|completions?|seq(uence)?)[_/]?([a-z]+_)*len(gth)?s?([/_]|$)|num_(output|total)?_?tokens\/|(avg|mean|max|min|std)_(num_)?tokens|trunc|terminat|gen_tokens_per_sample|clipped_ratio|response_clip_ratio/,
  ],
  [
    "groups",
    /zero_std|zero_variance|pct_(0|1|mixed)|solve_(none|all)|filter.*pass_rate|group_reward_std|num_gen_batches|is_admitted/,
  ],
  [
    "reward",
    /^(rewards?([/_]|$)|critic\/(score|rewards)\/|rollout\/reward|baseline_reward)|\/reward\/[a-z]+$/,
  ],
  [
    "kl",
    /(^|[/_])kl|mismatch|probs_diff|log_?p(rob)?s?_(abs_)?diff|rollout_(is|corr)([/_]|$)|importance|mult_prob_error|js_div|ppl_ratio|chi2/,
  ],
  ["entropy", /entropy/],
  ["clipping", /clip_?(ratio|frac|share)|is_masked|masked_advantage|is_oob|probs_ratio/],
  ["optim", /grad_?norm|(^|[/_])lr$|learning_rate|loss/],
  ["time", /^time\/|timing|profiling\/|step_time|time_per_step/],
  ["perf", /throughput|tok(en)?s?[/_](per_)?s(ec(ond)?)?([/_]|$)|mfu|memory|gpu/],
  ["progress", /epoch|global_step|(^|\/)num_tokens$|num_samples/],
];

/** The name as the rules read it. */
function normalise(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(" ", "_")
    .replace(/^(actor\/)?train\//, "");
}

/** The group of a metric of any trainer (TRL, verl, OpenRLHF, prime-rl, SkyRL, NeMo-RL), or null where its name says none. */
export function metricGroup(name: string): MetricGroup | null {
  const read = normalise(name);
  return RULES.find(([, pattern]) => pattern.test(read))?.[0] ?? null;
}

/**
 * The part of a name that it shares with its siblings: "gpu.0" of "gpu.0/util", "proc" of "proc.cpu.threads"; null where
 * there is none. `train/` says nothing and is not a part.
 */
export function metricPrefix(name: string): string | null {
  const rest = name.replace(/^(actor\/)?train\/(?=.*\/)/i, "");
  const end = rest.includes("/") ? rest.indexOf("/") : rest.indexOf(".");
  return end > 0 ? rest.slice(0, end) : null;
}
