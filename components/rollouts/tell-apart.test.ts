import { array, assert, constantFrom, property, string } from "fast-check";
import { expect, test } from "vitest";
import { tellApart } from "./tell-apart.ts";

test("prompts of one template are called by what differs, from a whole word on", () => {
  expect(
    tellApart(["A bakery bakes 240 rolls.", "A bakery bakes 20 rolls.", "A bakery bakes 2 rolls."]),
  ).toEqual(["…240 rolls.", "…20 rolls.", "…2 rolls."]);
});

test("equal prompts, one prompt, and a short common word stay whole", () => {
  for (const openings of [["What is 6?", "What is 6?"], ["What is 6?"], ["A b", "A c"], []])
    expect(tellApart(openings)).toEqual(openings);
});

test("what is left is an end of each prompt, and different prompts stay different", () => {
  const opening = string({ unit: constantFrom("a", "b", " ", "😀"), maxLength: 30 });
  assert(
    property(array(opening, { maxLength: 6 }), string(), (openings, template) => {
      const all = openings.map((one) => template + one);
      const told = tellApart(all);
      expect(new Set(told).size).toBe(new Set(all).size);
      told.forEach((name, i) => expect(all[i].endsWith(name.replace(/^…/, ""))).toBe(true));
    }),
  );
});
