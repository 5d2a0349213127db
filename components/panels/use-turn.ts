"use client";

import { useEffect, useRef, useState } from "react";

/** At most so many questions are under way at once; the next begins when one is answered, in the order of asking. */
export function createTurns(places: number) {
  const waiting: (() => void)[] = [];
  let taken = 0;
  const next = () => {
    while (taken < places && waiting.length > 0) {
      taken++;
      waiting.shift()?.();
    }
  };
  /** Calls `begin` when there is a place, at once where one is free; gives how to leave the place or the queue, once or often. */
  return function take(begin: () => void): () => void {
    let state: "waits" | "holds" | "left" = "waits";
    const enter = () => {
      state = "holds";
      begin();
    };
    waiting.push(enter);
    next();
    return () => {
      if (state === "waits") waiting.splice(waiting.indexOf(enter), 1);
      if (state === "holds") taken--;
      state = "left";
      next();
    };
  };
}

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
