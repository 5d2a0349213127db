import { curvesHref } from "#components/search-params/curves.ts";
import { runSearchHref } from "#components/search-params/runs.ts";
import { WriteReport } from "#components/reports/write-report.tsx";
import { ExportParquet } from "#components/runs/export-parquet.tsx";
import { LinkButton } from "#components/ui/controls/link-button.tsx";
import type { AblationTable } from "#server/contracts/experiment.ts";
import { AddRuns } from "./add-runs.tsx";
import { StopAll } from "./stop-all.tsx";

interface ExperimentActionsProps {
  id: string;
  title: string;
  /** How many runs are in each state. */
  states: Record<string, number>;
  /** Its runs train elsewhere, so that none is launched here. */
  isExternal: boolean;
  table: AblationTable;
  /** The metric that its claims are for. */
  metric: string | null;
}

/** What can be done with an experiment. */
export function ExperimentActions({ id, title, states, isExternal, table, metric }: ExperimentActionsProps) {
  return (
    <>
      <StopAll experimentId={id} title={title} states={states} />
      <WriteReport experimentId={id} />
      <ExportParquet of="experiments" id={id} />
      <LinkButton href={runSearchHref("/runs", { experiment: id })}>Runs</LinkButton>
      <LinkButton href={curvesHref("/runs/curves", { experiment: id })}>Curves of all runs</LinkButton>
      {isExternal ? (
        <LinkButton href="/connect">Connect</LinkButton>
      ) : (
        <AddRuns id={id} table={table} metric={metric} />
      )}
    </>
  );
}
