import { describe, expect, test } from "vitest";
import { longerEpisodes } from "./longer-episodes.ts";

const side = (name: string, da: number | null, steps: number | null, rrAt5: number | null = 0.3) => ({
  name,
  da: { value: da, n: 300 },
  steps,
  rrAt5,
});
const REPORTED = { da: "da.iis_set_micro", counts: "drop+relax" } as const;

describe("longer episodes name more (C10)", () => {
  const greedy = side("greedy", 0.242, 6.9, 0.323);
  const sampled = side("sampled", 0.312, 11.3, 0.123);

  test("says so in whichever order the sides stand, with DA, steps and RR@5", () => {
    const [note] = longerEpisodes.check(greedy, sampled, REPORTED);
    expect(note).toMatchObject({
      rule: "C10",
      severity: "info",
      a: "sampled",
      b: "greedy",
      metric: "eval/da",
    });
    expect(note.evidence).toMatch(
      /^DA \(da\.iis_set_micro, DROP and RELAX\) from 24\.2.% to 31\.2.%, steps from 6\.90 to 11\.3, RR@5 from 32\.3.% to 12\.3.%/,
    );
    expect(longerEpisodes.check(sampled, greedy, REPORTED)).toEqual([note]);
  });

  test.each([
    ["only DIAGNOSE counts", greedy, sampled, { da: "da.root", counts: "diagnose" } as const],
    ["the higher DA took fewer steps", greedy, side("shorter", 0.4, 5), REPORTED],
    ["DA is the same", greedy, side("alike", 0.245, 12), REPORTED],
    ["the episodes are as long", greedy, side("alike", 0.4, 7.2), REPORTED],
    ["DA was not recorded", greedy, side("old", null, 12), REPORTED],
    ["steps are not known", greedy, side("old", 0.4, null), REPORTED],
  ])("is silent where %s", (_why, a, b, choice) => {
    expect(longerEpisodes.check(a, b, choice)).toEqual([]);
  });
});
