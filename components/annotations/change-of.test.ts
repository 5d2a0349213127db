import { expect, test } from "vitest";
import { changeOf, readTags } from "./change-of.ts";

const before = { name: "baseline-1", tags: ["old", "paper"], notes: "as it was" };

test("what was not touched in the dialog is not sent", () => {
  expect(changeOf("run_1", before, { ...before })).toEqual({ id: "run_1" });
  expect(changeOf("run_1", before, { ...before, name: "start" })).toEqual({
    id: "run_1",
    name: "start",
    nameWas: "baseline-1",
  });
});

test("tags go as what was added and taken away, notes with those that they were written over", () => {
  const after = { ...before, tags: readTags("paper, new new"), notes: "more" };
  expect(changeOf("run_1", before, after)).toEqual({
    id: "run_1",
    addTags: ["new"],
    removeTags: ["old"],
    notes: "more",
    notesWere: "as it was",
  });
});
