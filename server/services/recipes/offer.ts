import {
  replaceFolderProblems,
  selectFolderRecipes,
  upsertFolderRecipe,
} from "#db/queries/folder-recipes.ts";
import type { RegisterMessage } from "../../../workers/protocol/messages.ts";
import { issueText, readRecipeFile } from "../../../workers/protocol/recipes/check-file.ts";
import { contentLines } from "../../../workers/protocol/recipes/content-hash.ts";
import { versionWithHash } from "../../../workers/protocol/recipes/script-version.ts";
import { RECIPE_FILE } from "../../../workers/protocol/recipes/recipe-file.ts";
import { writeOut } from "../../../workers/protocol/visible-text.ts";
import { SHIPPED_RECIPES } from "../../../workers/recipes/shipped-recipes.ts";
import { findRecipe } from "../../../workers/recipes/catalog.ts";
import type { ServiceContext, WriteScope } from "../context.ts";
import { sha256 } from "../hashing.ts";
import { takeDeclared } from "./book.ts";

type Offered = RegisterMessage["recipes"][number];
type Script = NonNullable<Offered["script"]>;

/** Why an offered script cannot be taken; null where it can. */
function refusal({ slug, version }: Offered, { file, files }: Script): string | null {
  if (findRecipe(slug)) return `"${slug}" is the name of a built-in recipe; choose another slug.`;
  const read = readRecipeFile(JSON.stringify(file));
  if ("issues" in read) return issueText(RECIPE_FILE, read.issues[0]);
  const hash = sha256(contentLines(files));
  return slug === file.slug && version === versionWithHash(file.version, hash)
    ? null
    : `The worker names ${slug} ${version}, and its files are another version.`;
}

/** Whose word lets a content start: a slug seen for the first time, or exactly what this version came with. Null asks a person. */
function approvedBy(slug: string, hash: string, isFirst: boolean, worker: string): string | null {
  if (SHIPPED_RECIPES[slug] === hash) return "this version of Ablab, which it comes with";
  return isFirst ? `whoever started worker ${worker}` : null;
}

/**
 * Takes the scripts that a worker offers. Whoever starts a worker with a folder agrees to what lies in it when its slug is seen
 * for the first time; what comes with this version, to the byte, is agreed to by whoever installed it; every other content waits
 * until a person agrees. Answers what the worker can run.
 */
export function takeOffered(
  ctx: ServiceContext,
  scope: WriteScope,
  workerId: string,
  { name, recipes, folderProblems = [] }: RegisterMessage,
): { slug: string; version: string; unhashedCode?: string[]; lacks?: string[] }[] {
  const now = ctx.now();
  const stored = selectFolderRecipes(scope.db);
  const seen = new Set(stored.map(({ slug }) => slug));
  const agreed = new Set(stored.flatMap((one) => (one.approvedAt === null ? [] : `${one.slug} ${one.hash}`)));
  const problems = [...folderProblems];
  const taken: ReturnType<typeof takeOffered> = [];
  for (const offered of recipes) {
    const { slug, version, script } = offered;
    const problem = script ? refusal(offered, script) : null;
    if (problem !== null && script) problems.push({ folder: script.folder, problem });
    if (problem !== null) continue;
    const unhashedCode = script?.unhashedCode?.map(writeOut) ?? [];
    const lacks = script?.lacks?.map(writeOut) ?? [];
    taken.push({
      slug,
      version,
      ...(unhashedCode.length > 0 && { unhashedCode }),
      ...(lacks.length > 0 && { lacks }),
    });
    if (!script) continue;
    const hash = sha256(contentLines(script.files));
    const by = agreed.has(`${slug} ${hash}`) ? null : approvedBy(slug, hash, !seen.has(slug), name.trim());
    upsertFolderRecipe(scope.db, {
      slug,
      version,
      hash,
      file: script.file,
      files: script.files,
      folder: writeOut(script.folder),
      offeredBy: name.trim(),
      offeredAt: now,
      ...(by !== null && { approvedAt: now, approvedBy: by }),
    });
  }
  takeDeclared(scope.db);
  const written = problems.map(({ folder, problem }) => ({
    folder: writeOut(folder),
    // A line each is a sentence.
    problem: writeOut(problem.replaceAll(/\r?\n/g, " ")),
  }));
  replaceFolderProblems(scope.db, workerId, written);
  return taken;
}
