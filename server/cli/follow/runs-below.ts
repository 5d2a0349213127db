import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { isCsvLog, isEvents, isMoment, isPhase, isResult } from "../../folders/log-names.ts";

const isLog = (name: string) => isEvents(name) || isCsvLog(name) || isResult(name);
/** Parts of one training: its phases, and what a trainer that was started again names by the time. */
const isPart = (name: string) =>
  isPhase(name) ||
  name === "training" ||
  isMoment(name) ||
  /^[A-Z][a-z]{2}\d{2}_\d{2}-\d{2}-\d{2}_/.test(name);

const entriesOf = (path: string) => readdir(path, { withFileTypes: true }).catch(() => []);

/**
 * Folders directly below one that are runs by themselves, as libraries number them (PPO_1, PPO_2, version_0): several that
 * each hold a log, with no log beside them. Empty where the folder is one run.
 */
export async function runsBelow(root: string): Promise<string[]> {
  const entries = await entriesOf(root);
  if (entries.some((entry) => entry.isFile() && isLog(entry.name))) return [];
  const holding: string[] = [];
  for (const entry of entries) {
    if (!entry.isDirectory()) continue;
    const inside = await entriesOf(join(root, entry.name));
    if (inside.some((file) => file.isFile() && isLog(file.name))) holding.push(entry.name);
  }
  return holding.length < 2 || holding.some(isPart) ? [] : holding.toSorted();
}
