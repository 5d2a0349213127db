import { expect, test } from "vitest";
import { groupName, UNNAMED } from "./group-name.ts";

test("a group is called as its client named it", () => {
  expect(groupName({ key: "gsm8k/33", opening: "What is 6 times 7?" })).toBe("gsm8k/33");
});

test("one that its client did not name is called by its prompt, or by the end of its key", () => {
  const key = `${UNNAMED}node7-6b04f541:33`;
  expect(groupName({ key, opening: "What is 6 times 7?" })).toBe("What is 6 times 7?");
  expect(groupName({ key })).toBe("…4f541:33");
});
