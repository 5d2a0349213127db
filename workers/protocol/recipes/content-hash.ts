/**
 * What the content hash of a recipe is taken of: a line for each of its files, sha256 and path, in the order of the paths. A
 * file that is added, lost, renamed or changed makes another hash.
 */
export const contentLines = (files: Readonly<Record<string, string>>): string =>
  Object.keys(files)
    .toSorted()
    .map((path) => `${files[path]}  ${path}\n`)
    .join("");

/** Paths whose file is new, gone or another one, in their order. */
export const changedPaths = (
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((path) => before[path] !== after[path])
    .toSorted();
