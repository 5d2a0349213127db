import type { Db } from "#db/client.ts";
import {
  selectMeasured,
  selectMeasuredAtLast,
  selectUnrecorded,
  selectWithoutPoints,
  type MeasuredRow,
} from "#db/queries/run-table-cells.ts";
import { isDefinedByProtocol } from "../../../workers/protocol/metrics.ts";
import { OVER_WHOLE_SERIES, type ColumnRef, type MetricColumn } from "../../contracts/run-table-columns.ts";
import { measuredProblemsHash } from "../evaluations/measured-problems.ts";
import { countOf, plural, writeCount } from "../../wording/counts.ts";
import { isEvaluationValue, shareField } from "./table-key.ts";

/** What decides whether two values of an evaluation may be compared. */
export interface Asked extends Pick<MeasuredOn, "da"> {
  /** The value may come from any evaluation of an attempt and not from the latest alone. */
  whole: boolean;
  /** Of which series the values are. */
  series: readonly Pick<MetricColumn, "metric" | "axis">[];
}

/** In which ways attempts were measured: on which problems, by which protocol. */
export interface MeasuredOn {
  /**
   * By attempt; one without an evaluation on record is left out. `SEVERAL` where its evaluations were not made in one way,
   * `UNRECORDED` where it sent values that none of them has.
   */
  wayOf: ReadonlyMap<string, string>;
  /** An evaluation made in this way: of a whole population where there is one, so that it is called the same in every order. */
  ways: ReadonlyMap<string, Made>;
  /** How DA was counted is part of a way. */
  da: boolean;
}

export const SEVERAL = "several";
export const UNRECORDED = "unrecorded";
export const NOT_MEASURED: MeasuredOn = { wayOf: new Map(), ways: new Map(), da: false };

/** What has to be known of runs to compare them by these columns; null where none is an outcome of an evaluation. */
export function askedBy(columns: readonly ColumnRef[]): Asked | null {
  const values = columns.filter(isEvaluationValue) as MetricColumn[];
  if (values.length === 0) return null;
  return {
    da: values.some(({ metric }) => isDefinedByProtocol(metric)),
    whole: values.some(({ reducer }) => OVER_WHOLE_SERIES.has(reducer)),
    series: values.map(({ metric, axis }) => ({ metric, axis })),
  };
}

/** An evaluation, the way in which it was made, and the identity of the problems that it has. */
export interface Made extends Omit<MeasuredRow, "protocol"> {
  way: string;
  problems: string;
}

/** The way of each evaluation. With `da` how DA was counted is part of it. */
export const withWays = (db: Db, rows: readonly MeasuredRow[], da: boolean): Made[] =>
  rows.map(({ protocol, ...row }) => {
    const problems = measuredProblemsHash(db, row);
    return { ...row, problems, way: [problems, protocol, ...(da ? [row.daDefinition] : [])].join(" ") };
  });

const isPlainer = (a: Made, b: Made): boolean =>
  a.partial === b.partial ? a.populationHash < b.populationHash : b.partial;

/** The ways of some evaluations, each with the one of them that it is called after. */
export function waysAmong(made: readonly Made[]): Map<string, Made> {
  const ways = new Map<string, Made>();
  for (const one of made) {
    const known = ways.get(one.way);
    if (known === undefined || isPlainer(one, known)) ways.set(one.way, one);
  }
  return ways;
}

/** The evaluations that the last values of a metric are of. A share that no point was sent of is read off the latest one. */
function behindLast(db: Db, attemptIds: readonly string[], one: Asked["series"][number]): MeasuredRow[] {
  const sent = selectMeasuredAtLast(db, attemptIds, one);
  if (shareField({ ...one, reducer: "last" }) === null) return sent;
  return [...sent, ...selectMeasured(db, selectWithoutPoints(db, attemptIds, one), true)];
}

/** On which problems and by which protocol the attempts of some runs were measured. */
export function measuredOn(
  db: Db,
  runs: readonly { attemptId: string | null }[],
  { da, whole, series }: Asked,
): MeasuredOn {
  const attemptIds = runs.flatMap(({ attemptId }) => attemptId ?? []);
  const rows = whole
    ? selectMeasured(db, attemptIds, false)
    : series.flatMap((one) => behindLast(db, attemptIds, one));
  const made = withWays(db, rows, da);
  const wayOf = new Map<string, string>();
  for (const { attemptId, way } of made) {
    const before = wayOf.get(attemptId);
    wayOf.set(attemptId, before === undefined || before === way ? way : SEVERAL);
  }
  for (const one of series)
    for (const { attemptId, evaluated } of selectUnrecorded(db, attemptIds, one, whole))
      if (evaluated) wayOf.set(attemptId, UNRECORDED);
  return { wayOf, ways: waysAmong(made), da };
}

/** Why a mean over these runs' values of an evaluation says nothing, or null where it does; all of them have a value. */
export function whyIncomparable(
  runs: readonly { attemptId: string | null }[],
  { wayOf }: Pick<MeasuredOn, "wayOf">,
): string | null {
  const known = runs.flatMap(({ attemptId }) => wayOf.get(attemptId ?? "") ?? []);
  if (known.includes(SEVERAL)) return "runs that were each measured in several ways";
  if (known.includes(UNRECORDED)) return "runs with values that no evaluation on record has";
  const ways = new Set(known).size;
  if (ways > 1) return `measured in ${ways} ways (problems or protocol)`;
  const unknown = runs.length - known.length;
  return ways === 1 && unknown > 0
    ? `of ${countOf(runs.length, "run")} ${writeCount(unknown)} ${plural(unknown, "has", "have")} no evaluation on record`
    : null;
}
