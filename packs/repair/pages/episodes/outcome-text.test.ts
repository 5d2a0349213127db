import { expect, test } from "vitest";
import { outcomeText } from "./outcome-text.ts";

const outcome = { solved: true, steps: 4, op: 0.982, da: 0.5, clean: false, confirmed: null };

test("a solved episode says at which step, and what is known of its repair", () => {
  expect(outcomeText(outcome, 20, "DROP")).toBe(
    "Solved at step 4, OP 98.2\u202f%, DA 50.0\u202f%, not clean.",
  );
  expect(outcomeText({ ...outcome, confirmed: false }, 20, "DROP")).toContain("the integer model has none");
});

test("an unsolved one says whether it gave up, ran out of steps, or just ended", () => {
  const unsolved = { solved: false, steps: 20, op: null, da: null, clean: null, confirmed: null };
  expect(outcomeText(unsolved, 20, "DROP")).toBe("Not solved within 20 steps.");
  expect(outcomeText({ ...unsolved, steps: 3 }, 20, "SUBMIT")).toBe("Not solved: it submitted at step 3.");
  expect(outcomeText({ ...unsolved, steps: 3 }, 20, null)).toBe("Not solved; it ended at step 3.");
});
