"use client";

import { useEffect, useState, type RefObject } from "react";

/** A frame may be a fraction of a pixel smaller than what it holds. */
export const SLACK_PX = 1;

/**
 * What `read` says of a frame, again whenever it scrolls or it or what it holds changes its size; null until it stands. `read`
 * keeps its identity.
 */
export function useScrollReading<Reading>(
  frame: RefObject<HTMLElement | null>,
  read: (element: HTMLElement) => Reading,
): Reading | null {
  const [reading, setReading] = useState<Reading | null>(null);
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const measure = () => {
      const next = read(element);
      setReading((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    element.addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", measure);
    };
  }, [frame, read]);
  return reading;
}
