"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { QueryState } from "#components/layout/query-state.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { LogView, readLog } from "#components/ui/log-view.tsx";
import { Notice } from "#components/ui/empty-state.tsx";
import { Section } from "#components/ui/section.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { topics } from "#server/contracts/live.ts";
import type { RunDetail } from "#server/contracts/run.ts";
import { countOf } from "#server/wording/counts.ts";
import { writeBytes } from "#server/wording/quantities.ts";
import { emptyLogWords } from "./log-words.ts";

const TAIL_BYTES = 65_536;

interface RunLogProps {
  run: RunDetail;
  height?: number;
  /** Shows the search box and the whole tail; else a short tail under the charts. */
  full?: boolean;
}

/** The end of the latest attempt's log: stdout and stderr as they came, progress bars collapsed. */
export function RunLog({ run, height = 220, full }: RunLogProps) {
  const api = useApi();
  const [query, setQuery] = useState("");
  const attempt = run.attempts.at(-1);
  const log = useQuery(
    api.runs.log.queryOptions(
      { attemptId: attempt?.id ?? "", maxBytes: TAIL_BYTES },
      {
        enabled: attempt !== undefined,
        meta: liveOn([topics.runLog(run.row.id), topics.run(run.row.id)], 500),
      },
    ),
  );
  const lines = useMemo(() => readLog(log.data?.text ?? ""), [log.data]);
  if (!attempt) return full ? <Notice>No attempt has started, so there is no log.</Notice> : null;
  const size = log.data?.size ?? attempt.logSize;
  const cut = log.data ? log.data.from > 0 : false;
  return (
    <Section
      title="Log"
      note={`stdout and stderr of attempt ${attempt.n}, ${writeBytes(size)}${cut ? `, the last ${writeBytes(size - (log.data?.from ?? 0))} shown` : ""}`}
      end={
        <a href={`/api/logs/${attempt.id}`} download={`${run.row.name}-attempt${attempt.n}.log`}>
          Download
        </a>
      }
    >
      {full ? (
        <div className="toolbar">
          <TextInput
            label="Search in the log"
            lead="Search"
            value={query}
            onChange={setQuery}
            width={320}
            inputMode="search"
          />
          {query ? (
            <span className="muted">
              {countOf(
                lines.filter((l) => l.text.toLowerCase().includes(query.toLowerCase())).length,
                "line",
              )}
            </span>
          ) : null}
        </div>
      ) : null}
      <QueryState
        query={log}
        what="the log"
        height={height}
        empty={<Notice>{emptyLogWords(run.row)}</Notice>}
        isEmpty={(slice) => slice.size === 0}
      >
        {() => (
          <LogView
            label={`Log of ${run.row.name}`}
            lines={query ? lines.filter((l) => l.text.toLowerCase().includes(query.toLowerCase())) : lines}
            live={run.row.state === "running"}
            query={query || undefined}
            height={height}
          />
        )}
      </QueryState>
    </Section>
  );
}
