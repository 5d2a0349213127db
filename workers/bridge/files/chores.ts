import { createHash } from "node:crypto";
import { createReadStream, lstatSync, readdirSync, realpathSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { contentLines } from "../../protocol/recipes/content-hash.ts";
import type { Chore, ChoreDone } from "../../protocol/attempts/chores.ts";
import { openRunDirectory } from "../run-directory.ts";
import { Outbox, problemOf } from "./outbox.ts";
import { outputFolder } from "./output-folder.ts";

const keyOf = ({ id, what }: Pick<Chore, "id" | "what">): string => `${what} ${id}`;

/**
 * Where something lies that an attempt left; null where it is gone. Throws where a link on the way leads out of the attempt's
 * output folder: nothing outside it is touched.
 */
function placeOf(home: string, { attemptId, path }: Chore): string | null {
  const folder = outputFolder(openRunDirectory(home, attemptId).path);
  const whole = join(folder, ...path.split("/"));
  const found = lstatSync(whole, { throwIfNoEntry: false });
  if (!found) return null;
  if (found.isSymbolicLink()) throw new Error(`${path} is a link`);
  if (!realpathSync(whole).startsWith(realpathSync(folder) + sep))
    throw new Error(`${path} leads out of the output folder`);
  return whole;
}

async function hashOfFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

async function hashOf(place: string): Promise<string> {
  if (lstatSync(place).isFile()) return hashOfFile(place);
  const files: Record<string, string> = {};
  for (const entry of readdirSync(place, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile())
      files[
        path
          .slice(place.length + 1)
          .split(sep)
          .join("/")
      ] = await hashOfFile(path);
  }
  return createHash("sha256").update(contentLines(files)).digest("hex");
}

/** What a server asks of files that ended attempts left here, one after the other. */
export class Chores {
  private readonly home: string;
  private readonly log: (line: string) => void;
  private readonly box = new Outbox<Pick<Chore, "id" | "what">, ChoreDone>(keyOf);
  private working = Promise.resolve();

  constructor(home: string, log: (line: string) => void) {
    this.home = home;
    this.log = log;
  }

  /** What was done since the server was last heard; `heard` follows where it has taken it. */
  report(): ChoreDone[] {
    return this.box.report();
  }

  heard(): void {
    this.box.heard();
  }

  take(chores: readonly Chore[]): void {
    for (const chore of chores) {
      if (!this.box.begin(chore)) continue;
      this.working = this.working.then(() => this.work(chore));
    }
  }

  /** Resolves when everything that was taken is done. */
  settled(): Promise<void> {
    return this.working;
  }

  private async work(chore: Chore): Promise<void> {
    const { id, what, attemptId, path } = chore;
    try {
      const place = placeOf(this.home, chore);
      if (place === null) this.box.end({ id, what, outcome: "gone" });
      else if (what === "hash") this.box.end({ id, what, outcome: "done", sha256: await hashOf(place) });
      else {
        await rm(place, { recursive: true });
        this.box.end({ id, what, outcome: "done" });
        this.log(`${path} of attempt ${attemptId} is removed: the server no longer keeps it`);
      }
    } catch (error) {
      const problem = problemOf(error);
      this.box.end({ id, what, outcome: "failed", problem });
      this.log(
        `${path} of attempt ${attemptId} could not be ${what === "drop" ? "removed" : "hashed"}: ${problem}`,
      );
    }
  }
}
