import type { TrainStepRecord } from "../../lab/algo/train-on-groups.ts";
import { type GroupsEvent, toWire } from "../../protocol/events.ts";
import type { Values } from "../reporter.ts";

const GROUPS_SHOWN = 16;

/**
 * The metrics of one train step; what no update measured is left out. `hidesDead`: the loss sees more than the raw reward, so
 * groups that are dead for the verifier may differ all the same.
 */
export function trainingValues(
  { statistics, updates, meanPrm, rescaling }: TrainStepRecord,
  hidesDead: boolean,
): Values {
  return {
    "reward/raw": statistics.meanRaw,
    "reward/shaped": statistics.meanShaped,
    ...(meanPrm !== null && { "reward/prm": meanPrm }),
    "group/std": statistics.std,
    "group/std_p10": statistics.stdP10,
    "group/std_p50": statistics.stdP50,
    "group/std_p90": statistics.stdP90,
    "group/zero_share": statistics.zeroShare,
    "group/all_solved_share": statistics.allSolvedShare,
    "group/all_failed_share": statistics.allFailedShare,
    ...(hidesDead && {
      "group/zero_share_raw": statistics.zeroShareRaw,
      "group/all_solved_share_raw": statistics.allSolvedShareRaw,
    }),
    ...(rescaling && {
      "dgro/beta_reward": rescaling.beta,
      "dgro/baseline": rescaling.baseline,
      "dgro/noise_branch": rescaling.noisyShare,
    }),
    ...(updates && {
      "policy/entropy": updates.entropy,
      "optim/grad_norm": updates.gradNorm,
      ...(updates.clipShare !== null && { "policy/clip_share": updates.clipShare }),
      ...(updates.kl !== null && { "policy/kl": updates.kl }),
    }),
  };
}

/** One line of the log per train step: what a person who tails it wants to see move. */
export function stepLine(
  { trainStep, statistics, updates, episodeCount, meanPrm }: TrainStepRecord,
  total: number,
  seconds: number,
): string {
  const { meanRaw, std, zeroShare } = statistics;
  const scored = meanPrm === null ? "" : ` prm ${meanPrm.toFixed(3)}`;
  const learned = updates
    ? ` kl ${updates.kl === null ? "off" : updates.kl.toFixed(4)} entropy ${updates.entropy.toFixed(3)} grad ${updates.gradNorm.toFixed(3)}`
    : " no update: no group had a gradient";
  return `step ${trainStep}/${total} reward ${meanRaw.toFixed(3)}${scored} group_std ${std.toFixed(3)} zero_var ${zeroShare.toFixed(2)}${learned} ${Math.round(episodeCount / seconds)} episodes/s`;
}

/** The first groups drawn in a step: prompts are drawn at random, so these are a random sample. */
export function groupsEvent({ trainStep, groups }: TrainStepRecord): GroupsEvent {
  return {
    t: "groups",
    at: Date.now(),
    step: trainStep,
    drawn: groups.length,
    groups: groups
      .slice(0, GROUPS_SHOWN)
      .map(({ problem, shaped }) => ({ key: problem.key, rewards: shaped.map(toWire) })),
  };
}
