import { readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { RegisterMessage } from "../../protocol/messages.ts";
import { changedPaths } from "../../protocol/recipes/content-hash.ts";
import { lackingVariables } from "../../protocol/recipes/needed-secrets.ts";
import { loggerVariablesOf } from "../../protocol/loggers/wire-variables.ts";
import { isRecipeFile, RECIPE_FILE } from "../../protocol/recipes/recipe-file.ts";
import { RefusedAssignment } from "../session.ts";
import { atOnce, inTurns } from "../../scripts/content/in-turns.ts";
import { FolderProblem, readingScript, type Script, stampOf } from "../../scripts/read-folder.ts";
import { requirementsOf } from "../../scripts/python/requirements.ts";
import { unhashedCode } from "../../scripts/unhashed-code.ts";
import { makeWorkingFolder, type WorkingFolder } from "../../scripts/working-folder.ts";

interface Offered {
  folder: string;
  script: Script | null;
  problem: string | null;
  stamp: string;
}

/** Variables that each run gets from us, with its own token. */
const GIVEN_BY_LOGGERS = {
  ...loggerVariablesOf("wandb", "http://x", "x"),
  ...loggerVariablesOf("MLflow", "http://x", "x"),
};

/** How often the folders are looked at, ms: an offer is out of date for so long. Before a start they are always read. */
const LOOK_MS = 1000;
/** Folders that take long to look at are looked at less often, so that it costs this share of a core; but so often at least, ms. */
const LOOK_SHARE = 0.01;
const LONGEST_LOOK_MS = 60_000;
const MOST_FOLDERS = 100;

/** How long folders are left alone after a look that took so long, ms. */
export const pauseAfter = (tookMs: number): number =>
  Math.min(LONGEST_LOOK_MS, Math.max(LOOK_MS, tookMs / LOOK_SHARE));

/** The recipes of a folder: itself where it holds the usual file, and each further file. */
function recipesIn(folder: string): string[] {
  const found = readdirSync(folder).filter(isRecipeFile).toSorted();
  return found.map((name) => (name === RECIPE_FILE ? folder : join(folder, name)));
}

/** The recipes of a given folder, or else of those directly in it. */
function foldersOf(given: string): string[] {
  try {
    const own = recipesIn(given);
    if (own.length > 0) return own.slice(0, MOST_FOLDERS);
    const below = readdirSync(given, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .flatMap((entry) => recipesOrNone(join(given, entry.name)))
      .toSorted();
    return below.length > 0 ? below.slice(0, MOST_FOLDERS) : [given];
  } catch {
    return [given];
  }
}

/** A folder that nobody may look into holds none that could be offered. */
function recipesOrNone(folder: string): string[] {
  try {
    return recipesIn(folder);
  } catch {
    return [];
  }
}

/** What a worker offers out of folders. They are read again when they change, and always before a start. */
export class ScriptFolders {
  private readonly given: readonly string[];
  private readonly taken: ReadonlySet<string>;
  private offered: Offered[] = [];
  private nextLook = -Infinity;
  /** Files of each version that was offered, so that a changed one can be named. */
  private readonly known = new Map<string, Script["files"]>();

  /** `taken`: slugs of the worker's own recipes. */
  constructor(given: readonly string[], taken: readonly string[]) {
    this.given = given;
    this.taken = new Set(taken);
    this.offered = atOnce(this.looking());
  }

  /** Looks whether something changed. True where the server has to be told. */
  async hasChanged(now = performance.now()): Promise<boolean> {
    if (this.given.length === 0 || now < this.nextLook) return false;
    const before = JSON.stringify(this.message());
    const begunAt = performance.now();
    this.offered = await inTurns(this.looking());
    this.nextLook = now + pauseAfter(performance.now() - begunAt);
    return JSON.stringify(this.message()) !== before;
  }

  message(): Required<Pick<RegisterMessage, "recipes" | "folderProblems">> {
    return {
      recipes: this.offered.flatMap(({ script }) =>
        script
          ? [
              {
                slug: script.file.slug,
                version: script.manifest.version,
                script: {
                  file: script.file,
                  folder: script.folder,
                  files: script.files,
                  unhashedCode: unhashedCode(script, process.env),
                  lacks: lackingVariables(script.file, { ...process.env, ...GIVEN_BY_LOGGERS }),
                },
              },
            ]
          : [],
      ),
      folderProblems: this.offered.flatMap(({ folder, problem }) =>
        problem === null ? [] : [{ folder, problem }],
      ),
    };
  }

  get slugs(): string[] {
    return this.offered.flatMap(({ script }) => script?.file.slug ?? []);
  }

  /**
   * The script of a run, copied to `place` as it is now; nothing that happens in its folder later reaches the run. Rejects with
   * `RefusedAssignment` where that is something else than the run was launched with: only what was approved is started.
   */
  async take(slug: string, version: string, place: string): Promise<WorkingFolder | null> {
    const offered = this.offered.find(({ script }) => script?.file.slug === slug);
    if (!offered) return null;
    let taken: WorkingFolder;
    try {
      taken = await makeWorkingFolder(offered.folder, place);
    } catch (error) {
      if (!(error instanceof FolderProblem)) throw error;
      throw new RefusedAssignment(`${slug} cannot be started: ${error.message}`);
    }
    const { script, origin } = taken;
    if (script.file.slug === slug && script.manifest.version === version) return taken;
    await rm(place, { recursive: true, force: true });
    const before = this.known.get(`${slug}@${version}`);
    const changed = before ? changedPaths(before, script.files) : [];
    const what =
      changed.length > 0 ? ` (${changed.slice(0, 5).join(", ")}${changed.length > 5 ? ", ..." : ""})` : "";
    throw new RefusedAssignment(
      `${slug} has changed in ${origin}${what} since this run was launched. Put it back, or agree to it as it is now (npx ablab recipe approve ${slug}) and launch again.`,
    );
  }

  private *looking(): Generator<undefined, Offered[]> {
    const seen = new Set(this.taken);
    const known = new Map(this.offered.map((one) => [one.folder, one]));
    const found: Offered[] = [];
    for (const folder of this.given.flatMap(foldersOf)) {
      const before = known.get(folder);
      const stamp = stampOf(folder, before?.script?.file ?? null);
      const one = before?.stamp === stamp ? before : yield* readingOffer(folder, stamp);
      const slug = one.script?.file.slug;
      const isTaken = slug !== undefined && seen.has(slug);
      const problem = `Another recipe of this worker is called "${slug}" already; change the slug.`;
      found.push(isTaken ? { ...one, script: null, problem } : one);
      if (slug !== undefined && !isTaken) {
        seen.add(slug);
        this.known.set(`${slug}@${one.script?.manifest.version}`, one.script?.files ?? {});
      }
      yield;
    }
    return found;
  }
}

function* readingOffer(folder: string, stamp: string): Generator<undefined, Offered> {
  try {
    const script = yield* readingScript(folder);
    requirementsOf(script);
    return { folder, script, problem: null, stamp };
  } catch (error) {
    const problem = error instanceof FolderProblem ? error.message : `It cannot be read: ${String(error)}`;
    return { folder, script: null, problem: problem.slice(0, 2000), stamp };
  }
}
