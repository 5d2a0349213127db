"use client";

import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { keepHeight } from "./tables/scroll-list.tsx";

interface SteadyPlaceProps {
  /** Whether something may yet come here, or go. */
  isLive: boolean;
  /** What stands here while there is nothing else. */
  none: ReactNode;
  /** Null or an empty list: nothing. */
  children: ReactNode;
}

function isNothing(children: ReactNode): boolean {
  return Array.isArray(children) ? children.length === 0 : children === null || children === undefined;
}

/**
 * A place above what somebody reads, for what comes and goes by itself. Once it may have held something it stays as long as
 * the page, and as high as it was at its highest, so that nothing below moves up; another width measures again.
 */
export function SteadyPlace({ isLive, none, children }: SteadyPlaceProps) {
  const isEmpty = isNothing(children);
  const [isKept, setKept] = useState(false);
  if (!isKept && (isLive || !isEmpty)) setKept(true);
  const box = useRef<HTMLDivElement>(null);
  const tallest = useRef({ width: 0, height: 0 });
  useLayoutEffect(() => {
    if (box.current) tallest.current = keepHeight(box.current, tallest.current);
  });
  if (!isKept && isEmpty && !isLive) return null;
  return (
    <div ref={box} className="steady-place">
      {isEmpty ? <p className="steady-none">{none}</p> : children}
    </div>
  );
}
