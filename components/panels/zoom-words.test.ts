import { expect, test } from "vitest";
import { zoomWords } from "./panel-toolbar.tsx";

test("a zoom is said with the name of its axis", () => {
  expect(zoomWords("wall", [6.494, 23.31])).toBe("wall seconds 6.49 to 23.3");
  expect(zoomWords("tokens", [0, 1234.5])).toBe("tokens 0 to 1,235");
});

test("of an axis of whole numbers it is the first and the last one in sight", () => {
  expect(zoomWords("step", [6.49, 23.3])).toBe("train step 7 to 23");
  expect(zoomWords("episodes", [10, 1_048_576])).toBe("train episodes 10 to 1,048,576");
  expect(zoomWords("updates", [6.6, 7.4])).toBe("updates 7");
  expect(zoomWords("step", [6.2, 6.8])).toBe("train step 6.20 to 6.80");
});
