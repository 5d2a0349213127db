/**
 * What proves a status. Every status row carries one, so that a page can say how it knows:
 * a process (pid, start time, boot id), an exit record, a person's request, or silence since a time.
 */
export type StatusEvidence =
  | { kind: "request"; by: string }
  | { kind: "claim"; worker: string }
  | { kind: "process"; pid: number; pidStart: string; bootId: string; supervisorPid: number }
  | {
      kind: "exit";
      code: number | null;
      signal: string | null;
      reason: string;
      askedBy: string | null;
      detail: string;
    }
  | { kind: "dependency"; run: string; name: string; state: string }
  /** What a client from outside said; nobody saw it. */
  | { kind: "told"; client: string; code: number | null; reason: string | null }
  /** Another attempt was asked for, from a checkpoint or from the start. */
  | {
      kind: "again";
      what: "resume" | "retry";
      by: string;
      automatic: boolean;
      step: number | null;
      path: string | null;
    }
  /** Somebody said that it will not come back; nobody saw its end. */
  | { kind: "dead"; by: string; since: number }
  | { kind: "silence"; since: number }
  | { kind: "heard"; after: number };
