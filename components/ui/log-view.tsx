"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { MaskedText } from "./marks/masked-text.tsx";

interface LogLine {
  /** Place in the file, from 0: stable while lines are added at the end. */
  number: number;
  text: string;
  level?: "warn" | "error";
  /** How many drawings of a progress bar this line stands for. */
  redraws?: number;
}

/**
 * What a terminal obeys and a page must not show: strings to the terminal, as titles, links and the clipboard (OSC, DCS and
 * their like, which end with BEL, ST or the line), colours and cursor (CSI), other escapes, control characters, and what
 * turns the direction of the text after it. The first alternatives win.
 */
const NOT_SHOWN = new RegExp(
  [
    "(?:\\u001b[\\]PX^_]|[\\u009d\\u0090\\u0098\\u009e\\u009f])[^\\n\\u0007\\u001b\\u009c]*(?:\\u0007|\\u001b\\\\|\\u009c)?",
    "(?:\\u001b\\[|\\u009b)[0-?]*[ -/]*[@-~]?",
    "\\u001b[ -/]*[0-~]?",
    "[^\\P{Cc}\\t\\n\\r]",
    "\\p{Bidi_Control}",
  ].join("|"),
  "gu",
);
const PROGRESS = /\d\s?%|\d+\/\d+\s*\[/;
const ERROR = /\b(error|exception|traceback|fatal|killed|oom)\b|out of memory/i;
const WARNING = /\bwarn(ing)?\b|\bnan\b/i;

/**
 * Reads the text of a log into lines. A progress bar that redraws itself, by carriage return or line after line, becomes one
 * line that says how often it was drawn; what a terminal would obey is dropped.
 */
export function readLog(text: string): LogLine[] {
  const rows = text.replace(NOT_SHOWN, "").split("\n");
  if (rows.at(-1) === "") rows.pop();
  const lines: LogLine[] = [];
  let previous = "";
  for (const row of rows) {
    const drawings = row.split("\r").filter((drawing) => drawing.trim() !== "");
    const last = (drawings.at(-1) ?? "").trimEnd();
    const outline = PROGRESS.test(last) ? skeleton(last) : "";
    const open = lines.at(-1);
    if (outline !== "" && outline === previous && open) {
      open.redraws = (open.redraws ?? 1) + drawings.length;
      open.text = last;
      continue;
    }
    previous = outline;
    const line: LogLine = { number: lines.length, text: last };
    if (drawings.length > 1) line.redraws = drawings.length;
    if (ERROR.test(last)) line.level = "error";
    else if (WARNING.test(last)) line.level = "warn";
    lines.push(line);
  }
  return lines;
}

/** What two drawings of the same bar have in common: the words, without figures and bar. */
function skeleton(text: string): string {
  return text.replace(/[\d.,:%?]+/g, "0").replace(/[\s█▏▎▍▌▋▊▉#=>\-|0]+/g, " ");
}

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
/** Lines that are drawn above and below those in view. */
const OVERSCAN = 12;

/**
 * The first and the end of the lines that are drawn, of `count`, where so many px are scrolled off in a frame of `height` px.
 * They are all of one height, so nothing has to be measured.
 */
export function linesInView(scrolled: number, height: number, count: number): [first: number, end: number] {
  const inView = Math.ceil(height / LINE_HEIGHT) + 1;
  const top = Math.min(Math.floor((scrolled - PADDING) / LINE_HEIGHT), count - inView);
  return [Math.max(0, top - OVERSCAN), Math.min(count, Math.max(0, top) + inView + OVERSCAN)];
}

/** Lines of a log, of which only those in view are drawn. */
export function LogView({ label, lines, live, query, height = 300 }: LogViewProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [following, setFollowing] = useState(Boolean(live));
  const timed = lines.some((line) => line.time !== undefined || line.step !== undefined);
  const [scrolled, setScrolled] = useState(0);
  const [first, end] = linesInView(scrolled, height, lines.length);

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
          setScrolled(Math.floor(box.scrollTop / LINE_HEIGHT) * LINE_HEIGHT);
          setFollowing(box.scrollHeight - box.scrollTop - box.clientHeight < LINE_HEIGHT);
        }}
      >
        <div style={{ height: lines.length * LINE_HEIGHT + 2 * PADDING, position: "relative" }}>
          {lines.slice(first, end).map((line, index) => {
            const place = first + index;
            return (
              <div
                key={line.number}
                className="log-line"
                data-level={line.level}
                style={{ transform: `translateY(${PADDING + place * LINE_HEIGHT}px)` }}
              >
                {timed ? <span className="log-time">{line.time}</span> : null}
                {timed ? <span className="log-step">{line.step}</span> : null}
                <span className="log-text">
                  {marked(line.text, query)}
                  {line.redraws ? <span className="muted"> ×{line.redraws} redraws</span> : null}
                  {live && place === lines.length - 1 ? (
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
  if (!query) return <MaskedText text={text} />;
  const at = text.toLowerCase().indexOf(query.toLowerCase());
  if (at < 0) return <MaskedText text={text} />;
  const end = at + query.length;
  return (
    <>
      <MaskedText text={text.slice(0, at)} />
      <mark>{text.slice(at, end)}</mark>
      {marked(text.slice(end), query)}
    </>
  );
}
