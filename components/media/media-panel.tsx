"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { HeatOverSteps } from "#components/charts/histograms/heat-over-steps.tsx";
import { QueryState } from "#components/layout/query-state.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { Section } from "#components/ui/section.tsx";
import { topics } from "#server/contracts/live.ts";
import type { MediaKey } from "#server/contracts/media/media.ts";
import type { MediaKind } from "#server/contracts/external/media.ts";
import { visibleName } from "#server/contracts/visible-name.ts";
import { writePlace } from "#server/wording/charts/axes.ts";
import { countOf } from "#server/wording/counts.ts";
import { Medium } from "./medium.tsx";

const NOUNS: Readonly<Record<MediaKind, string>> = {
  histogram: "histogram",
  image: "image",
  html: "page",
  audio: "sound",
  video: "video",
  plotly: "figure",
  table: "table",
  increment: "increment",
  file: "file",
};

interface MediaPanelProps {
  runId: string;
  shown: MediaKey;
  at: number;
  onStep: (step: number) => void;
}

function Heat({ runId, shown, at, onStep }: MediaPanelProps) {
  const api = useApi();
  const query = useQuery(
    api.media.heat.queryOptions({ runId, key: shown.key }, { meta: liveOn([topics.run(runId)], 5000) }),
  );
  return (
    <QueryState query={query} what="the histograms" height={170}>
      {(heat) => <HeatOverSteps name={visibleName(shown.key)} {...heat} at={at} onStep={onStep} />}
    </QueryState>
  );
}

/** What was logged under one key, at the last of its steps that is not after the one that is read. */
export function MediaPanel(props: MediaPanelProps) {
  const { runId, shown, at } = props;
  const { kind, key, n, first, last } = shown;
  const api = useApi();
  const query = useQuery(
    api.media.at.queryOptions(
      { runId, kind, key, step: at },
      { placeholderData: keepPreviousData, meta: liveOn([topics.run(runId)], 5000) },
    ),
  );
  const name = visibleName(key);
  const where =
    first === last ? `at step ${writePlace(first)}` : `steps ${writePlace(first)} to ${writePlace(last)}`;
  return (
    <Section title={name} note={`${countOf(n, NOUNS[kind])}, ${where}`} rule="thin">
      {kind === "histogram" && first !== last ? <Heat {...props} /> : null}
      <QueryState query={query} what={name} height={140}>
        {({ step, media, more }) => (
          <>
            {kind === "histogram" ? null : (
              <p className="tiny muted">
                Step {writePlace(step ?? first)}
                {more > 0 ? `; more than ${countOf(media.length, "is", "are")} not shown` : ""}
              </p>
            )}
            <div className="media-row" data-kind={kind}>
              {media.map((medium) => (
                <Medium key={medium.id} kind={kind} name={name} step={step ?? first} medium={medium} />
              ))}
            </div>
          </>
        )}
      </QueryState>
    </Section>
  );
}
