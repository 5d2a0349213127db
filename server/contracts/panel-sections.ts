import { metricGroup, metricPrefix, type MetricGroup } from "./metric-groups.ts";
import { RUN_SECTIONS, type Panel, type PanelSection } from "./panels.ts";

const GROUP_TITLES: Record<MetricGroup, string> = {
  reward: "Reward",
  groups: "Groups and reward variance",
  kl: "KL and mismatch",
  entropy: "Entropy",
  clipping: "Clipping",
  length: "Lengths",
  optim: "Optimiser",
  time: "Time",
  perf: "Performance",
  eval: "Evaluation metrics",
  progress: "Progress",
};
const GROUPS = Object.keys(GROUP_TITLES) as MetricGroup[];
const FOREIGN_NOTE = "metrics under the names the run sent";

/** A larger group is split by prefix, where that leaves at least `LEAST_PER_PART` panels in a part on average. */
const LARGEST_GROUP = 24;
const LEAST_PER_PART = 3;

/** Orders "layer.2" before "layer.10"; made when there is something to order, since that takes 10 ms. */
let natural: Intl.Collator | undefined;

function inNaturalOrder(a: string, b: string): number {
  natural ??= new Intl.Collator("en", { numeric: true });
  return natural.compare(a, b);
}

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

function knownSections(has: ReadonlySet<string>): PanelSection[] {
  return RUN_SECTIONS.flatMap(({ id, title, note, metrics, together }) => {
    const panels = metrics.filter((metric) => has.has(metric)).map(metricPanel);
    if (together?.metrics.some(({ metric }) => has.has(metric))) {
      const { metrics: lines, ...rest } = together;
      panels.push({ ...rest, lines });
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
 * about, then by prefix, in natural order of their names. `leftOut` names what is only an axis or is drawn elsewhere.
 */
export function panelSections(metrics: Iterable<string>, leftOut: ReadonlySet<string>): PanelSection[] {
  const has = new Set([...metrics].filter((metric) => !leftOut.has(metric)));
  const known = knownSections(has);
  const drawn = new Set(known.flatMap(({ panels }) => panels.flatMap((p) => p.lines.map((l) => l.metric))));
  const foreign = [...has].filter((metric) => !drawn.has(metric)).toSorted(inNaturalOrder);
  const byGroup = Map.groupBy(foreign, metricGroup);
  return mergeById([
    ...known,
    ...GROUPS.flatMap((group) => splitGroupOf(group, byGroup.get(group))),
    ...prefixSections(byGroup.get(null) ?? []),
  ]);
}

function splitGroupOf(group: MetricGroup, metrics: string[] | undefined): PanelSection[] {
  return metrics ? splitGroup(group, metrics) : [];
}
