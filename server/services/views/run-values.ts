import { selectCurveRuns, selectMetricNames, type CurveRunRow } from "#db/queries/views.ts";
import { selectRunParams } from "#db/queries/runs.ts";
import {
  MOST_VALUED,
  type RunValues,
  type RunValuesInput,
  type ValuedRun,
  type VariedParam,
} from "../../contracts/charts/run-values.ts";
import type { TableCell } from "../../contracts/run-table.ts";
import type { ServiceContext } from "../context.ts";
import { standingsOf } from "../comparability/standings.ts";
import { runCells } from "../run-table/cells.ts";
import { columnOf } from "../run-table/column-key.ts";
import { idsOf, variantKey, variantsOf } from "./curve-runs.ts";

export type Params = Readonly<Record<string, unknown>>;
type Value = ValuedRun["values"][number];

/** What is set; anything that is no plain value is its text. */
export function settingOf(params: Params, name: string): Value {
  const value = Object.hasOwn(params, name) ? params[name] : null;
  if (value === null || value === undefined) return null;
  return typeof value === "number" || typeof value === "string" || typeof value === "boolean"
    ? value
    : JSON.stringify(value);
}

/** Parameters of which the runs do not all have the same setting: those that most runs have first, then by name. */
export function variedParams(params: readonly Params[]): VariedParam[] {
  const names = [...new Set(params.flatMap((own) => Object.keys(own)))].toSorted();
  const varied = names.flatMap((name): VariedParam[] => {
    const all = params.map((own) => settingOf(own, name));
    if (new Set(all).size < 2) return [];
    const set = all.filter((one) => one !== null);
    const numeric = set.every((one) => typeof one === "number");
    return [{ name, settings: new Set(set).size, runs: set.length, numeric }];
  });
  return varied.toSorted((a, b) => b.runs - a.runs);
}

function valueOf(cell: TableCell): Value {
  if (cell?.kind === "param") return cell.value;
  return cell?.kind === "metric" && typeof cell.value === "number" ? cell.value : null;
}

/** What runs have in some columns of metrics and parameters; of a metric that of the latest attempt. */
export function valuesOf(
  ctx: ServiceContext,
  runs: readonly CurveRunRow[],
  columns: readonly string[],
): Value[][] {
  const cells = runCells(
    ctx,
    runs.map(({ id, attemptId, attempts }) => ({
      runId: id,
      attemptId,
      attempt: attempts > 0 ? attempts : null,
    })),
    columns.map(columnOf),
  );
  return cells.map((own) => own.map(valueOf));
}

/** The values of many runs in a few columns, with what says which of them may stand beside each other. */
export function runValues(ctx: ServiceContext, input: RunValuesInput): RunValues {
  const all = selectCurveRuns(ctx.db, idsOf(ctx, input));
  const shown = all.slice(0, MOST_VALUED);
  const ids = shown.map(({ id }) => id);
  const values = valuesOf(ctx, shown, input.columns);
  const { standingOf, ...compared } = standingsOf(ctx, shown);
  return {
    runs: shown.map((run, i) => ({
      id: run.id,
      name: run.name,
      seed: run.seed,
      variant: variantKey(run),
      state: run.state,
      standing: standingOf(run.id),
      values: values[i],
    })),
    total: all.length,
    variants: all.length > 0 ? variantsOf(ctx, all) : [],
    params: variedParams([...selectRunParams(ctx.db, ids).values()]),
    metrics: selectMetricNames(ctx.db, ids),
    ...compared,
  };
}
