import { appendFileSync, closeSync, fstatSync, openSync, readSync } from "node:fs";
import type { TrainerEvent } from "../protocol/events.ts";

/** Whether a file ends in the middle of a line: whoever wrote it was ended there. */
function isCut(path: string): boolean {
  try {
    const fd = openSync(path, "r");
    try {
      const { size } = fstatSync(fd);
      const last = Buffer.alloc(1);
      return size > 0 && readSync(fd, last, 0, 1, size - 1) === 1 && last[0] !== 10;
    } finally {
      closeSync(fd);
    }
  } catch {
    return false;
  }
}

/** Says something in the place of a trainer: before it is started, or when it has ended. */
export function appendEvent(events: string, event: TrainerEvent): void {
  appendFileSync(events, `${isCut(events) ? "\n" : ""}${JSON.stringify(event)}\n`, { mode: 0o600 });
}
