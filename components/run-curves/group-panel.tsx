"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { BandChart } from "#components/charts/band-chart.tsx";
import { unitWords, xSpec, ySpec } from "#components/panels/axis.ts";
import { panelTitle } from "#components/panels/layout/find-panels.ts";
import { StateMenu } from "#components/panels/state-menu.tsx";
import { useTurn } from "#components/panels/use-turn.ts";
import { useApi } from "#components/trpc/api.ts";
import { liveTail } from "#components/trpc/live-on.ts";
import { metricInfo } from "#server/contracts/metrics.ts";
import { NOTHING_SENT, type CurvePanelProps } from "./curve-panel.tsx";
import { groupLines, groupNotes, groupWords, type GroupMode } from "./group-lines.ts";
import { NotRanked } from "./not-ranked.tsx";
import { rewardNote } from "./reward-note.ts";

const POINTS = 200;
/** Putting runs together reads all of them; once in this long where one of them goes on. */
const FOLLOW_MS = 5000;

interface GroupPanelProps extends CurvePanelProps {
  mode: GroupMode;
}

/** One metric of every configuration: its seeds put together, whatever is hidden. */
export function GroupPanel({ panel, look, scene, hidden, onHide, mode }: GroupPanelProps) {
  const [{ metric }] = panel.lines;
  const { axis, zoom } = look;
  const [isAnswered, setAnswered] = useState(false);
  const enabled = useTurn(true, isAnswered);
  const query = useQuery(
    useApi().series.group.queryOptions(
      {
        groups: scene.data.groups.map(({ variant, runIds }) => ({ key: variant, runIds })),
        metric,
        xAxis: axis,
        from: zoom?.[0] ?? null,
        to: zoom?.[1] ?? null,
        points: POINTS,
      },
      {
        enabled,
        placeholderData: keepPreviousData,
        meta: liveTail(scene.live, FOLLOW_MS, () => Promise.resolve(null)),
      },
    ),
  );
  const { data } = query;
  if (!isAnswered && (data || query.error)) setAnswered(true);
  const series = useMemo(
    () => (data ? groupLines(data, mode, scene.variants, scene.colours) : null),
    [data, mode, scene],
  );
  const input = useMemo(() => {
    if (!series || series.length === 0) return null;
    return {
      series,
      x: xSpec(axis, undefined, look.xscale),
      y: ySpec(metric, look.yscale),
      outliers: look.outliers,
      hidden: series.filter(({ key }) => hidden.variants.has(key)).map(({ key }) => key),
    };
  }, [series, axis, metric, look, hidden]);
  const onHidden = useCallback((keys: string[]) => onHide({ variants: keys }), [onHide]);
  const title = panelTitle(panel);
  const unit = unitWords(metricInfo(metric));
  const warning = rewardNote([metric], scene.data.rewards);
  const state = query.error
    ? ({ kind: "error", reason: query.error.message, onRetry: () => void query.refetch() } as const)
    : data && input === null
      ? NOTHING_SENT
      : undefined;
  const notes = data ? groupNotes(data, scene.leftOut) : [];
  return (
    <BandChart
      title={title}
      unit={[unit, groupWords(mode)].filter(Boolean).join(", ")}
      flag={
        <>
          {warning ? <NotRanked why={warning} /> : null}
          {state ? <StateMenu title={title} entries={look.menu} /> : null}
        </>
      }
      note={notes.length > 0 ? `${notes.join("; ")}.` : undefined}
      menu={look.menu}
      input={input}
      state={state}
      height={look.height}
      legend="asked"
      onHidden={onHidden}
    />
  );
}
