import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  type DiagnosedEpisode,
  DIAGNOSIS_COUNTS,
  type DiagnosisCounts,
  type DiagnosisDefinition,
  diagnosisParts,
  packTally,
  tallyDiagnosis,
  unpackTally,
} from "../diagnosis.ts";
import { readGolden } from "../../../server/stats/testing.ts";

type Told = Omit<DiagnosedEpisode<string>, "faults">;

const GOLDEN_ORDER = ["da.iis_set", "da.iis_dup", "da.iis_jaccard"] as const;

const diagnosisAccuracy = (episode: Told, definition: DiagnosisDefinition, counts: DiagnosisCounts) =>
  diagnosisParts(tallyDiagnosis({ ...episode, faults: [] }), definition, counts);

const golden = readGolden("compare.json") as {
  diagnosis: {
    conflict: string[];
    actions: [string, string | null][];
    expected: Record<Exclude<DiagnosisCounts, "repair">, number[] | null>;
  }[];
};

const dropping = (conflict: string, dropped: string): Told => ({
  conflict: conflict.split(""),
  actions: dropped.split("").map((target) => ({ action: "DROP", target })),
});

function micro(episodes: Told[], definition: DiagnosisDefinition, counts: DiagnosisCounts) {
  const parts = episodes.flatMap((e) => diagnosisAccuracy(e, definition, counts) ?? []);
  return parts.reduce((sum, p) => sum + p.hits, 0) / parts.reduce((sum, p) => sum + p.of, 0);
}

test("all three definitions under all three countings agree with set arithmetic in Python", () => {
  for (const { conflict, actions, expected } of golden.diagnosis) {
    const episode = { conflict, actions: actions.map(([action, target]) => ({ action, target })) };
    for (const counts of ["diagnose", "drop", "drop+relax"] as const)
      GOLDEN_ORDER.forEach((definition, i) => {
        const parts = diagnosisAccuracy(episode, definition, counts);
        const value = parts && parts.hits / parts.of;
        if (expected[counts] === null) expect(value).toBeNull();
        else expect(value).toBeCloseTo(expected[counts][i], 12);
      });
  }
});

test("five episodes with a published micro recall of 0.6154 give it as sets, and 10 / 13 with repeats counted", () => {
  const episodes = [
    dropping("abc", "ca"),
    dropping("abc", "cac"),
    dropping("ab", "aba"),
    dropping("ab", "b"),
    dropping("abc", "c"),
  ];
  expect(micro(episodes, "da.iis_set", "drop")).toBeCloseTo(0.6154, 4);
  expect(micro(episodes, "da.iis_dup", "drop")).toBeCloseTo(10 / 13, 12);
});

test("a repeated culprit lifts only the definition that counts repeats, and may lift it above 1", () => {
  const episode = dropping("ab", "abb");
  expect(diagnosisAccuracy(episode, "da.iis_set", "drop")).toEqual({ hits: 2, of: 2 });
  expect(diagnosisAccuracy(episode, "da.iis_dup", "drop")).toEqual({ hits: 3, of: 2 });
});

test("without a conflict there was nothing to diagnose: null, not 0 and not 1", () => {
  for (const definition of GOLDEN_ORDER)
    expect(diagnosisAccuracy(dropping("", "a"), definition, "drop")).toBeNull();
});

test("Jaccard never exceeds recall, recall never exceeds the counting of repeats", () => {
  const name = fc.constantFrom("a", "b", "c", "d", "e");
  const action = fc.constantFrom("DIAGNOSE", "DROP", "RELAX_SMALL", "RELAX_LARGE", "CHECK");
  fc.assert(
    fc.property(
      fc.uniqueArray(name, { minLength: 1 }),
      fc.array(fc.record({ action, target: fc.option(name) }), { maxLength: 9 }),
      fc.constantFrom(...DIAGNOSIS_COUNTS),
      (conflict, actions, counts) => {
        const of = (definition: DiagnosisDefinition) => {
          const parts = diagnosisAccuracy({ conflict, actions }, definition, counts);
          return parts === null ? Number.NaN : parts.hits / parts.of;
        };
        return of("da.iis_jaccard") <= of("da.iis_set") && of("da.iis_set") <= of("da.iis_dup");
      },
    ),
  );
});

const name = fc.constantFrom("a", "b", "c", "d", "e");
const step = fc.record({
  action: fc.constantFrom("DIAGNOSE", "DROP", "RELAX_SMALL", "RELAX_LARGE", "UPDATE_BOUNDS", "GET_IIS"),
  target: fc.option(name),
});
const counted = fc.record({
  conflict: fc.uniqueArray(name),
  faults: fc.array(fc.uniqueArray(name, { minLength: 1 }).map((list) => new Set(list))),
  actions: fc.array(step, { maxLength: 9 }),
});

test("what is stored of an episode gives back every count", () => {
  fc.assert(
    fc.property(counted, (episode) => {
      const tally = tallyDiagnosis(episode);
      expect(unpackTally(packTally(tally))).toEqual(tally);
    }),
  );
});

test("a root is named once, however often and by whichever of its elements; a longer episode never names less", () => {
  fc.assert(
    fc.property(counted, step, fc.constantFrom(...DIAGNOSIS_COUNTS), (episode, more, counts) => {
      const short = tallyDiagnosis(episode).by[counts];
      const long = tallyDiagnosis({ ...episode, actions: [...episode.actions, more] }).by[counts];
      expect(short.roots).toBeLessThanOrEqual(episode.faults.length);
      for (const key of ["roots", "members", "repeats", "distinct"] as const)
        expect(long[key]).toBeGreaterThanOrEqual(short[key]);
    }),
  );
});

test("da.root counts faults, each by any element it accepts", () => {
  const faults = [new Set(["a", "b"]), new Set(["c"]), new Set(["d"])];
  const tally = tallyDiagnosis({
    conflict: ["a", "c"],
    faults,
    actions: [
      { action: "DIAGNOSE", target: "b" },
      { action: "DROP", target: "c" },
      { action: "RELAX_SMALL", target: "a" },
      { action: "UPDATE_BOUNDS", target: "d" },
    ],
  });
  const root = (counts: DiagnosisCounts) => diagnosisParts(tally, "da.root", counts);
  expect(root("diagnose")).toEqual({ hits: 1, of: 3 });
  expect(root("drop")).toEqual({ hits: 1, of: 3 });
  expect(root("drop+relax")).toEqual({ hits: 2, of: 3 });
  expect(root("repair")).toEqual({ hits: 3, of: 3 });
  expect(
    diagnosisParts(tallyDiagnosis({ conflict: ["a"], faults: [], actions: [] }), "da.root", "drop"),
  ).toBeNull();
});

const REAL = join(
  process.env.ABLAB_TEST_DATA ?? join(import.meta.dirname, "../../../../shared/data"),
  "LLM-for-OR/outputs/sft_eval_200.json",
);

test.skipIf(!existsSync(REAL))(
  "200 real episodes: the printed 80 % counts repeats, as sets it is 60.5 %",
  () => {
    const { results } = JSON.parse(readFileSync(REAL, "utf8")) as {
      results: { diagnosed_constraints: string[]; ground_truth_iis: string[] }[];
    };
    const episodes = results.map((r) => ({
      conflict: r.ground_truth_iis,
      actions: r.diagnosed_constraints.map((target) => ({ action: "DROP", target })),
    }));
    expect(micro(episodes, "da.iis_dup", "drop")).toBeCloseTo(0.8004338394793926, 12);
    expect(micro(episodes, "da.iis_set", "drop")).toBeCloseTo(0.6052060737527115, 12);
  },
);
