import { readFileSync } from "node:fs";
import { startOf } from "../proc.mjs";

/** Whose a process on a GPU is. */
export interface ProcessOwner {
  name: string | null;
  user: string | null;
  attemptId: string | null;
}

const TAG = /(?:^|\0)ABLAB_RUN=([^\0]*)/;
const NOBODY: ProcessOwner = { name: null, user: null, attemptId: null };
const MOST_KNOWN = 500;

/**
 * Looks up who owns processes, each once: a pid with its start time does not change hands. One that has just ended, and that the
 * driver still names, stays who it was. Where there is no /proc, or the pid is of another namespace, nothing is known and nothing is
 * guessed.
 */
export function processOwners(): (pid: number) => ProcessOwner {
  const known = new Map<number, { start: string; owner: ProcessOwner }>();
  let users: Map<string, string> | null = null;
  return (pid) => {
    const start = startOf(pid);
    const found = known.get(pid);
    if (start === null || found?.start === start) return found?.owner ?? NOBODY;
    users ??= readUsers();
    const uid = /^Uid:\s+(\d+)/m.exec(textOf(`/proc/${pid}/status`))?.[1];
    const owner = {
      name: textOf(`/proc/${pid}/comm`).trim() || null,
      user: uid === undefined ? null : (users.get(uid) ?? `uid ${uid}`),
      attemptId: TAG.exec(textOf(`/proc/${pid}/environ`))?.[1] ?? null,
    };
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(pid, { start, owner });
    return owner;
  };
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function readUsers(): Map<string, string> {
  const lines = textOf("/etc/passwd").split("\n");
  return new Map(
    lines.flatMap((line) => {
      const [name, , uid] = line.split(":");
      return name && uid ? [[uid, name] as [string, string]] : [];
    }),
  );
}
