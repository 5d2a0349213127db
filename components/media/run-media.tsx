"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { QueryState } from "#components/layout/query-state.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { Notice } from "#components/ui/empty-state.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { Pager } from "#components/ui/tables/pager.tsx";
import { topics } from "#server/contracts/live.ts";
import type { MediaOverview } from "#server/contracts/media/media.ts";
import { writePlace } from "#server/wording/charts/axes.ts";
import { countOf } from "#server/wording/counts.ts";
import { MediaPanel } from "./media-panel.tsx";

/** Keys that are shown at once. */
const AT_ONCE = 12;

interface RunMediaProps {
  runId: string;
  /** The step that is read; the last one where none is named. */
  step: number | null;
  onStep: (step: number) => void;
}

/** Histograms, images, tables and other media of a run, at one step. */
export function RunMedia(props: RunMediaProps) {
  const { runId } = props;
  const api = useApi();
  const query = useQuery(api.media.of.queryOptions({ runId }, { meta: liveOn([topics.run(runId)], 5000) }));
  return (
    <QueryState
      query={query}
      what="the media"
      height={500}
      empty={
        <Notice>
          No histogram, image or table was logged. Log one with wandb, TensorBoard or ablab, for example
          run.log(&#123;&quot;sample&quot;: ablab.Image(path)&#125;).
        </Notice>
      }
      isEmpty={({ keys }) => keys.length === 0}
    >
      {(overview) => <Media {...props} overview={overview} />}
    </QueryState>
  );
}

function Media({ runId, step, onStep, overview }: RunMediaProps & { overview: MediaOverview }) {
  const { keys, steps } = overview;
  const [search, setSearch] = useState("");
  const [page, setPage] = useState(0);
  const at = step ?? steps[steps.length - 1];
  const index = Math.max(
    0,
    steps.findLastIndex((one) => one <= at),
  );
  const found = keys.filter(({ key }) => key.toLowerCase().includes(search.toLowerCase()));
  const pages = Math.max(1, Math.ceil(found.length / AT_ONCE));
  const shown = Math.min(page, pages - 1);
  return (
    <div className="run-media">
      <div className="media-bar">
        <label className="media-step">
          <span>
            Step <b>{writePlace(steps[index])}</b>{" "}
            <span className="muted small">of {writePlace(steps[steps.length - 1])}</span>
          </span>
          <input
            type="range"
            aria-label="Step"
            aria-valuetext={`step ${writePlace(steps[index])}`}
            min={0}
            max={steps.length - 1}
            value={index}
            disabled={steps.length < 2}
            onChange={(event) => onStep(steps[Number(event.target.value)])}
          />
        </label>
        <TextInput
          value={search}
          onChange={(text) => {
            setSearch(text);
            setPage(0);
          }}
          label="Filter by name"
          placeholder="Filter by name"
          maxLength={200}
          width={180}
        />
        <span className="muted small">{countOf(found.length, "key")}</span>
      </div>
      {found.slice(shown * AT_ONCE, (shown + 1) * AT_ONCE).map((one) => (
        <MediaPanel key={`${one.kind} ${one.key}`} runId={runId} shown={one} at={at} onStep={onStep} />
      ))}
      <Pager page={shown} pages={pages} onPage={setPage} words={["Previous", "Next"]} />
    </div>
  );
}
