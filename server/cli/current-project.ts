import type { Api } from "./client.ts";
import { usageError } from "./exit.ts";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { homeDir } from "./home-dir.ts";
import { makeFolder } from "../../workers/protocol/machine/make-folder.ts";
import { text, type VerbInput } from "./verb.ts";

const file = () => join(homeDir(), "cli-project");

/** The slug that `project use` chose on this machine; null where none was. */
export function chosenProject(): string | null {
  try {
    return readFileSync(file(), "utf8").trim() || null;
  } catch {
    return null;
  }
}

/** Chooses the project of the commands that follow; null: the default one again. */
export function chooseProject(slug: string | null): void {
  if (slug === null) return rmSync(file(), { force: true });
  makeFolder(homeDir(), "set ABLAB_HOME to another directory");
  writeFileSync(file(), `${slug}\n`, { mode: 0o600 });
}

/** The option by which a verb is told its project. */
export const PROJECT_OPTION = {
  project: {
    type: "string",
    value: "P",
    help: "project, by slug or name; default: what `project use` chose",
  },
} as const;

/** The project of a command: as told, else as chosen; undefined where neither is. */
export const projectOf = (input: Pick<VerbInput, "options">): string | undefined =>
  text(input.options.project) ?? chosenProject() ?? undefined;

/** The project of this id, name or slug; a usage error where there is none. */
export async function findProject(api: Api, word: string) {
  const found = (await api.projects.list.query()).find(({ id, name, slug }) =>
    [id, name, slug].includes(word),
  );
  if (!found) throw usageError(`There is no project "${word.slice(0, 80)}". See: npx ablab project list`);
  return found;
}

/** The slug that a list is asked by; null lists every project. */
export async function scopeOf(api: Api, input: Pick<VerbInput, "options">): Promise<string | null> {
  const told = projectOf(input);
  return told === undefined ? null : (await findProject(api, told)).slug;
}
