import type { SelectOption } from "#components/ui/controls/select.tsx";
import { REDUCER_WORDS } from "#components/run-table/column-words.ts";
import type { RunValues } from "#server/contracts/charts/run-values.ts";
import { LEAD_METRICS, metricInfo, OVERALL_METRICS } from "#server/contracts/metrics.ts";
import { columnId, DEFAULT_AXIS, parseColumnId, type Reducer } from "#server/contracts/run-table-columns.ts";

/** What of a series stands for its run. */
export const REDUCED = (["last", "best", "min", "max", "mean"] as const).map((value) => ({
  value,
  label: REDUCER_WORDS[value],
}));

const LED_BY: readonly string[] = [...LEAD_METRICS, ...OVERALL_METRICS, "reward/raw"];

const metricColumn = (metric: string, reducer: Reducer = "last"): string =>
  columnId({ kind: "metric", metric, axis: DEFAULT_AXIS, reducer });

type Known = Pick<RunValues, "params" | "metrics">;

/** The outcome that is looked at first: what most is told by, else the first metric. */
export function firstOutcome({ metrics }: Pick<Known, "metrics">): string | null {
  const metric = LED_BY.find((one) => metrics.includes(one)) ?? metrics[0];
  return metric === undefined ? null : metricColumn(metric);
}

/** Parameters with several settings that as many runs have as any: what is drawn first leaves out the fewest. */
function shared({ params }: Pick<Known, "params">) {
  const several = params.filter(({ settings }) => settings > 1);
  const most = Math.max(0, ...several.map(({ runs }) => runs));
  return several.filter(({ runs }) => runs === most);
}

/** What is drawn along x first: a number that varies, else anything that does, else another metric. */
export function firstAcross({ params, metrics }: Known, outcome: string | null): string | null {
  const first = shared({ params });
  const param = first.find(({ numeric }) => numeric) ?? first[0];
  if (param) return columnId({ kind: "param", name: param.name });
  const metric = metrics.map((one) => metricColumn(one)).find((id) => id !== outcome);
  return metric ?? outcome;
}

const FIRST_AXES = 5;

/** Axes that are drawn first: what varies, and the outcome at the right. */
export const firstAxes = ({ params }: Pick<Known, "params">, outcome: string | null): string[] => [
  ...shared({ params })
    .slice(0, FIRST_AXES)
    .map(({ name }) => columnId({ kind: "param", name })),
  ...(outcome === null ? [] : [outcome]),
];

/** A column as an axis is called: a parameter by its name, a metric by its title and what of it stands for the run. */
export function columnFacts(id: string): { id: string; title: string; unit: string } {
  const column = parseColumnId(id);
  if (column?.kind !== "metric") return { id, title: column?.kind === "param" ? column.name : id, unit: "" };
  const { title, unit } = metricInfo(column.metric);
  const label = REDUCED.find(({ value }) => value === column.reducer)?.label ?? column.reducer;
  return { id, title: column.reducer === "last" ? title : `${title}, ${label}`, unit };
}

/** Every column that may be chosen, the varied parameters first; one that the address names is among them. */
export function columnOptions(
  { params, metrics }: Known,
  chosen: string | null,
  only?: "metric",
): SelectOption[] {
  const reduced = reducerOf(chosen);
  const options = [
    ...(only ? [] : params.map(({ name }) => ({ value: columnId({ kind: "param", name }), label: name }))),
    ...metrics.map((metric) => ({ value: metricColumn(metric, reduced), label: metricInfo(metric).title })),
  ];
  if (chosen === null || options.some(({ value }) => value === chosen)) return options;
  return [{ value: chosen, label: columnFacts(chosen).title }, ...options];
}

/** The metric of a column, where it is one. */
export function metricOf(id: string | null): string | null {
  const column = id === null ? null : parseColumnId(id);
  return column?.kind === "metric" ? column.metric : null;
}

export function reducerOf(id: string | null): Reducer {
  const column = id === null ? null : parseColumnId(id);
  return column?.kind === "metric" ? column.reducer : "last";
}

/** The same metric, reduced otherwise; a parameter stays as it is. */
export function withReducer(id: string, reducer: Reducer): string {
  const column = parseColumnId(id);
  return column?.kind === "metric" ? columnId({ ...column, reducer }) : id;
}
