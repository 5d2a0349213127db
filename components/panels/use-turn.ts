"use client";

import { useEffect, useRef, useState } from "react";
import { createTurns } from "./turns.ts";

/**
 * Panels of a hundred lines ask two by two: while the page draws the first ones the server reads the next, and what stands
 * first is seen first.
 */
const takeTurn = createTurns(2);

/** Whether a panel may ask now. Give up the turn by `done`: it was answered, or refused. */
export function useTurn(isHeavy: boolean, done: boolean): boolean {
  const [granted, setGranted] = useState(false);
  const leave = useRef<() => void>(undefined);
  useEffect(() => {
    if (!isHeavy) return undefined;
    leave.current = takeTurn(() => setGranted(true));
    return () => leave.current?.();
  }, [isHeavy]);
  useEffect(() => {
    if (done) leave.current?.();
  }, [done]);
  return !isHeavy || granted;
}
