/** First to last. "now" is given out before all others and while the queue is paused. */
export const PRIORITIES = ["now", "high", "normal", "low"] as const;

/** So many waiting runs are listed. */
export const MOST_QUEUED = 200;
