"use client";

import { type ReactNode, useRef } from "react";
import { SLACK_PX, useScrollReading } from "./use-scroll-reading.ts";

/** A box as the browser lays it out: its height is that of what it holds, or `minHeight` where that is more. */
interface KeptBox {
  readonly offsetWidth: number;
  readonly offsetHeight: number;
  readonly style: { minHeight: string };
}

/** The highest that a box has been at one width, in px. */
interface Tallest {
  width: number;
  height: number;
}

/** Keeps a box as high as it was at its highest at this width; another width measures again. */
export function keepHeight(box: KeptBox, known: Tallest): Tallest {
  const { offsetWidth: width } = box;
  if (known.width !== width) box.style.minHeight = "";
  else if (box.offsetHeight <= known.height) return known;
  const { offsetHeight: height } = box;
  box.style.minHeight = `${height}px`;
  return { width, height };
}

interface ScrollListProps {
  /** What scrolls inside, for people who get to it by key. */
  label: string;
  children: ReactNode;
}

interface OutOfView {
  above: boolean;
  below: boolean;
}

/** Whether a list goes on above or below what is in view. */
export function outOfView({
  scrollTop,
  scrollHeight,
  clientHeight,
}: Pick<HTMLElement, "scrollTop" | "scrollHeight" | "clientHeight">): OutOfView {
  return {
    above: scrollTop > SLACK_PX,
    below: scrollTop + clientHeight < scrollHeight - SLACK_PX,
  };
}

/** Scrolls down where a dialog is lower than its content, says at its edges that it goes on, and is then reached by key. */
export function ScrollList({ label, children }: ScrollListProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { above, below } = useScrollReading(frame, outOfView) ?? { above: false, below: false };
  const overflows = above || below;
  return (
    <div className="scroll-list-box">
      <div
        ref={frame}
        className="scroll-list"
        role={overflows ? "region" : undefined}
        aria-label={overflows ? label : undefined}
        // A region that scrolls must be reachable without a pointer.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={overflows ? 0 : undefined}
      >
        <div>{children}</div>
      </div>
      <span className="scroll-more" aria-hidden="true" data-side="top" data-on={above || undefined} />
      <span className="scroll-more" aria-hidden="true" data-side="bottom" data-on={below || undefined} />
    </div>
  );
}
