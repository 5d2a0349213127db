/** Rows of each list on Overview. */
export const SHOWN = 12;

/** The questions Overview asks; the server asks them before it sends the page. */
export const overviewInputs = {
  live: { state: "live" as const, limit: SHOWN },
  waiting: { state: "waiting" as const, limit: SHOWN },
  ended: { state: "ended" as const, limit: SHOWN },
};
