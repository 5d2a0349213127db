/**
 * What of a log is kept when it may be longer than the cap: its beginning, one line that says how much is missing, and
 * its end, because the end is where the error is. Pure, so that every worker that resumes cuts at the same bytes.
 */
export interface LogPlan {
  /** Bytes 0 to `head` are stored as they are. */
  head: number;
  /** Then this text, empty when nothing is missing. */
  marker: string;
  /** Then the file from byte `tail` on. */
  tail: number;
  /** Size of the stored log. */
  size: number;
}

const END_BYTES = 64 * 1024;
const MARKER_ROOM = 200;

/** How many bytes of a growing log may be sent before its end is known. */
export function safeHead(cap: number): number {
  return Math.max(0, cap - MARKER_ROOM - endBytes(cap));
}

/** The plan for a log that has ended at `size` bytes under a cap of `cap` bytes. */
export function planLog(size: number, cap: number): LogPlan {
  if (size <= cap) return { head: size, marker: "", tail: size, size };
  const head = safeHead(cap);
  const end = endBytes(cap);
  const tail = size - end;
  const marker = `\n[${tail - head} bytes are not stored: the log may have ${cap} bytes. Its end follows.]\n`;
  const cut = marker.slice(0, Math.max(0, cap - head - end));
  return { head, marker: cut, tail, size: head + cut.length + end };
}

/** The end gets a fixed piece of a large cap, a quarter of a small one. */
function endBytes(cap: number): number {
  return Math.min(END_BYTES, Math.floor(cap / 4));
}
