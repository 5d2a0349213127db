import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";

/**
 * Starts the program and ends it when its first input closes, which the kernel does for a process that is gone, whatever ended it. A
 * program that writes nothing would never learn of it otherwise. Ends with the program's own exit code.
 */
const TIE = `exec 3<&0
"$@" </dev/null 3<&- &
child=$!
{ read -r _; kill "$child"; } <&3 >/dev/null 2>&1 &
watch=$!
exec 3<&-
wait "$child"
code=$?
kill "$watch" 2>/dev/null
exit "$code"`;

/** A child that does not outlive this process, not even where that is killed; `stdin.destroy()` ends it. */
export const spawnTied = (
  program: string,
  args: readonly string[],
): ChildProcessByStdio<Writable, Readable, Readable> =>
  spawn("/bin/sh", ["-c", TIE, "sh", program, ...args], { stdio: ["pipe", "pipe", "pipe"] });
