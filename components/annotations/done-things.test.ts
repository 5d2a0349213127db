import { expect, test } from "vitest";
import type { Keep } from "#server/contracts/housekeeping/annotations.ts";
import {
  type DoneThings,
  NOTHING_DONE,
  refused,
  told,
  tookBack,
  tookBackByVerb,
  type DoneThing,
} from "./done-things.ts";

const change = (pinned: boolean): Keep => ({ id: "run_0000000000000001", pinned });
const thing = (message: string): DoneThing => ({ message, undo: [change(false)] });
const sentences = ({ stack }: DoneThings) => stack.map(({ message }) => message);

const pinned = thing("Pinned a.");
const archived = thing("Archived a.");
const both = [pinned, archived].reduce(told, NOTHING_DONE);

test("changes are taken back the last one first, and the one before it comes next", () => {
  const once = tookBack(both, archived, thing("Unarchived a."));
  expect(sentences(once)).toEqual(["Pinned a."]);
  expect(once.said).toEqual({ text: "Unarchived a.", isRefusal: false });
  expect(sentences(tookBack(once, pinned, thing("Unpinned a.")))).toEqual([]);
});

test("what was taken back is done again until something else is done", () => {
  const once = tookBack(both, archived, thing("Unarchived a."));
  expect(once.redo?.message).toBe("Unarchived a.");
  expect(told(once, thing("Tagged a.")).redo).toBeNull();
});

test("what has no way back is said and not offered", () => {
  const now = told(both, { message: "It is so already.", undo: [] });
  expect(sentences(now)).toEqual(["Pinned a.", "Archived a."]);
  expect(now.said?.text).toBe("It is so already.");
  expect(tookBack(both, archived, { message: "Took back: Archived a.", undo: [] }).redo).toBeNull();
});

test("what is refused to be taken back gives way to the one before it; another refusal keeps all", () => {
  expect(sentences(refused(both, "Gone already.", archived))).toEqual(["Pinned a."]);
  expect(sentences(refused(both, "No."))).toEqual(["Pinned a.", "Archived a."]);
  expect(refused(both, "No.").said).toEqual({ text: "No.", isRefusal: true });
});

test("a page that stays open remembers the last fifty", () => {
  const many = Array.from({ length: 60 }, (_, i) => thing(`${i}`)).reduce(told, NOTHING_DONE);
  expect(sentences(many)).toHaveLength(50);
  expect(sentences(many).at(-1)).toBe("59");
});

test("a verb that tells of its own way back is done again by what it told", () => {
  const moved: DoneThing = { message: "Moved a to B.", undo: [], takeBack: () => Promise.resolve() };
  const back: DoneThing = { ...moved, message: "Moved a to A." };
  const before = told(told(NOTHING_DONE, pinned), moved);
  const after = tookBackByVerb(told(before, back), moved, before.said);
  expect(sentences(after)).toEqual(["Pinned a."]);
  expect(after.redo).toBe(back);
  expect(after.said?.text).toBe("Moved a to A.");
});

test("a verb that tells nothing is said to be taken back, and cannot be done again", () => {
  const saved: DoneThing = { message: "Saved a.", undo: [], takeBack: () => Promise.resolve() };
  const before = told(told(NOTHING_DONE, pinned), saved);
  const after = tookBackByVerb(before, saved, before.said);
  expect(sentences(after)).toEqual(["Pinned a."]);
  expect(after.redo).toBeNull();
  expect(after.said?.text).toBe("Took back: Saved a.");
});
