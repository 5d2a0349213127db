import { expect, test } from "vitest";
import { readPlace, readRange, writePlaceOf, writeRange } from "./rollout-search.ts";

test("a completion in the address is read as it was written, whatever its key holds", () => {
  for (const key of ["bakery-0412", "a~b~c", "", "ключ 😀\nx"]) {
    const place = { phase: "train", step: 340, key, place: 4 } as const;
    expect(readPlace(writePlaceOf(place))).toEqual(place);
  }
  for (const text of ["", "train~1", "dream~1~2~k", "train~-1~0~k", `train~1~0~${"k".repeat(300)}`])
    expect(readPlace(text)).toBeNull();
});

test("a bar in the address is its two ends, or all", () => {
  expect(readRange(writeRange([-0.2, 0.3]))).toEqual([-0.2, 0.3]);
  expect(readRange("all")).toBe("all");
  for (const text of ["", "1", "2..1", "a..b", "1..", "0..NaN"]) expect(readRange(text)).toBeNull();
});
