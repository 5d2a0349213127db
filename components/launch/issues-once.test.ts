import { expect, test } from "vitest";
import { issuesOnce } from "./plan-panel.tsx";

test("one wrong field of many configurations is said once, and of one configuration with its name", () => {
  const wrong = (variant: string | null, field: string, message: string) => ({ variant, field, message });
  const issues = [
    wrong("baseline", "iterations", "Too many."),
    wrong("no_kl", "iterations", "Too many."),
    wrong("no_kl", "beta_kl", "Too small."),
    wrong(null, "seeds", "No seeds."),
  ];
  expect(issuesOnce(issues)).toEqual([
    { field: "iterations", message: "Too many.", variants: ["baseline", "no_kl"] },
    { field: "beta_kl", message: "Too small.", variants: ["no_kl"] },
    { field: "seeds", message: "No seeds.", variants: [] },
  ]);
});
