import { describe, expect, test } from "vitest";
import { launchKeyOf, stagesOf } from "./question.ts";
import { QUESTIONS } from "./questions.ts";

describe("the questions", () => {
  test("expect something of configurations that they launch, in columns that they print", () => {
    for (const { id, stages, expects, also, shows, hides = [] } of QUESTIONS) {
      const keys = new Set(stages.map(({ key }) => key));
      expect(expects.length, id).toBeGreaterThan(0);
      for (const one of expects) {
        const cells = one.kind === "starts" ? [`${one.first}-0`, `${one.second}-0`] : [one.cell];
        for (const cell of cells) expect(keys, id).toContain(cell);
        expect(shows, `${id}: ${one.says}`).toContain(one.metric);
      }
      expect(shows, id).toEqual(expect.arrayContaining(also));
      for (const key of hides) expect(keys, id).toContain(key);
    }
  });

  test("asked again are the same launch, with other seeds another one", () => {
    const [question] = QUESTIONS;
    const key = (seeds: number[]) => launchKeyOf(stagesOf(question, seeds, {}));
    expect(key([0, 1])).toBe(key([0, 1]));
    expect(key([0, 1])).not.toBe(key([0, 1, 2]));
    expect(key([0, 1])).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});
