"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, useState, type ReactNode } from "react";
import type { LogLine } from "./read-log.ts";

export interface TimedLogLine extends LogLine {
  /** 23:07:41 */
  time?: string;
  /** Train step. */
  step?: string;
}

interface LogViewProps {
  /** What it is the log of, for screen readers. */
  label: string;
  lines: TimedLogLine[];
  /** Keeps the last line in view until the person scrolls up. */
  live?: boolean;
  /** Marks this text wherever it occurs. */
  query?: string;
  /** Height in px; shorter logs take less. */
  height?: number;
}

const LINE_HEIGHT = 18;
const PADDING = 6;

/** Lines of a log, of which only those in view are drawn. */
export function LogView({ label, lines, live, query, height = 300 }: LogViewProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [following, setFollowing] = useState(Boolean(live));
  const timed = lines.some((line) => line.time !== undefined || line.step !== undefined);
  // Its methods read live state, so nothing here may memoise what they return; nothing does.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => frame.current,
    estimateSize: () => LINE_HEIGHT,
    initialRect: { width: 0, height },
    paddingStart: PADDING,
    paddingEnd: PADDING,
    overscan: 12,
  });

  useEffect(() => {
    const element = frame.current;
    if (live && following && element) element.scrollTop = element.scrollHeight;
  }, [live, following, lines.length]);

  return (
    <>
      <section
        ref={frame}
        className="log"
        data-fit
        data-plain={timed ? undefined : true}
        style={{ "--log-height": `${height}px` }}
        aria-label={label}
        // It scrolls, so it must be reachable without a pointer.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onScroll={({ currentTarget: box }) => {
          setFollowing(box.scrollHeight - box.scrollTop - box.clientHeight < LINE_HEIGHT);
        }}
      >
        <div style={{ height: rows.getTotalSize(), position: "relative" }}>
          {rows.getVirtualItems().map((row) => {
            const line = lines[row.index];
            return (
              <div
                key={line.number}
                className="log-line"
                data-level={line.level}
                style={{ transform: `translateY(${row.start}px)` }}
              >
                {timed ? <span className="log-time">{line.time}</span> : null}
                {timed ? <span className="log-step">{line.step}</span> : null}
                <span className="log-text">
                  {marked(line.text, query)}
                  {line.redraws ? <span className="muted"> ×{line.redraws} redraws</span> : null}
                  {live && row.index === lines.length - 1 ? (
                    <span className="log-caret" aria-hidden="true" />
                  ) : null}
                </span>
              </div>
            );
          })}
        </div>
      </section>
      {live && !following ? (
        <div className="log-bar">
          <span>Paused where you scrolled; new lines arrive below.</span>
          <button type="button" className="quiet-button" onClick={() => setFollowing(true)}>
            Follow
          </button>
        </div>
      ) : null}
    </>
  );
}

function marked(text: string, query: string | undefined): ReactNode {
  if (!query) return text;
  const at = text.toLowerCase().indexOf(query.toLowerCase());
  if (at < 0) return text;
  const end = at + query.length;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, end)}</mark>
      {marked(text.slice(end), query)}
    </>
  );
}
