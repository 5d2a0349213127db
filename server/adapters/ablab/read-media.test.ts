import { expect, test } from "vitest";
import { mediumOf } from "./read-media.ts";

test("a line of media is a histogram by its numbers, or a file by its path, and nothing else", () => {
  const histogram = { kind: "histogram", key: "h", step: 3, edges: [0, "NaN", 2], counts: [1, 2] };
  expect(mediumOf(histogram)).toMatchObject({
    kind: "histogram",
    key: "h",
    step: 3,
    path: null,
    histogram: { edges: [0, Number.NaN, 2], counts: [1, 2] },
  });
  const image = { kind: "image", key: "i", step: null, place: 1, path: "media/a.png", caption: "one" };
  expect(mediumOf(image)).toMatchObject({ step: 0, isOwnStep: true, place: 1, caption: "one" });
  for (const none of [
    { ...image, path: null },
    { ...image, key: "" },
    { ...image, kind: "hologram" },
    { ...histogram, counts: 7 },
    {},
  ])
    expect(mediumOf(none)).toBeNull();
});
