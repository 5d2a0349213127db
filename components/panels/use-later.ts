"use client";

import { useEffect, useState } from "react";

/** Long enough for another panel to send its question. */
const LATER_MS = 16;

/**
 * A value a moment after it is there, so that what depends on its arrival begins before it is drawn. Not deferred by the
 * library: it would begin a drawing anew with each answer that comes meanwhile, and a hundred lines are drawn in a tenth of
 * a second.
 */
export function useLater<Value>(value: Value, isLater: boolean, afterMs = LATER_MS): Value {
  const [known, setKnown] = useState(value);
  useEffect(() => {
    if (!isLater) return undefined;
    const timer = setTimeout(() => setKnown(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, isLater, afterMs]);
  return isLater ? known : value;
}
