import { expect, test } from "vitest";
import { areMixed, leadHead, leadMethod } from "./lead-share.tsx";

const repairs = { title: "RR@5", families: null };
const families = { title: "Solved", families: 10 };
const oneFamily = { title: "Solved", families: null };

test("a list of one kind of evaluations is headed by its metric, a mixed one by both", () => {
  expect(leadHead([repairs, null])).toBe("RR@5");
  expect(leadHead([families, oneFamily])).toBe("Solved");
  expect(leadHead([repairs, families])).toBe("RR@5 or solved");
  expect(areMixed([repairs, families, null])).toBe(true);
  expect(areMixed([repairs, null])).toBe(false);
});

test("the foot says how each interval of the list was made, and nothing of those that are not there", () => {
  expect(leadMethod([repairs])).toBe("RR@5: Wilson interval over problems.");
  expect(leadMethod([oneFamily])).toBe("Solved: Wilson interval over problems.");
  expect(leadMethod([families])).toMatch(/^Solved: interval by whole families/);
  expect(leadMethod([families])).not.toContain("Wilson");
  expect(leadMethod([repairs, families])).toMatch(/Wilson interval over problems, of programs of several/);
});
