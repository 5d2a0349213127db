import { countParams } from "#db/queries/run-table/cells.ts";
import { metricInfo } from "../../../workers/protocol/metrics.ts";
import type { FoundColumn, RunColumns, RunColumnsInput } from "../../contracts/run-table.ts";
import { columnId } from "../../contracts/run-table-columns.ts";
import type { ServiceContext } from "../context.ts";
import { countMetrics, type MetricCount } from "./catalog.ts";
import { tableOrder, type TableOrder } from "./order.ts";

function metricColumn({ metric, axis, runs }: MetricCount): FoundColumn {
  const { title, unit, better, definition } = metricInfo(metric);
  const id = columnId({ kind: "metric", metric, axis, reducer: "last" }).slice(0, -":last".length);
  return { kind: "metric", id, name: metric, axis, title, unit, better, definition, runs };
}

function paramColumns(ctx: ServiceContext, order: TableOrder): FoundColumn[] {
  const known = order.memo.get("params") as FoundColumn[] | undefined;
  if (known) return known;
  const counts = countParams(
    ctx.db,
    order.runs.map((run) => run.runId),
  );
  const columns = counts
    .map(({ name, runs }): FoundColumn => {
      const facts = {
        axis: null,
        title: name,
        unit: "",
        better: null,
        definition: "a parameter of the launch",
      };
      return { kind: "param", id: columnId({ kind: "param", name }), name, ...facts, runs };
    })
    .sort((a, b) => b.runs - a.runs || (a.name < b.name ? -1 : 1));
  order.memo.set("params", columns);
  return columns;
}

const fits = ({ name, title }: FoundColumn, find: string): boolean =>
  name.toLowerCase().includes(find) || title.toLowerCase().includes(find);

/** The columns that runs of a filter have, with how many have each. Names only: no value is read. */
export async function runColumns(ctx: ServiceContext, input: RunColumnsInput): Promise<RunColumns> {
  const order = tableOrder(ctx, { ...input, sort: [], group: null });
  const metrics = input.kinds.includes("metric")
    ? await countMetrics(
        ctx,
        order.runs.flatMap(({ attemptId }) => attemptId ?? []),
      )
    : [];
  const all = [
    ...metrics.map(metricColumn),
    ...(input.kinds.includes("param") ? paramColumns(ctx, order) : []),
  ];
  const found = all.filter((column) => fits(column, input.find.trim().toLowerCase()));
  return {
    columns: found.slice(0, input.limit),
    found: found.length,
    all: all.length,
    runs: order.runs.length,
  };
}
