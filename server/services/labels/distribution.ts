import { selectEpisodeIds } from "#db/queries/episodes.ts";
import { type LabelTuple, selectLabelTuples, selectProblemTypes } from "#db/queries/labels.ts";
import type {
  LabelCounts,
  LabelDistribution,
  LabelSetInfo,
  RulesAgreement,
} from "../../../packs/repair/contracts/prm.ts";
import { typeParts } from "../../contracts/problem-type.ts";
import { ServiceError } from "../../errors.ts";
import type { ServiceContext } from "../context.ts";
import { writeOf } from "../../wording/counts.ts";
import { judgeShares } from "./judge-shares.ts";
import { listLabelSets } from "./overview.ts";
import { type LabelRules, LAST_POSITION, RULE_LABELS } from "../../contracts/label-rule.ts";
import type { ClusterCounts } from "../../stats/problems/cluster-shares.ts";

/** A reason without its numbers, so that "iis_reduced_by_3" and "iis_reduced_by_1" are one kind. */
export function reasonKind(reason: string): string {
  return reason.replace(/(?:(?<![\s_])[\s_]+|(?<![\s_\d]))\d+(?:\/\d+)?$/, "");
}

/** The labels that occur, and those of the rule, best first. */
function labelValues(tuples: Iterable<LabelTuple>): number[] {
  const values = new Set<number>(RULE_LABELS);
  for (const tuple of tuples) values.add(tuple[2]);
  return [...values].sort((a, b) => b - a);
}

/** Counts of labels by a key of each step, in order of first occurrence. */
class Split {
  private readonly counts = new Map<string, number[]>();
  private readonly size: number;

  constructor(size: number) {
    this.size = size;
  }

  add(key: string, label: number): void {
    let row = this.counts.get(key);
    if (!row) this.counts.set(key, (row = Array.from({ length: this.size }, () => 0)));
    row[label]++;
  }

  rows(): LabelCounts[] {
    return [...this.counts].map(([key, counts]) => ({ key, n: counts.reduce((a, b) => a + b, 0), counts }));
  }
}

interface CountedLabels {
  n: number;
  /** Labels by cluster, for the intervals. */
  table: ClusterCounts;
  byAction: LabelCounts[];
  byPosition: LabelCounts[];
  byReason: LabelCounts[];
}

const bySize = (a: LabelCounts, b: LabelCounts) => b.n - a.n || a.key.localeCompare(b.key);
const byNumber = (a: LabelCounts, b: LabelCounts) => Number.parseInt(a.key, 10) - Number.parseInt(b.key, 10);

/**
 * Counts labelled steps in one pass. `clusterOf` gives the cluster of an episode, from 0; steps of one cluster are resampled
 * together. Positions from `LAST_POSITION` on are one, "10+".
 */
function countLabels(
  tuples: readonly LabelTuple[],
  labels: readonly number[],
  clusters: number,
  clusterOf: (episodeId: number) => number,
): CountedLabels {
  const indexOf = new Map(labels.map((label, index) => [label, index]));
  const counts = new Float64Array(clusters * labels.length);
  const [actions, positions, reasons] = [0, 1, 2].map(() => new Split(labels.length));
  const kinds = new Map<string, string>();
  for (const [episodeId, step, label, reason, action] of tuples) {
    const index = indexOf.get(label);
    if (index === undefined) continue;
    counts[clusterOf(episodeId) * labels.length + index]++;
    actions.add(action, index);
    positions.add(step >= LAST_POSITION ? `${LAST_POSITION}+` : String(step), index);
    let kind = kinds.get(reason);
    if (kind === undefined) kinds.set(reason, (kind = reasonKind(reason)));
    reasons.add(kind, index);
  }
  return {
    n: tuples.length,
    table: { clusters, categories: labels.length, counts },
    byAction: actions.rows().sort(bySize),
    byPosition: positions.rows().sort(byNumber),
    byReason: reasons.rows().sort(bySize),
  };
}

interface LoadedSet {
  info: LabelSetInfo;
  tuples: LabelTuple[];
  /** Cluster of each episode: its problem, so that episodes on one problem are drawn together. */
  clusterOf: Map<number, number>;
  steps: number;
}

function load(ctx: ServiceContext, ids: string[]): { loaded: LoadedSet[]; problems: number } {
  const infos = new Map(listLabelSets(ctx, ids).map((info) => [info.id, info]));
  const problems = new Map<string, number>();
  const loaded = [...new Set(ids)].map((id): LoadedSet => {
    const info = infos.get(id);
    if (!info)
      throw new ServiceError(
        "not_found",
        `There is no label set ${id}. It may belong to another data directory.`,
      );
    const clusterOf = new Map<number, number>();
    let steps = 0;
    for (const [hash, episode] of selectEpisodeIds(ctx.db, info.evaluation.id)) {
      let cluster = problems.get(hash);
      if (cluster === undefined) problems.set(hash, (cluster = problems.size));
      clusterOf.set(episode.id, cluster);
      steps += episode.steps;
    }
    return { info, tuples: selectLabelTuples(ctx.db, id), clusterOf, steps };
  });
  return { loaded, problems: problems.size };
}

function cautions(loaded: LoadedSet[]): string[] {
  const said: string[] = [];
  for (const { info, tuples, steps } of loaded) {
    if (info.run.state !== "finished")
      said.push(`${info.run.name} is ${info.run.state}, not finished: its labels may be incomplete.`);
    else if (tuples.length < steps)
      said.push(`${info.run.name} left ${writeOf(steps - tuples.length, steps, "step")} without a label.`);
  }
  const evaluations = loaded.map(({ info }) => info.evaluation.id);
  if (new Set(evaluations).size < evaluations.length)
    said.push("Two of these sets label the same evaluation: together its steps are counted twice.");
  if (commonRules(loaded) === null)
    said.push("These sets were labeled by different rules: a label means another thing in each of them.");
  return said;
}

/** The rules that made all of these sets, or null. */
function commonRules(loaded: readonly LoadedSet[]): LabelRules | null {
  const [rules, ...others] = new Set(loaded.map(({ info }) => info.rules));
  return others.length === 0 ? (rules ?? null) : null;
}

/** The agreement that the labelling runs reported, over the steps of all sets; an evaluation that two sets label counts once. */
function agreementOf(loaded: readonly LoadedSet[]): RulesAgreement[] {
  const reports = new Map(loaded.map(({ info }) => [info.evaluation.id, info.agreement]));
  const rows = [...reports.values()].flat();
  const sum = (of: typeof rows, count: (row: (typeof rows)[number]) => number) =>
    of.reduce((total, row) => total + count(row), 0);
  return [...new Set(rows.map((row) => row.rules))].flatMap((rules): RulesAgreement[] => {
    const own = rows.filter((row) => row.rules === rules);
    const [roots, innocents] = [sum(own, (row) => row.roots), sum(own, (row) => row.innocents)];
    if (roots + innocents === 0) return [];
    return [
      {
        rules,
        isOwn: loaded.some(({ info }) => info.rules === rules),
        roots,
        rootsAtZero: roots === 0 ? null : sum(own, (row) => row.rootsAtZero) / roots,
        innocents,
        innocentsAtOne: innocents === 0 ? null : sum(own, (row) => row.innocentsAtOne) / innocents,
      },
    ];
  });
}

/**
 * How often each label occurs in one or several label sets, with intervals that resample whole episodes, against the shares
 * the programme's plan expects. Over several sets the episodes on one problem are resampled together.
 */
export function labelDistribution(ctx: ServiceContext, ids: string[]): LabelDistribution {
  const { loaded, problems } = load(ctx, ids);
  const all = loaded.flatMap((set) => set.tuples);
  const labels = labelValues(all);
  const clusterOf = new Map(loaded.flatMap((set) => [...set.clusterOf]));
  const cluster = (episodeId: number) => clusterOf.get(episodeId) ?? 0;
  const counted = countLabels(all, labels, problems, cluster);
  const resampled = loaded.length > 1 ? "problems with all their episodes" : "episodes";
  const { shares, mean, method } = judgeShares(counted.table, labels, resampled, commonRules(loaded));
  const steps = loaded.reduce((sum, set) => sum + set.steps, 0);
  return {
    sets: loaded.map((set) => set.info),
    n: counted.n,
    episodes: loaded.reduce((sum, set) => sum + set.info.episodes, 0),
    problems,
    unlabelled: Math.max(0, steps - counted.n),
    mean,
    labels: shares,
    method,
    byAction: counted.byAction,
    byPosition: counted.byPosition,
    byReason: counted.byReason,
    bySet: loaded.length === 1 ? [] : loaded.map((set) => ofSet(set, labels)),
    agreement: agreementOf(loaded),
    types: [...new Set(selectProblemTypes(ctx.db, ids).flatMap(typeParts))].sort(),
    cautions: cautions(loaded),
    asOf: ctx.now(),
  };
}

function ofSet({ info, tuples, clusterOf }: LoadedSet, labels: readonly number[]) {
  const own = new Map([...clusterOf.keys()].map((episodeId, index) => [episodeId, index]));
  const { n, table } = countLabels(tuples, labels, own.size, (id) => own.get(id) ?? 0);
  const { shares, mean } = judgeShares(table, labels, "episodes", info.rules);
  return { key: info.id, n, counts: shares.map((share) => share.count), mean, shares };
}
