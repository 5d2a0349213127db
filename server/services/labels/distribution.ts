import { selectEpisodeIds } from "#db/queries/episodes.ts";
import { selectLabelTuples, type LabelTuple } from "#db/queries/labels.ts";
import { selectProblemTypes } from "#db/queries/labelled-steps.ts";
import type { LabelDistribution, LabelSetInfo } from "../../contracts/prm.ts";
import { typeParts } from "../../contracts/problem-type.ts";
import { ServiceError } from "../../errors.ts";
import type { ServiceContext } from "../context.ts";
import { writeOf } from "../../wording/counts.ts";
import { countLabels, labelValues } from "./count-labels.ts";
import { judgeShares } from "./judge-shares.ts";
import { listLabelSets } from "./list.ts";

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
  return said;
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
  const { shares, mean, method } = judgeShares(counted.table, labels, resampled);
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
    types: [...new Set(selectProblemTypes(ctx.db, ids).flatMap(typeParts))].sort(),
    cautions: cautions(loaded),
    asOf: ctx.now(),
  };
}

function ofSet({ info, tuples, clusterOf }: LoadedSet, labels: readonly number[]) {
  const own = new Map([...clusterOf.keys()].map((episodeId, index) => [episodeId, index]));
  const { n, table } = countLabels(tuples, labels, own.size, (id) => own.get(id) ?? 0);
  const { shares, mean } = judgeShares(table, labels, "episodes");
  return { key: info.id, n, counts: shares.map((share) => share.count), mean, shares };
}
