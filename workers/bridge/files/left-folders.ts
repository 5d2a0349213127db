import { lstatSync, readdirSync, realpathSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { FolderGone, LeftFolder } from "../../protocol/attempts/left-folders.ts";
import { judgeAttempt, lookAt } from "../adopt.ts";
import { openRunDirectory } from "../run-directory.ts";
import { Outbox, problemOf } from "./outbox.ts";

/** By this record a folder is known to be an attempt's that this worker was given, so it goes last. */
const RECORD = "assignment.json";

/**
 * Removes the folder of an attempt, links in it but not what they lead to; false where there is none.
 * @throws where it is not a folder that a worker made here for this attempt, or something of the attempt still runs
 */
async function removeFolder(home: string, attemptId: string): Promise<boolean> {
  const directory = openRunDirectory(home, attemptId);
  const { path } = directory;
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return false;
  if (!found.isDirectory() || realpathSync(path) !== join(realpathSync(join(home, "runs")), attemptId))
    throw new Error(`${path} is not a folder that lies there`);
  if (directory.assignment()?.attemptId !== attemptId)
    throw new Error(`${path} holds no record that it is of this attempt`);
  const { is } = judgeAttempt(lookAt(directory, attemptId));
  if (is !== "ended" && is !== "unstarted") throw new Error("something of it still runs");
  for (const name of readdirSync(path))
    if (name !== RECORD) await rm(join(path, name), { recursive: true, force: true });
  await rm(path, { recursive: true });
  return true;
}

/** Folders of deleted runs that the server wants removed here. */
export class LeftFolders {
  private readonly home: string;
  /** Ends what runs of an attempt and lets go of it. */
  private readonly letGo: (attemptId: string, deletedAt: number) => Promise<void>;
  private readonly log: (line: string) => void;
  private readonly box = new Outbox<Pick<LeftFolder, "attemptId">, FolderGone>(({ attemptId }) => attemptId);
  private readonly working = new Set<Promise<void>>();

  constructor(home: string, letGo: LeftFolders["letGo"], log: (line: string) => void) {
    this.home = home;
    this.letGo = letGo;
    this.log = log;
  }

  /** What became of them since the server was last heard; `heard` follows where it has taken it. */
  report(): FolderGone[] {
    return this.box.report();
  }

  heard(): void {
    this.box.heard();
  }

  take(folders: readonly LeftFolder[]): void {
    for (const { attemptId, deletedAt } of folders) {
      if (!this.box.begin({ attemptId })) continue;
      // Each by itself: what has to be ended first keeps none of the others waiting.
      const work: Promise<void> = this.remove(attemptId, deletedAt).finally(() => this.working.delete(work));
      this.working.add(work);
    }
  }

  /** Resolves when everything that was taken is done. */
  async settled(): Promise<void> {
    await Promise.all(this.working);
  }

  private async remove(attemptId: string, deletedAt: number): Promise<void> {
    try {
      await this.letGo(attemptId, deletedAt);
      if (await removeFolder(this.home, attemptId))
        this.log(`the folder of attempt ${attemptId} is removed: its run was deleted`);
      this.box.end({ attemptId });
    } catch (error) {
      const problem = problemOf(error);
      this.box.end({ attemptId, problem });
      this.log(`the folder of attempt ${attemptId}, whose run was deleted, stays: ${problem}`);
    }
  }
}
