import { homedir } from "node:os";
import { join } from "node:path";

/** The data directory: ABLAB_HOME, or `ablab` in the user's data directory. */
export function homeDir(): string {
  const set = process.env.ABLAB_HOME;
  if (set) return set;
  return join(process.env.XDG_DATA_HOME || join(homedir(), ".local", "share"), "ablab");
}
