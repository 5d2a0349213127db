import { metricInfo, type MetricInfo } from "../metrics.ts";
import { machineSection } from "./machine-section.ts";
import { type Panel, type PanelSection, RUN_SECTIONS } from "./panels.ts";

/** What a metric is about, read from its name alone. */
export type MetricGroup =
  | "reward"
  | "groups"
  | "apart"
  | "stale"
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
 * First match wins, on names in lower case and without `train/`. Evaluations come before everything but what they count their
 * steps by, since they repeat the names of training. Lengths come before clipping: "response_length/clip_ratio" is a share of cut answers. Groups come
 * before rewards: "reward/num_zero_variance_filtered" counts dead groups.
 */
const RULES: [MetricGroup, RegExp][] = [
  ["progress", /^(eval|val|validation|test)[/_.-](global_)?(step|epoch)s?$/],
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
  ["stale", /(^|[/_])stale|off_policy|fully_async|policy_lag|sample_age/],
  [
    "apart",
    /mismatch|probs_diff|log_?p(rob)?s?_(abs_)?diff|rollout_(is|corr)([/_]|$)|importance|mult_prob_error|js_div|ppl_ratio|chi2|vllm_kl|(gen|policy)_kl_error/,
  ],
  ["kl", /(^|[/_])kl/],
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

/**
 * Groups that are read together: those of them with few panels share one section, so that a page is no list of lone charts.
 */
const FAMILIES: readonly { id: string; title: string; groups: readonly MetricGroup[] }[] = [
  { id: "policy", title: "Policy", groups: ["apart", "stale", "kl", "entropy", "clipping"] },
  { id: "time-progress", title: "Time and progress", groups: ["time", "perf", "progress"] },
];
/** A group with as many panels fills a row of its own. */
const FULL_ROW = 3;

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
  // A disk of wandb is "system.disk./.usageGB": the dot before its path is no part of the name.
  return rest.slice(0, Math.max(end, 0)).replace(/\.+$/, "") || null;
}

const GROUP_TITLES: Record<MetricGroup, string> = {
  reward: "Reward",
  groups: "Groups and reward variance",
  apart: "Training and inference apart",
  stale: "Age of samples",
  kl: "KL",
  entropy: "Entropy",
  clipping: "Clipping",
  length: "Lengths",
  optim: "Optimizer",
  time: "Time",
  perf: "Performance",
  eval: "Evaluation metrics",
  progress: "Progress",
};
const GROUPS = Object.keys(GROUP_TITLES) as MetricGroup[];
const FOREIGN_NOTE = "metric names as logged";

/** A larger group is split by prefix, where that leaves at least `LEAST_PER_PART` panels in a part on average. */
const LARGEST_GROUP = 24;
const LEAST_PER_PART = 3;

/** Orders "layer.2" before "layer.10"; made when there is something to order, since that takes 10 ms. */
let natural: Intl.Collator | undefined;

function inNaturalOrder(a: string, b: string): number {
  natural ??= new Intl.Collator("en", { numeric: true });
  return natural.compare(a, b);
}

/** Where a section that a script declares stands, for names that say nothing by themselves. */
const DECLARED: Partial<Record<MetricInfo["section"], MetricGroup>> = {
  reward: "reward",
  groups: "groups",
  evaluation: "eval",
};

const groupOf = (metric: string): MetricGroup | null =>
  metricGroup(metric) ?? DECLARED[metricInfo(metric).section] ?? null;

/** The panel of one metric under its own title. */
export const metricPanel = (metric: string): Panel => ({
  key: metric,
  title: null,
  unit: null,
  lines: [{ metric, label: "" }],
});

function foreignSection(id: string, title: string, metrics: string[]): PanelSection {
  return { id, title, note: FOREIGN_NOTE, panels: metrics.map(metricPanel) };
}

function drawnTogether({
  metrics: lines,
  ...rest
}: NonNullable<(typeof RUN_SECTIONS)[number]["together"]>): Panel {
  return { ...rest, lines };
}

/** One metric's panel with those it is read beside, for a page that draws no other of the run. */
export function panelBeside(metric: string): Panel {
  const found = RUN_SECTIONS.find(({ together }) => together?.only === metric)?.together;
  if (!found) throw new Error(`No panel draws ${metric} beside others.`);
  return drawnTogether(found);
}

function knownSections(has: ReadonlySet<string>): PanelSection[] {
  return RUN_SECTIONS.flatMap(({ id, title, note, metrics, together }) => {
    const panels = metrics.filter((metric) => has.has(metric)).map(metricPanel);
    if (together?.metrics.some(({ metric }) => has.has(together.only ?? metric))) {
      panels.push(drawnTogether(together));
    }
    return panels.length > 0 ? [{ id, title, note, panels }] : [];
  });
}

/** Parts of a group that is too large for one section; the group itself where its prefixes tell nothing apart. */
function splitGroup(group: MetricGroup, metrics: string[]): PanelSection[] {
  const title = GROUP_TITLES[group];
  const byPrefix = Map.groupBy(metrics, (metric) => metricPrefix(metric) ?? "");
  const worthIt =
    metrics.length > LARGEST_GROUP && byPrefix.size > 1 && metrics.length / byPrefix.size >= LEAST_PER_PART;
  if (!worthIt) return [foreignSection(group, title, metrics)];
  return [...byPrefix].map(([prefix, ofPrefix]) =>
    foreignSection(
      prefix === "" ? group : `${group}:${prefix}`,
      prefix === "" ? title : `${title}, ${prefix}`,
      ofPrefix,
    ),
  );
}

/** Sections of what no rule knows: one per prefix that several share, the others together at the end. */
function prefixSections(metrics: string[]): PanelSection[] {
  const byPrefix = Map.groupBy(metrics, (metric) => metricPrefix(metric) ?? "");
  const others: string[] = [];
  const sections: PanelSection[] = [];
  for (const [prefix, ofPrefix] of byPrefix)
    if (prefix === "" || ofPrefix.length === 1) others.push(...ofPrefix);
    else sections.push(foreignSection(`prefix:${prefix}`, prefix, ofPrefix));
  if (others.length > 0) sections.push(foreignSection("other", "Other", others));
  return sections;
}

/** Rewards and groups under foreign names stand with the known ones; the other groups have sections of their own. */
function mergeById(sections: PanelSection[]): PanelSection[] {
  return [...Map.groupBy(sections, (section) => section.id).values()].map(([first, ...rest]) => ({
    ...first,
    panels: [...first.panels, ...rest.flatMap((section) => section.panels)],
  }));
}

/**
 * The panels of metrics by section: known ones as the recipes of this version name them, then foreign ones by what they are
 * about by their names or what the script declares, then by prefix, in natural order of their names; what the machine did comes
 * last. `leftOut` names what is only an axis or is drawn elsewhere.
 */
export function panelSections(metrics: Iterable<string>, leftOut: ReadonlySet<string>): PanelSection[] {
  const has = new Set([...metrics].filter((metric) => !leftOut.has(metric)));
  const known = knownSections(has);
  const drawn = new Set(known.flatMap(({ panels }) => panels.flatMap((p) => p.lines.map((l) => l.metric))));
  const machine = machineSection(has);
  for (const { lines } of machine.flatMap(({ panels }) => panels))
    for (const { metric } of lines) drawn.add(metric);
  const foreign = [...has].filter((metric) => !drawn.has(metric)).toSorted(inNaturalOrder);
  const byGroup = Map.groupBy(foreign, groupOf);
  const groups = joinSmall(GROUPS.flatMap((group) => splitGroupOf(group, byGroup.get(group))));
  const opens = known.every(({ id }) => id !== "evaluation");
  return namedApart(
    mergeById([
      // A page without evaluations of ours opens with what the training is judged by.
      ...groups.filter(({ id }) => opens && isOf("eval", id)),
      ...known,
      ...groups.filter(({ id }) => !opens || !isOf("eval", id)),
      ...prefixSections(byGroup.get(null) ?? []),
      ...machine,
    ]),
  );
}

/** A quantity that a run sends under two names is titled by it once; the other panel says under which name it came. */
function namedApart(sections: PanelSection[]): PanelSection[] {
  const seen = new Set<string>();
  const apart = (panel: Panel): Panel => {
    if (panel.title !== null || panel.lines.length !== 1) return panel;
    const [{ metric }] = panel.lines;
    const { title } = metricInfo(metric);
    if (!seen.has(title)) {
      seen.add(title);
      return panel;
    }
    return { ...panel, title: `${title} (${metric})` };
  };
  return sections.map((section) => ({ ...section, panels: section.panels.map(apart) }));
}

const isOf = (group: MetricGroup, id: string): boolean => id === group || id.startsWith(`${group}:`);

/** Sections of a family that are shorter than a row stand together, where the first of them stood. */
function joinSmall(sections: PanelSection[]): PanelSection[] {
  const familyOf = ({ id, panels }: PanelSection) =>
    panels.length < FULL_ROW
      ? FAMILIES.find(({ groups }) => (groups as readonly string[]).includes(id))
      : undefined;
  const small = new Map(
    FAMILIES.map((family) => [family, sections.filter((one) => familyOf(one) === family)]),
  );
  const joined = sections.map((section) => {
    const family = familyOf(section);
    return family && (small.get(family)?.length ?? 0) > 1
      ? { ...section, id: family.id, title: family.title }
      : section;
  });
  return mergeById(joined);
}

function splitGroupOf(group: MetricGroup, metrics: string[] | undefined): PanelSection[] {
  return metrics ? splitGroup(group, metrics) : [];
}
