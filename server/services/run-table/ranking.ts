import type { Db } from "#db/client.ts";
import { isDefinedByProtocol } from "../../../workers/protocol/metrics/metric-kinds.ts";
import type { ColumnRef, MetricColumn } from "../../contracts/run-table-columns.ts";
import { judge, treatmentsAmong, type Judgement, type Ranked, type Unranked } from "../../checks/judge.ts";
import type { ValueOnRecord, Way } from "../../contracts/on-record.ts";
import { protocolFor, tellApart, wayKey, waysInWords, type Side } from "../../checks/on-record.ts";
import { columnOnRecord, treatmentsOf, type JudgedRun } from "../comparability/values.ts";
import { BETWEEN, type OrderedRun, type Standing } from "./arrange.ts";
import { isEvaluationValue, isRewardValue, shareMetric } from "./column-key.ts";

/** A sort key whose values are not all of one quantity, and where each run stands in it. */
interface Apart {
  column: MetricColumn;
  /** The key's bit in a run's `valued`. */
  bit: number;
  kind: "reward" | "evaluation";
  /** The rules that forbid one order of all; none where too little is on record for one. */
  rules: string[];
  /** By run: the token of those that it may be ranked with, or why it may be with none. */
  tokenOf: ReadonlyMap<string, string>;
  whyOf: ReadonlyMap<string, Unranked["why"]>;
  /** What runs with a token share, in words. */
  words: ReadonlyMap<string, { apart: string; whole: string }>;
}

/** What stands between the runs of an order: what of them decides it and is not comparable between all of them. */
export interface Ranking {
  apart: Apart[];
  /** A key of an evaluation of which nothing is on record for any run. */
  unknown: boolean;
  /** Sort keys without a value of which nothing ranks a run, as bits of its `valued`. */
  any: number;
  /** What sets the policies of ranked runs apart besides the values: sentences, each with its rule. */
  treatments: string[];
}

const bitsOf = (columns: readonly ColumnRef[], is: (column: ColumnRef) => boolean): number =>
  columns.reduce((bits, column, i) => (is(column) ? bits | (1 << i) : bits), 0);

const sidesOf = (runs: readonly JudgedRun[], of: (run: JudgedRun) => ValueOnRecord): Side[] =>
  runs.map((run) => ({ name: run.runId, of: [of(run)] }));

const tokenOf = ({ shared }: Ranked): string => [...shared.values()].map(({ key }) => key).join(" ");

function wordsOf({ column, kind }: Pick<Apart, "column" | "kind">, ranked: Ranked[], sides: Side[]) {
  const first = (group: Ranked) => sides[group.sides[0]].of[0];
  if (kind === "evaluation") {
    const withDefinition = isDefinedByProtocol(column.metric);
    const measuredFor = (way: Way): Way => ({ ...way, protocol: protocolFor(way, column.metric) });
    const ways = waysInWords(
      sides.flatMap(({ of: [value] }) => value.ways.map(measuredFor)),
      withDefinition,
    );
    return new Map(
      ranked.flatMap((group) => {
        const [way] = first(group).ways;
        const words = way && ways.get(wayKey(measuredFor(way), withDefinition));
        return words ? [[tokenOf(group), words] as const] : [];
      }),
    );
  }
  const named = tellApart(ranked.flatMap(({ shared }) => [...shared.values()]));
  return new Map(
    ranked.map((group) => {
      const words = [...group.shared.values()].map(({ key }) => named.get(key)).join(", ");
      return [tokenOf(group), { apart: words, whole: words }] as const;
    }),
  );
}

function apartIn(
  column: MetricColumn,
  bit: number,
  runs: readonly JudgedRun[],
  sides: Side[],
  { ranked, unranked, findings }: Judgement,
): Apart | null {
  if (ranked.length + unranked.length < 2 && unranked.length === 0) return null;
  const kind = isEvaluationValue(column) ? "evaluation" : "reward";
  return {
    column,
    bit,
    kind,
    rules: findings.map(({ rule }) => rule),
    tokenOf: new Map(
      ranked.flatMap((group) => group.sides.map((i) => [runs[i].runId, tokenOf(group)] as const)),
    ),
    whyOf: new Map(unranked.flatMap(({ sides: of, why }) => of.map((i) => [runs[i].runId, why] as const))),
    words: wordsOf({ column, kind }, ranked, sides),
  };
}

/** What stands among the policies of runs that are ranked: their values may be ordered all the same. */
function treatmentsIn(db: Db, runs: readonly OrderedRun[]): string[] {
  const known = treatmentsOf(
    db,
    runs.flatMap(({ attemptId }) => attemptId ?? []),
  );
  const sides = sidesOf(runs, ({ runId, attemptId }) => ({
    runId,
    reward: { raw: SAME, shaped: SAME },
    ways: [],
    statedProblems: null,
    runProtocol: null,
    unrecorded: false,
    ...(known.get(attemptId ?? "") ?? { trainSteps: [], startWeights: [], seenNames: [] }),
  }));
  return treatmentsAmong(sides);
}
const SAME = { key: "", words: "" };

/** What of the sort keys ranks nothing between some of the runs that have a value for it. */
export function rankingOf(db: Db, sortedBy: readonly ColumnRef[], runs: readonly OrderedRun[]): Ranking {
  const judged = (column: ColumnRef): column is MetricColumn =>
    isRewardValue(column) || isEvaluationValue(column);
  // A name behind a value only decides between equal ones.
  const ranking: Ranking = { apart: [], unknown: false, any: bitsOf(sortedBy, judged) | 1, treatments: [] };
  sortedBy.forEach((column, i) => {
    if (!judged(column)) return;
    // A key that no run has a value of decides nothing, and neither does how its values would have been measured.
    const having = runs.filter(({ valued }) => (valued & (1 << i)) !== 0);
    if (having.length === 0) return;
    const sides = sidesOf(having, columnOnRecord(db, having, column, shareMetric(column) !== null));
    const judgement = judge(column.metric, sides);
    const apart = apartIn(column, 1 << i, having, sides, judgement);
    if (apart) ranking.apart.push(apart);
    if (!apart && judgement.notLogged.some(({ sides: of }) => of.length === having.length))
      ranking.unknown = true;
    if (i === 0 && having.length > 1) ranking.treatments = treatmentsIn(db, having);
  });
  return ranking;
}

/** How the runs of an order stand in it; null where nothing stands between them. */
export function standingIn({ apart, any }: Ranking): ((run: OrderedRun) => Standing) | null {
  if (apart.length === 0) return null;
  return ({ runId, valued }) => {
    if ((valued & any) === 0) return { kind: "empty", as: "" };
    for (const { bit, whyOf } of apart) {
      const why = (valued & bit) === 0 ? undefined : whyOf.get(runId);
      if (why !== undefined) return { kind: "unranked", as: why };
    }
    const tokens = apart.map(({ bit, tokenOf: of }) => ((valued & bit) === 0 ? "" : (of.get(runId) ?? "")));
    return { kind: "ranked", as: tokens.join(BETWEEN) };
  };
}

const WHY: Record<Unranked["why"], string> = {
  unknown: "no evaluation on record",
  partly: "values that no evaluation on record has",
  several: "measured in several ways",
};

/** Which kinds of values stand apart in an order. */
export const kindsApart = ({ apart }: Pick<Ranking, "apart">) => ({
  reward: apart.some(({ kind }) => kind === "reward"),
  measured: apart.some(({ kind }) => kind === "evaluation"),
});

function whyUnranked(as: string, ranking: Pick<Ranking, "apart">): string {
  if (Object.hasOwn(WHY, as)) return WHY[as as Unranked["why"]];
  const { reward, measured } = kindsApart(ranking);
  const mixed = [...(reward ? ["reward functions"] : []), ...(measured ? ["ways of measuring"] : [])];
  return `groups that mix ${mixed.join(" or ")}`;
}

/** What the runs of a part share, in words, and all that can be said of it; of a part that ranks nothing, why. */
export function partHead(ranking: Ranking, { kind, as }: Standing): { head: string; tip: string } {
  const plain = (head: string) => ({ head, tip: head });
  if (kind === "empty") return plain("no finite value to be ranked by");
  if (kind === "unranked") return plain(whyUnranked(as, ranking));
  const tokens = as.split(BETWEEN);
  const told = ranking.apart.map((one, i) => {
    const words = one.words.get(tokens[i]);
    if (tokens[i] === "" || !words)
      return plain(one.kind === "reward" ? "no finite training reward" : "no finite value of an evaluation");
    const begin = one.kind === "reward" ? "reward function" : "measured on";
    return { head: `${begin} ${words.apart}`, tip: `${begin} ${words.whole}` };
  });
  // Two keys of the same evaluations share one way of measuring.
  const ofReward = told.filter((_, i) => ranking.apart[i].kind === "reward");
  const once = (read: (one: { head: string; tip: string }) => string) =>
    [...new Set([...ofReward, ...told].map(read))].join(", ");
  return { head: once((one) => one.head), tip: once((one) => one.tip) };
}
