"use client";

import { useEffect, useRef, useState, type ReactNode } from "react";

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
