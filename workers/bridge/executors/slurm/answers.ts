/** What squeue and sacct print, as rows. Pure. Both texts are alike in Slurm 22.05 and 24.11; their JSON is not. */

/** id, state, reason, start (expected while it waits), nodes, name */
export const SQUEUE_FORMAT = "%i|%T|%r|%S|%N|%j";
export const SACCT_FIELDS = "JobIDRaw,State,Reason,Start,NodeList,JobName,Submit,ExitCode";

/** One answer about one job. */
export interface Row {
  id: string;
  /** First word only: "CANCELLED by 1000" is CANCELLED. */
  state: string;
  reason: string;
  /** Unix ms; of a job that waits when it is expected to start. */
  startAt: number | null;
  nodes: string | null;
  name: string;
  /** uid of whoever cancelled it, where the answer says so. */
  by: number | null;
  submittedAt: number | null;
  /** "code:signal" as sacct prints it, which is not exact from 128 up. */
  exit: string | null;
}

/** "2026-11-21T07:49:41", asked for in UTC. */
function timeOf(text: string): number | null {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(text) ? Date.parse(`${text}Z`) : null;
}

const namedNodes = (text: string) => (/^(|None assigned|\(null\)|N\/A)$/.test(text) ? null : text);

/** A request that sbatch refused leaves a job with an id that never had a node; it is no job. */
const isGhost = ({ state, nodes }: Row) => state === "FAILED" && nodes === null;

export function parseSqueue(text: string): Row[] {
  return text
    .split("\n")
    .filter((line) => line.includes("|"))
    .map((line): Row => {
      const [id, state, ...rest] = line.trim().split("|");
      // A reason may hold anything but the separator.
      const [reason = "", start = "", nodes = "", name = ""] = rest;
      const startAt = timeOf(start);
      return {
        id,
        state,
        reason,
        startAt,
        nodes: namedNodes(nodes),
        name,
        by: null,
        submittedAt: null,
        exit: null,
      };
    })
    .filter((row) => !isGhost(row));
}

/** The newest row of each job name: a job that was put back into the queue has one for each execution. */
export function parseSacct(text: string): Row[] {
  const newest = new Map<string, Row>();
  for (const line of text.split("\n").filter((one) => one.includes("|"))) {
    const [id, told = "", reason = "", start = "", nodes = "", name = "", submit = "", exit = ""] = line
      .trim()
      .split("|");
    const by = /^CANCELLED by (\d+)/.exec(told);
    const row: Row = {
      id,
      state: told.split(" ")[0],
      reason,
      startAt: timeOf(start),
      nodes: namedNodes(nodes),
      name,
      by: by ? Number(by[1]) : null,
      submittedAt: timeOf(submit),
      exit,
    };
    if (isGhost(row)) continue;
    const known = newest.get(name);
    if (!known || (row.submittedAt ?? 0) >= (known.submittedAt ?? 0)) newest.set(name, row);
  }
  return [...newest.values()];
}
