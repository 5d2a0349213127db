"use client";

import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { SLACK_PX, useScrollReading } from "./use-scroll-reading.ts";

interface ScrollEdgesProps {
  /** What scrolls, and stands in a box of its own with these edges. */
  frame: RefObject<HTMLElement | null>;
  /** Width of what stays at the left, px. */
  stays: number;
}

interface Edges {
  left: boolean;
  right: boolean;
  width: number;
  height: number;
}

/** Whether something is out of view at either side of a frame. */
export function edgesOf({
  scrollLeft,
  scrollWidth,
  clientWidth: width,
  clientHeight: height,
}: Pick<HTMLElement, "scrollLeft" | "scrollWidth" | "clientWidth" | "clientHeight">): Edges {
  return {
    left: scrollLeft > SLACK_PX,
    right: scrollLeft + width < scrollWidth - SLACK_PX,
    width,
    height,
  };
}

/** Says at the sides of a frame that what it holds goes on there. */
export function ScrollEdges({ frame, stays }: ScrollEdgesProps) {
  const edges = useScrollReading(frame, edgesOf);
  if (!edges) return null;
  const { left, right, width, height } = edges;
  return (
    <>
      <span
        className="table-more"
        aria-hidden="true"
        data-side="left"
        data-on={left || undefined}
        style={{ height, "--all-stay": `${stays}px`, "--name-stays": `${stays}px` }}
      />
      <span
        className="table-more"
        aria-hidden="true"
        data-side="right"
        data-on={right || undefined}
        style={{ height, left: width }}
      />
    </>
  );
}

interface ScrollFrameProps {
  className: string;
  /** What scrolls inside, for people who get to it by key. */
  label: string;
  children: ReactNode;
}

/** Scrolls sideways where its content is wider, and only then takes a place in the tab order. */
export function ScrollFrame({ className, label, children }: ScrollFrameProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const measure = () => setOverflows(element.scrollWidth > element.clientWidth + 1);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={frame}
      className={className}
      role={overflows ? "region" : undefined}
      aria-label={overflows ? label : undefined}
      // A region that scrolls must be reachable without a pointer.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={overflows ? 0 : undefined}
    >
      {children}
    </div>
  );
}
