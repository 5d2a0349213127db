"use client";

import { later } from "#components/ui/later.tsx";
import type { RunDetail } from "#server/contracts/run.ts";
import type { RunPanelsSearch, RunTab } from "../search-params/runs.ts";
import { RunCharts } from "./run-charts.tsx";
import { RunLog } from "./run-log.tsx";

/** Most visits look at the charts; what another tab shows comes with it. */
const HEIGHT = 500;
const Config = later(async () => (await import("./run-config.tsx")).RunConfig, "the configuration", HEIGHT);
const ConfigOfExternal = later(
  async () => (await import("#components/external/external-config.tsx")).ExternalConfig,
  "the configuration",
  HEIGHT,
);
const Evaluations = later(
  async () => (await import("./run-evaluations.tsx")).RunEvaluations,
  "the evaluations",
  HEIGHT,
);
const Artifacts = later(
  async () => (await import("./attempts/run-artifacts.tsx")).RunArtifacts,
  "the artifacts",
  HEIGHT,
);
const Media = later(
  async () => (await import("#components/media/run-media.tsx")).RunMedia,
  "the media",
  HEIGHT,
);
const Attempts = later(async () => (await import("./run-attempts.tsx")).RunAttempts, "the attempts", HEIGHT);
/** Runs of some recipes have these, among their charts. */
const STILL = { still: true };
const Stages = later(async () => (await import("./run-stages.tsx")).RunStages, "the curriculum", 150, STILL);
const Failures = later(
  async () => (await import("#components/failures/run-failures.tsx")).RunFailures,
  "the failures",
  HEIGHT,
  STILL,
);
const Cases = later(
  async () => (await import("#components/failures/run-failures.tsx")).FailureCases,
  "the cases",
  HEIGHT,
);

/** The groups of a run and what was said in them. */
export const Groups = later(
  async () => (await import("#components/rollouts/rollouts.tsx")).Rollouts,
  "the groups",
  HEIGHT,
);

interface RunTabBodyProps {
  run: RunDetail;
  tab: Exclude<RunTab, "groups">;
  search: RunPanelsSearch;
  onSearch: (change: Partial<RunPanelsSearch>) => void;
  now: number;
}

/** What a tab shows beside the margin. */
export function RunTabBody({ run, tab, search, onSearch, now }: RunTabBodyProps) {
  switch (tab) {
    case "charts":
      return (
        <>
          {run.failures ? <Failures view={run.failures} run={run} /> : null}
          {run.stages.length > 0 ? <Stages run={run} /> : null}
          <RunCharts run={run} search={search} onSearch={onSearch} />
          <RunLog run={run} />
          {run.failures ? <Cases view={run.failures} /> : null}
        </>
      );
    case "media":
      return (
        <Media
          runId={run.row.id}
          step={search.step}
          onStep={(step) => onSearch({ step: Math.trunc(step) })}
        />
      );
    case "config":
      return run.external ? <ConfigOfExternal run={run} external={run.external} /> : <Config run={run} />;
    case "log":
      return <RunLog run={run} full height={560} />;
    case "evaluations":
      return <Evaluations run={run} />;
    case "artifacts":
      return <Artifacts run={run} now={now} />;
    case "attempts":
      return <Attempts run={run} now={now} />;
  }
}
