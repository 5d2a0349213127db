import { expect, test } from "vitest";
import { importedOnce, intoPacks, proseWords, withLabWords } from "./house-figures.ts";
import { sourceFiles, type SourceFile } from "./source-files.ts";

const file = (name: string, ...targets: string[]): SourceFile => ({
  file: name,
  text: "",
  imports: targets.map((target) => ({ typeOnly: false, spec: target, target })),
});

test("a file with one importer counts, one with two or none does not, however often it is imported", () => {
  const files = [file("a", "b", "c", "b"), file("b"), file("c"), file("d", "c")];
  expect(importedOnce(files).map((f) => f.file)).toEqual(["b"]);
});

test("prose is what people read: no paths, no short labels, no comments, a slot is one word", () => {
  expect(proseWords('const a = "./some/path here now"; // three more words\nconst b = "ok";')).toBe(0);
  expect(proseWords('say("The queue is empty");')).toBe(4);
  expect(proseWords("say(`There are ${n.length} runs`);")).toBe(4);
  expect(proseWords("<p>No run matches it</p>")).toBe(4);
});

/** As many as there are: the number falls until core names no domain. */
const MOST_WITH_LAB_WORDS = 36;

test("core names less and less of what only the pack of repairs is to name", () => {
  const found = withLabWords(sourceFiles());
  expect(found.length, found.join("\n")).toBeLessThanOrEqual(MOST_WITH_LAB_WORDS);
});

/** As many as there are: what a pack brings is to be asked for by the lists in `packs/`. */
const MOST_INTO_PACKS = 35;

test("core reaches less and less into packs past their lists", () => {
  const found = intoPacks(sourceFiles());
  expect(found.length, found.join("\n")).toBeLessThanOrEqual(MOST_INTO_PACKS);
});
