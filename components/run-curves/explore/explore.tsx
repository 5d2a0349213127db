"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { QueryState } from "#components/layout/query-state.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { Notice } from "#components/ui/empty-state.tsx";
import { Chip } from "#components/ui/controls/chip.tsx";
import { Select } from "#components/ui/controls/select.tsx";
import { ASK_LIMITS } from "#server/contracts/ask-limits.ts";
import { topics } from "#server/contracts/live.ts";
import { writeOf } from "#server/wording/counts.ts";
import { curvesInput, type CurvesView } from "../../search-params/curves.ts";
import { ColumnChoice } from "./column-choice.tsx";
import { columnFacts, columnOptions, firstAcross, firstAxes, firstOutcome } from "./columns.ts";
import { ImportanceView } from "./importance-view.tsx";
import { ParallelView } from "./parallel-view.tsx";
import { ScatterView } from "./scatter-view.tsx";

/** The values of runs change seldom; what is drawn is one picture of all of them. */
const FOLLOW_MS = 5000;

interface ExploreProps {
  view: CurvesView;
  onView: (change: Partial<CurvesView>) => void;
}

/** Whose values they are, as the page's address says: of all runs that fit, whatever page of them the curves show. */
function whoseValues(view: CurvesView) {
  const { runs, experimentId, state, search, where } = curvesInput(view);
  return { runs, experimentId, state, search, where };
}

/** Settings and outcomes of the runs of the page: two columns against each other, many beside each other, or their shares. */
export function Explore({ view, onView }: ExploreProps) {
  const api = useApi();
  const whose = whoseValues(view);
  const meta = liveOn([topics.runs, topics.progress], FOLLOW_MS);
  const known = useQuery(
    api.views.values.queryOptions({ ...whose, columns: [] }, { placeholderData: keepPreviousData, meta }),
  );
  const outcome = view.outcome ?? (known.data ? firstOutcome(known.data) : null);
  const across = view.across ?? (known.data ? firstAcross(known.data, outcome) : null);
  const axes = useMemo(
    () => (view.axes ?? (known.data ? firstAxes(known.data, outcome) : [])).slice(0, ASK_LIMITS.valueColumns),
    [view.axes, known.data, outcome],
  );
  const columns = view.as === "scatter" ? [across, outcome].filter((id) => id !== null) : axes;
  const values = useQuery(
    api.views.values.queryOptions(
      { ...whose, columns },
      { enabled: known.data !== undefined && view.as !== "importance" && columns.length > 0, meta },
    ),
  );
  return (
    <QueryState
      query={known}
      what="the runs"
      height={400}
      isEmpty={() => outcome === null}
      empty={<NoMetric />}
    >
      {(found) => {
        if (outcome === null) return <NoMetric />;
        const ofOutcome = columnOptions(found, outcome, "metric");
        return (
          <div className="values">
            <div className="value-bar">
              {view.as === "scatter" && across !== null ? (
                <ColumnChoice
                  label="x"
                  value={across}
                  options={columnOptions(found, across)}
                  onChange={(next) => onView({ across: next })}
                />
              ) : null}
              {view.as === "parallel" ? (
                <AxesChoice
                  axes={axes}
                  options={columnOptions(found, null)}
                  onAxes={(next) => onView({ axes: next })}
                />
              ) : (
                <ColumnChoice
                  label={view.as === "scatter" ? "y" : "outcome"}
                  value={outcome}
                  options={view.as === "scatter" ? columnOptions(found, outcome) : ofOutcome}
                  onChange={(next) => onView({ outcome: next })}
                />
              )}
            </div>
            {found.runs.length < found.total ? (
              <p className="muted small">
                The newest {writeOf(found.runs.length, found.total, "run")} are drawn.
              </p>
            ) : null}
            {view.as === "importance" ? (
              <ImportanceView input={{ ...whose, outcome }} />
            ) : (
              <QueryState query={values} what="the values" height={400}>
                {(data) =>
                  view.as === "scatter" && across !== null ? (
                    <ScatterView data={data} across={across} outcome={outcome} hide={view.hide} />
                  ) : (
                    <ParallelView
                      data={data}
                      axes={axes}
                      outcome={outcome}
                      hide={view.hide}
                      keep={view.keep}
                      onKeep={(keep) => onView({ keep })}
                    />
                  )
                }
              </QueryState>
            )}
          </div>
        );
      }}
    </QueryState>
  );
}

function NoMetric() {
  return <Notice>None of these runs has sent a metric yet.</Notice>;
}

interface AxesChoiceProps {
  axes: readonly string[];
  options: { value: string; label: string }[];
  onAxes: (axes: string[]) => void;
}

/** The axes in their order: each is taken away by its button, another is added at the right. */
function AxesChoice({ axes, options, onAxes }: AxesChoiceProps) {
  const left = options.filter(({ value }) => !axes.includes(value));
  return (
    <>
      {axes.map((id) => (
        <Chip
          key={id}
          removeLabel={`Remove the axis ${columnFacts(id).title}`}
          onRemove={() => onAxes(axes.filter((other) => other !== id))}
        >
          {columnFacts(id).title}
        </Chip>
      ))}
      {axes.length < ASK_LIMITS.valueColumns && left.length > 0 ? (
        <Select
          label="Add an axis"
          value=""
          options={[{ value: "", label: "Add an axis" }, ...left]}
          onChange={(id) => (id === "" ? undefined : onAxes([...axes, id]))}
          width={170}
        />
      ) : null}
    </>
  );
}
