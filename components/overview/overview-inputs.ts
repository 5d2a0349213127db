/** Rows of each list on Overview. */
export const SHOWN = 12;
/** Each of them says for what it waits, in four lines of the margin. */
export const WAITING_SHOWN = 5;

/** The questions Overview asks of a project, or of all; the server asks them before it sends the page. */
export const overviewInputs = (project: string | null) => ({
  live: { project, state: "live" as const, limit: SHOWN },
  waiting: { project, state: "waiting" as const, limit: WAITING_SHOWN },
  ended: { project, state: "ended" as const, limit: SHOWN },
  objecting: { project },
});
