"use client";

import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { QueryState } from "#components/layout/query-state.tsx";
import { useShellCounts } from "#components/shell/bench-shell.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { Tag } from "#components/ui/controls/chip.tsx";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { RowName } from "#components/ui/tables/row-name.tsx";
import { Time } from "#components/ui/marks/time.tsx";
import { Menu, MoreDots } from "#components/ui/overlays/menu.tsx";
import { Section } from "#components/ui/section.tsx";
import { Strip } from "#components/ui/strip.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { topics } from "#server/contracts/live.ts";
import { PRIORITIES } from "#server/contracts/queue/priorities.ts";
import type { Queue, QueuedRun } from "#server/contracts/queue/queue.ts";
import { visibleName } from "#server/contracts/visible-name.ts";
import { ordinal, writeCount, writeOf } from "#server/wording/counts.ts";
import { newerQueue, type QueueChanges, useQueueChanges } from "./use-queue-changes.ts";
import { useRowDrag } from "./use-row-drag.ts";

/** Two rows of three dots: this can be dragged. */
function Grip() {
  return (
    <svg viewBox="0 0 14 14" fill="currentColor" aria-hidden="true">
      {[3, 7, 11].map((y) => (
        <g key={y}>
          <circle cx="5" cy={y} r="1.1" />
          <circle cx="9" cy={y} r="1.1" />
        </g>
      ))}
    </svg>
  );
}

const LABELS = {
  now: "Run now",
  high: "High priority",
  normal: "Normal priority",
  low: "Low priority",
} as const;

/** Before which run a key puts the one at `index`; undefined where it stays. */
function targetOf(
  runs: readonly QueuedRun[],
  index: number,
  { key, altKey }: Pick<KeyboardEvent, "key" | "altKey">,
): string | null | undefined {
  const last = runs.length - 1;
  if (index < 0) return undefined;
  if (key === "ArrowUp" && index > 0) return runs[altKey ? 0 : index - 1].runId;
  if (key === "Home" && index > 0) return runs[0].runId;
  if (key === "ArrowDown" && index < last) return altKey ? null : (runs[index + 2]?.runId ?? null);
  if (key === "End" && index < last) return null;
  return undefined;
}

interface WaitingProps {
  queue: Queue;
  now: number;
  changes: QueueChanges;
}

/** What waits, each row with a handle that pointer and keys move it by. */
function Waiting({ queue, now, changes }: WaitingProps) {
  const { runs, total } = queue;
  // The order is one for the whole bench, so the runs of other projects stand among those of the one that is shown.
  const hasMany = (useShellCounts()?.projects.length ?? 0) > 1;
  const body = useRef<HTMLTableSectionElement>(null);
  /** The run whose handle was used last: a row that is drawn elsewhere would lose the focus. */
  const held = useRef<string | null>(null);
  const order = runs.map(({ runId }) => runId).join(" ");
  useEffect(() => {
    if (held.current === null || document.activeElement !== document.body) return;
    body.current?.querySelector<HTMLElement>(`[data-handle="${CSS.escape(held.current)}"]`)?.focus();
  }, [order]);
  const { live, handle } = useRowDrag({
    rows: () => [...(body.current?.rows ?? [])],
    onDrop: (from, before) => changes.move(runs[from].runId, runs[before]?.runId ?? null),
  });
  const onKeyDown = (id: string) => (event: KeyboardEvent) => {
    const latest = changes.now()?.runs ?? runs;
    const before = targetOf(
      latest,
      latest.findIndex(({ runId }) => runId === id),
      event,
    );
    if (before === undefined) return;
    event.preventDefault();
    held.current = id;
    changes.move(id, before);
  };
  const dropOf = (index: number) =>
    live?.before === index
      ? ("before" as const)
      : live?.before === runs.length && index === runs.length - 1
        ? ("after" as const)
        : undefined;
  return (
    <Table
      label="Queue"
      foot={`Showing ${writeOf(runs.length, total, "waiting run")}, in the order in which they are given out. A handle is moved by arrow keys, Home and End, too.`}
    >
      <thead>
        <Row>
          <HeadCell fixed>Run</HeadCell>
          <HeadCell>Priority</HeadCell>
          <HeadCell>Why it waits</HeadCell>
          <HeadCell>Experiment</HeadCell>
          {hasMany ? <HeadCell>Project</HeadCell> : null}
          <HeadCell>Launched</HeadCell>
          <HeadCell label="More" tight />
        </Row>
      </thead>
      <tbody ref={body}>
        {runs.map((run, i) => (
          <Row key={run.runId} drop={dropOf(i)} lifted={live?.from === i}>
            <Cell fixed>
              <button
                type="button"
                className="grip"
                data-handle={run.runId}
                aria-label={`Move ${run.name}, ${ordinal(i + 1)} of ${total} in line`}
                aria-keyshortcuts="ArrowUp ArrowDown Home End"
                onKeyDown={onKeyDown(run.runId)}
                {...handle(i)}
              >
                <Grip />
              </button>
              <RowName href={`/runs/${run.runId}`}>{run.name}</RowName>
            </Cell>
            <Cell>{run.priority === "normal" ? "normal" : <Tag>{run.priority}</Tag>}</Cell>
            <Cell wrap>{run.why}</Cell>
            <Cell>
              <PageLink href={`/experiments/${run.experimentId}`}>{visibleName(run.experiment)}</PageLink>
            </Cell>
            {hasMany ? <Cell>{visibleName(run.project.name)}</Cell> : null}
            <Cell>
              <Time at={run.queuedAt} now={now} />
            </Cell>
            <Cell tight>
              <Menu
                trigger={<MoreDots />}
                triggerClass="icon-btn"
                label={`More for ${run.name}`}
                align="end"
                entries={[
                  ...PRIORITIES.map((priority) => ({
                    label: LABELS[priority],
                    blocked: run.priority === priority ? "It has this priority" : undefined,
                    onSelect: () => changes.prioritise(run.runId, priority),
                  })),
                  { kind: "separator" as const },
                  ...(i > 0
                    ? [{ label: "To the front", onSelect: () => changes.move(run.runId, runs[0].runId) }]
                    : []),
                  ...(i < runs.length - 1
                    ? [{ label: "To the end", onSelect: () => changes.move(run.runId, null) }]
                    : []),
                ]}
              />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

/** What waits and in which order it is given out; both can be changed here, and the queue can be paused. */
export function QueueSection() {
  const query = useQuery(
    useApi().queue.read.queryOptions(undefined, { meta: liveOn([topics.runs, topics.workers], 500) }),
  );
  const changes = useQueueChanges();
  const paused = query.data?.paused ?? null;
  return (
    <Section
      title="Queue"
      note={query.data ? `${writeCount(query.data.total)} queued` : undefined}
      end={
        query.data ? (
          <Button size="small" onClick={() => changes.pause(paused === null)}>
            {paused === null ? "Pause the queue" : "Let the queue go on"}
          </Button>
        ) : null
      }
    >
      <QueryState query={query} what="the queue" height={120}>
        {(asked) => {
          const queue = newerQueue(asked, changes.foreseen);
          return (
            <>
              {paused ? (
                <Strip level="warning" claim="The queue is paused.">
                  {paused.by} paused it <Time at={paused.at} now={query.dataUpdatedAt} />. Nothing new starts
                  but what is to run now; what trains goes on.
                </Strip>
              ) : null}
              {changes.refusal ? (
                <p className="crit" role="alert">
                  {changes.refusal}
                </p>
              ) : null}
              {queue.total === 0 ? (
                <p className="muted">Queue is empty.</p>
              ) : (
                <Waiting queue={queue} now={query.dataUpdatedAt} changes={changes} />
              )}
            </>
          );
        }}
      </QueryState>
    </Section>
  );
}
