import type { Db } from "#db/client.ts";
import type { ColumnRef } from "../../contracts/run-table-columns.ts";
import { askedBy, measuredOn, SEVERAL, UNRECORDED, type MeasuredOn } from "./measured-on.ts";
import { BETWEEN, type OrderedRun, type Standing } from "./table-arrange.ts";
import { isEvaluationValue, isRewardValue } from "./table-key.ts";
import { wayWords, type WayWords } from "./way-words.ts";

/** What stands between the runs of an order: what of them decides it and is not comparable between all of them. */
export interface Ranking {
  /** Values of a training reward, of several reward functions. */
  reward: boolean;
  /** Values of an evaluation, of several ways of measuring, or of known and unknown ones. */
  measured: MeasuredOn | null;
  /** Values of an evaluation, and of none of them is on record how they were measured. */
  unknown: boolean;
  /**
   * Sort keys that are values of a training reward, and of an evaluation, and those without which nothing ranks a run, as bits
   * of a run's `valued`.
   */
  keys: { reward: number; evaluation: number; any: number };
}

const bitsOf = (columns: readonly ColumnRef[], is: (column: ColumnRef) => boolean): number =>
  columns.reduce((bits, column, i) => (is(column) ? bits | (1 << i) : bits), 0);

/** What of the sort keys ranks nothing between some of the runs that have a value for it. */
export function rankingOf(db: Db, sortedBy: readonly ColumnRef[], runs: readonly OrderedRun[]): Ranking {
  const [reward, evaluation] = [bitsOf(sortedBy, isRewardValue), bitsOf(sortedBy, isEvaluationValue)];
  // A name behind a value only decides between equal ones.
  const keys = { reward, evaluation, any: reward | evaluation | 1 };
  const having = (bits: number) => runs.filter(({ valued }) => (valued & bits) !== 0);
  // A key that no run has a value of decides nothing, and neither does how its values would have been measured.
  const asked = askedBy(sortedBy.filter((_, i) => having(1 << i).length > 0));
  const evaluated = asked === null ? [] : having(keys.evaluation);
  const measured = asked && measuredOn(db, evaluated, asked);
  const ways = new Set(evaluated.map(({ attemptId }) => measured?.wayOf.get(attemptId ?? "") ?? null));
  const unknown = ways.size === 1 && ways.has(null);
  const apart = ways.size > 1 || ways.has(SEVERAL) || ways.has(UNRECORDED);
  return {
    reward: new Set(having(keys.reward).map(({ rewardHash }) => rewardHash)).size > 1,
    measured: apart ? measured : null,
    unknown,
    keys,
  };
}

/** It sent values, and no evaluation of it is on record. */
const UNKNOWN = "unknown";

/** How the runs of an order stand in it; null where nothing stands between them. */
export function standingIn({ reward, measured, keys }: Ranking): ((run: OrderedRun) => Standing) | null {
  if (!reward && measured === null) return null;
  return ({ rewardHash, attemptId, valued }) => {
    const ofReward = reward && (valued & keys.reward) !== 0;
    const ofEvaluation = measured !== null && (valued & keys.evaluation) !== 0;
    if ((valued & keys.any) === 0) return { kind: "empty", as: "" };
    const way = ofEvaluation ? (measured.wayOf.get(attemptId ?? "") ?? UNKNOWN) : "";
    if (ofEvaluation && !measured.ways.has(way)) return { kind: "unranked", as: way };
    return { kind: "ranked", as: (ofReward ? rewardHash : "") + BETWEEN + way };
  };
}

/** The ways of measuring that stand apart in an order, in words. */
export const waysApart = (db: Db, { measured }: Ranking): Map<string, WayWords> =>
  measured === null ? new Map() : wayWords(db, measured);

function whyUnranked(as: string, reward: boolean, measured: boolean): string {
  if (as === UNKNOWN) return "no evaluation on record";
  if (as === UNRECORDED) return "values that no evaluation on record has";
  if (as === SEVERAL) return "measured in several ways";
  const mixed = [...(reward ? ["reward functions"] : []), ...(measured ? ["ways of measuring"] : [])];
  return `groups that mix ${mixed.join(" or ")}`;
}

/** What the runs of a part share, in words, and all that can be said of it; of a part that ranks nothing, why. */
export function partHead(
  { reward, measured }: Ranking,
  { kind, as }: Standing,
  ways: ReadonlyMap<string, WayWords>,
  rewardWords: (hash: string) => string,
): { head: string; tip: string } {
  const plain = (head: string) => ({ head, tip: head });
  if (kind === "empty") return plain("no finite value to be ranked by");
  if (kind === "unranked") return plain(whyUnranked(as, reward, measured !== null));
  const [rewardHash, way] = as.split(BETWEEN);
  const known = ways.get(way);
  const rewards = rewardHash === "" ? [] : [`reward function ${rewardWords(rewardHash)}`];
  if (reward && rewardHash === "") rewards.push("no finite training reward");
  const measuring = (words: string | undefined) => {
    if (measured === null) return [];
    return [
      way === ""
        ? "no finite value of an evaluation"
        : `measured on ${words ?? "problems that are no longer on record"}`,
    ];
  };
  return {
    head: [...rewards, ...measuring(known?.apart)].join(", "),
    tip: [...rewards, ...measuring(known?.whole)].join(", "),
  };
}
