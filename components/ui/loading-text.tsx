"use client";

import { useEffect, useState } from "react";
import { writeDuration } from "#server/wording/times.ts";

interface LoadingTextProps {
  /** What is being read: "1.2 M points", "the runs". */
  what?: string;
}

const TICK_MS = 500;
const ELAPSED_AFTER_MS = 2000;

/** Nothing for 400 ms, then "Loading"; after 2 s also how long it has taken. No shimmer. */
export function LoadingText({ what }: LoadingTextProps) {
  const [elapsed, setElapsed] = useState(0);
  useEffect(() => {
    const start = performance.now();
    const timer = setInterval(() => setElapsed(performance.now() - start), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <p className="waiting">
      <output>{what ? `Reading ${what}` : "Loading"}</output>
      {elapsed >= ELAPSED_AFTER_MS ? <span aria-hidden="true">, {writeDuration(elapsed)}</span> : null}
    </p>
  );
}
