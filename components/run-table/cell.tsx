import type { ReactNode } from "react";
import { IntervalCell, RateCell } from "#components/ui/tables/rate-cell.tsx";
import { type EstimateColumn, roomOf } from "#components/ui/tables/estimate-column.ts";
import { Value } from "#components/ui/marks/value.tsx";
import { VisuallyHidden } from "#components/ui/visually-hidden.tsx";
import type {
  GroupCell,
  GroupValues,
  MetricCell,
  NonFiniteWord,
  ParamCell,
  TableCell,
} from "#server/contracts/run-table.ts";
import { metricInfo } from "#server/contracts/metrics.ts";
import { parseColumnId, type MetricColumn } from "#server/contracts/run-table-columns.ts";
import { writePlace, writeShared } from "#server/wording/charts/axes.ts";
import { countOf, writeCount, writeOf } from "#server/wording/counts.ts";
import { writeTyped } from "#server/wording/typed.ts";
import { hasInterval } from "../search-params/arranged-columns.ts";
import { REDUCER_WORDS } from "./column-words.ts";
import { finiteWords, leftOut } from "./left-out.ts";

const SHARES: [number, number] = [0, 1];
/** Room for the interval of any share but one whose ends are both 100. */
const SHARE_COLUMN: EstimateColumn = { decimals: null, room: roomOf(["[10.0, 100.0]"]) };

const toNumber = (value: number | NonFiniteWord | null): number | null =>
  typeof value === "string" ? Number(value) : value;

/** Counts and x are whole where they can be; a share is written in per cent. */
function kindOf({ metric, reducer }: MetricColumn, value: number | null) {
  if (["n", "at", "best_at"].includes(reducer)) return Number.isInteger(value) ? "count" : "number";
  return metricInfo(metric).unit === "share" ? "share" : "number";
}

/** A value that shares its x with others says so before the number: so the digits of the column stay below each other. */
function withShared({ axis }: MetricColumn, { sharedX, x }: MetricCell, shown: ReactNode) {
  if (sharedX === undefined || x === null) return shown;
  return (
    <>
      <span className="table-attempt" aria-hidden="true">
        {countOf(sharedX, "value")}
      </span>{" "}
      {shown}
      <span className="table-said">
        <VisuallyHidden>, one of {writeShared(sharedX, axis, x)}</VisuallyHidden>
      </span>
    </>
  );
}

function ofMetric(column: MetricColumn, cell: MetricCell) {
  const shown = withShared(column, cell, valueOf(column, cell));
  if (cell.attempt === null) return shown;
  return (
    <>
      <span className="table-attempt" aria-hidden="true">
        attempt {cell.attempt}
      </span>{" "}
      {shown}
      <span className="table-said">
        <VisuallyHidden>, {attemptWords(cell)}</VisuallyHidden>
      </span>
    </>
  );
}

/** Of which attempt a value is, or which one sent none. */
const attemptWords = ({ attempt, n }: MetricCell): string =>
  n === 0 ? `attempt ${attempt} sent none` : `of attempt ${attempt} alone`;

function valueOf(column: MetricColumn, cell: MetricCell) {
  const value = toNumber(cell.value);
  if (cell.share && value !== null && Number.isFinite(value))
    return (
      <>
        <RateCell count={cell.share.hits} n={cell.share.n} interval={cell.share} column={SHARE_COLUMN} />
        <Glyph value={value} {...cell.share} />
      </>
    );
  return withLeftOut(column, cell, <Value value={value} kind={kindOf(column, value)} />);
}

/** The interval of a share from 0 to 100 %, where the window has room; in words it stands beside it. */
function Glyph({ value, low, high }: { value: number; low: number | null; high: number | null }) {
  return (
    <span className="table-glyph">
      <IntervalCell
        value={value}
        interval={low === null || high === null ? null : { low, high }}
        domain={SHARES}
        verdict="untested"
      />
    </span>
  );
}

/** Where nothing is drawn: so the dash stands where numbers do. */
const NoGlyph = () => <span className="table-glyph" aria-hidden="true" />;

/** A value with a mark of what it passes over, before the number: so the digits of the column stay below each other. */
function withLeftOut(column: MetricColumn, cell: MetricCell | GroupCell, shown: ReactNode) {
  const out = leftOut(column, cell);
  if (!out) return shown;
  return (
    <>
      <span className="table-left-out" aria-hidden="true">
        {out.mark}
      </span>{" "}
      {shown}
      <span className="table-said">
        <VisuallyHidden>, {finiteWords(column, cell, out)}</VisuallyHidden>
      </span>
    </>
  );
}

function ofGroup(column: MetricColumn, cell: GroupCell) {
  if (cell.refused) return <span className="muted">{cell.refused}</span>;
  const { mean, low, high, n, of } = cell;
  const hasGlyph = mean !== null && hasInterval(column);
  return withLeftOut(
    column,
    cell,
    <>
      <Value
        value={mean}
        kind={kindOf(column, mean)}
        interval={low === null || high === null ? null : { low, high }}
        // In words, since beside it stands a column whose n is of problems.
        column={hasInterval(column) ? SHARE_COLUMN : undefined}
        nText={mean !== null && (low === null || n < of) ? countOf(n, "run") : undefined}
      />
      {hasGlyph ? <Glyph value={mean} low={low} high={high} /> : hasInterval(column) ? <NoGlyph /> : null}
    </>,
  );
}

function ofValues({ values, only }: GroupValues) {
  return values > 1 ? <span className="muted">{countOf(values, "value")}</span> : ofParam({ value: only });
}

/** As a filter would name it. */
const ofParam = ({ value }: Pick<ParamCell, "value"> | { value: GroupValues["only"] }) =>
  typeof value === "number" ? writeTyped(value) : String(value);

/** What stands in a column of a metric or a parameter; nothing while it is being fetched. */
export function RunTableCell({ column: id, cell }: { column: string; cell: TableCell | undefined }) {
  const column = parseColumnId(id);
  if (cell === undefined) return null;
  if (cell === null)
    return hasInterval(column) ? (
      <>
        <Value value={null} column={SHARE_COLUMN} />
        <NoGlyph />
      </>
    ) : (
      <Value value={null} />
    );
  if (cell.kind === "param") return <>{ofParam(cell)}</>;
  if (cell.kind === "values") return <>{ofValues(cell)}</>;
  if (column?.kind !== "metric") return null;
  return cell.kind === "group" ? ofGroup(column, cell) : ofMetric(column, cell);
}

/** What stands behind the number of a cell: how many points or runs, and where it was measured. */
export function cellTip(id: string, cell: TableCell | undefined): string | undefined {
  const column = parseColumnId(id);
  if (!cell || column?.kind !== "metric") return undefined;
  if (cell.kind === "group")
    return [
      cell.method,
      `${writeOf(cell.n, cell.of, "run")} have a finite value`,
      ...(cell.resumed > 0 ? [`of ${writeCount(cell.resumed)} of them only the latest attempt counts`] : []),
      ...(leftOut(column, cell)?.words ?? []),
    ].join("; ");
  if (cell.kind !== "metric") return undefined;
  const words = pointWords(column, cell);
  return cell.attempt === null ? words : [...(cell.n === 0 ? [] : [words]), attemptWords(cell)].join("; ");
}

const intervalWords = ({ families, low }: NonNullable<MetricCell["share"]>): string => {
  if (families === null) return "Wilson interval";
  return low === null
    ? `${countOf(families, "family", "families")}, too few for an interval`
    : `interval by ${countOf(families, "family", "families")}`;
};

function pointWords(column: MetricColumn, cell: MetricCell): string {
  const where =
    cell.x === null || column.reducer === "at" || column.reducer === "best_at"
      ? ""
      : ` at ${column.axis} ${writePlace(cell.x)}`;
  const shared =
    cell.sharedX === undefined || cell.x === null
      ? ""
      : `, one of ${writeShared(cell.sharedX, column.axis, cell.x)}`;
  const out = leftOut(column, cell);
  if (out) return finiteWords(column, cell, out, ` of ${countOf(cell.n, "point")}${shared || where}`);
  const { nan, posInf, negInf } = cell.nonFinite ?? { nan: 0, posInf: 0, negInf: 0 };
  const notFinite = nan + posInf + negInf;
  const bad = notFinite === 0 ? "" : `, ${writeCount(notFinite)} of them not finite`;
  const problems = cell.share
    ? `; ${writeOf(cell.share.hits, cell.share.n, "problem")}, ${intervalWords(cell.share)}`
    : "";
  return `${REDUCER_WORDS[column.reducer]} of ${countOf(cell.n, "point")}${shared || where}${bad}${problems}`;
}
