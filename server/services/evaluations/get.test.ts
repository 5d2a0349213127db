import { describe, expect, test } from "vitest";
import { readProblems } from "#components/evaluations/read-problems.ts";
import { watchStatements } from "#db/testing.ts";
import { growthOfSteps } from "../../../workers/math/testing/count-steps.ts";
import type { TrainerEvent } from "../../../workers/protocol/events.ts";
import { bootstrapMean } from "../../stats/problems/cluster-bootstrap.ts";
import { meanInterval } from "../../stats/mean-interval.ts";
import { wilson } from "../../stats/problems/wilson.ts";
import { labelsEvent, labelWorld, step } from "../labels/testing.ts";
import { listLabelSets } from "../labels/overview.ts";
import { codeOf, evaluationEvent, populationEvent, problemHashes, started } from "../testing.ts";
import { getEpisode } from "./episode.ts";
import { findEvaluation } from "./find.ts";
import { evaluationProblems, getEvaluation } from "./get.ts";
import { listEvaluations } from "./list.ts";
import { problemTable } from "./problem-table.ts";

const ROWS = Array.from({ length: 60 }, (_, i) => ({
  i,
  solved: i % 3 !== 0,
  steps: i % 3 === 0 ? 20 : 2 + (i % 7),
  op: i % 3 === 0 ? null : 0.8 + (i % 5) / 25,
  da: i < 40 ? (i % 4) / 4 : null,
  clean: i < 50 ? i % 2 === 0 : null,
  confirmed: i === 1 ? true : i === 2 ? false : null,
}));

/** A run with one evaluation of 60 problems: 40 of two faults, 20 of one; 10 have integer columns. */
function evaluated() {
  const { world, attempt } = started();
  const hashes = problemHashes(60);
  const population = populationEvent(hashes) as Extract<TrainerEvent, { t: "population" }>;
  population.problems.forEach((problem, i) => {
    problem.type = i < 40 ? "AB" : "C";
    problem.integers = i < 10 ? 2 : 0;
  });
  attempt.send(population, { ...evaluationEvent(hashes, 0), rows: ROWS } as TrainerEvent);
  const [{ id }] = listEvaluations(world.ctx, {
    runId: attempt.runId,
    finalOnly: false,
    search: "",
    limit: 10,
    offset: 0,
  }).rows;
  return { world, attempt, id, hashes, read: () => getEvaluation(world.ctx, id) };
}
const bounds = ({ value, low, high }: { value: number | null; low: number | null; high: number | null }) => [
  value,
  low,
  high,
];

describe("the metrics of an evaluation", () => {
  test("each have the interval that fits them, over the problems they are defined on", () => {
    const { metrics } = evaluated().read();
    const of = (title: string) => metrics.find((metric) => metric.title === title);
    const solved = ROWS.filter((row) => row.solved);
    const at5 = solved.filter((row) => row.steps <= 5).length;
    expect(of("RR")).toMatchObject({ n: 60, hits: 40, of: "problems" });
    expect(bounds(of("RR")!)).toEqual(bounds(wilson(40, 60)));
    expect(bounds(of("RR@5")!)).toEqual(bounds(wilson(at5, 60)));
    expect(bounds(of("Clean")!)).toEqual(bounds(wilson(25, 50)));
    expect(bounds(of("Steps")!)).toEqual(bounds(meanInterval(ROWS.map((row) => row.steps))));
    expect(bounds(of("Steps, solved")!)).toEqual(bounds(meanInterval(solved.map((row) => row.steps))));
    expect(new Set(metrics.map(({ id }) => id)).size).toBe(metrics.length);
    const boot = { seed: 1, replicates: 2000, clusterName: "problems" };
    const da = ROWS.flatMap((row) => (row.da === null ? [] : [row.da]));
    expect(of("DA, da.root (DIAGNOSE)")).toMatchObject({ n: 40, of: "problems with known faults" });
    expect(bounds(of("DA, da.root (DIAGNOSE)")!)).toEqual(
      bounds(
        bootstrapMean(
          da.toSorted((a, b) => a - b),
          boot,
        ),
      ),
    );
    expect(bounds(of("OP")!)).toEqual(
      bounds(
        bootstrapMean(
          solved.map((row) => row.op ?? 0).toSorted((a, b) => a - b),
          boot,
        ),
      ),
    );
  });

  test("are those of the part of the run's problems that was measured", () => {
    expect(evaluated().read().evaluation.part).toBe("held_out");
    const { world, id, read } = evaluated();
    world.ctx.db.$client.exec("update attempt_populations set role = 'train'");
    expect(read().evaluation.part).toBe("train");
    world.ctx.db.$client.exec("delete from attempt_populations");
    const listed = { runId: null, finalOnly: false, search: "", limit: 10, offset: 0 };
    expect(listEvaluations(world.ctx, listed).rows.map((row) => [row.id, row.part])).toEqual([[id, null]]);
  });

  test("RR@k grows with k over all problems and ends at RR", () => {
    const { rrAtK } = evaluated().read();
    expect(rrAtK.map((point) => point.k)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    expect(rrAtK[0].solved).toBe(0);
    expect(rrAtK.at(-1)).toMatchObject({ solved: 40, share: 40 / 60 });
    expect(rrAtK.every((point, i) => i === 0 || point.solved >= rrAtK[i - 1].solved)).toBe(true);
  });

  test("by kind of problem, one with two faults counts under both", () => {
    const { byType, byLevel } = evaluated().read();
    expect(byType.map(({ key, n }) => [key, n])).toEqual([
      ["A", 40],
      ["B", 40],
      ["C", 20],
    ]);
    expect(byLevel).toHaveLength(1);
  });

  test("integer models that the relaxation flatters are counted", () => {
    expect(evaluated().read().integers).toEqual({ problems: 10, solved: 6, confirmed: 1, refuted: 1 });
  });

  test("are computed from the rows of this moment", () => {
    const { world, read } = evaluated();
    world.ctx.db.$client.exec("update evaluation_rows set solved = 1, steps = 1");
    expect(read().metrics.find((metric) => metric.title === "RR@5")?.hits).toBe(60);
  });
});

test("problems come in the order of the population, by their names, with what is not known as null", () => {
  const { world, id } = evaluated();
  const rows = evaluationProblems(world.ctx, id);
  expect(rows.map((row) => row.key)).toEqual(ROWS.map((_, i) => `p${i}`));
  expect(rows[1]).toMatchObject({ solved: true, steps: 3, confirmed: true, type: "AB", episode: false });
  expect(rows[55]).toMatchObject({ da: null, clean: null });
});

test("the compact table a page reads says the same as the rows", () => {
  const { world, id } = evaluated();
  const rows = evaluationProblems(world.ctx, id);
  expect(readProblems(problemTable(world.ctx, id))).toEqual(
    rows.map((row) => ({ ...row, hash: row.hash.slice(0, 16) })),
  );
});

describe("an evaluation is found", () => {
  test("by its id, a start of it with or without the prefix, and by its run", () => {
    const { world, id, attempt } = evaluated();
    for (const text of [id, id.slice(0, 8), id.slice(4, 12), attempt.runId])
      expect(findEvaluation(world.ctx, text)).toEqual({ id });
  });
  test("never by what fits several or nothing", () => {
    const { world, attempt, hashes } = evaluated();
    attempt.send(evaluationEvent(hashes, 3, { key: "before", final: false, step: 0 }));
    expect(() => findEvaluation(world.ctx, "evl_")).toThrow(/fits 2 evaluations: evl_.*Give more/);
    for (const text of ["nothing", "", "%", "evl_%"])
      expect(codeOf(() => findEvaluation(world.ctx, text)).code).toBe("not_found");
  });
  test("by the final one of its run, whatever was measured on the way", () => {
    const { world, attempt, hashes, id } = evaluated();
    attempt.send(evaluationEvent(hashes, 3, { key: "later", final: false, step: 99 }));
    expect(findEvaluation(world.ctx, attempt.runId)).toEqual({ id });
  });
  test("a run without a final one says so, with its state", () => {
    const { world, attempt } = started();
    expect(() => findEvaluation(world.ctx, attempt.runId)).toThrow(/is running and has no final evaluation/);
  });
});

describe("an episode", () => {
  const steps = [step("GET_IIS"), step("DROP", { iisAfter: [], status: "OPTIMAL", target: "c2" })];
  const world = labelWorld([steps, null, steps]);
  const { ctx } = world.world;
  const ask = (problem: string, labelSetId: string | null = null) =>
    getEpisode(ctx, { evaluationId: world.evaluationId, problem, labelSetId });

  test("has its outcome and steps, and knows its neighbours", () => {
    const found = ask(world.hashes[0].slice(0, 16));
    expect(found).toMatchObject({
      problem: { key: "p0", hash: world.hashes[0] },
      outcome: { solved: true, steps: 3 },
      position: 0,
      previous: null,
      next: world.hashes[1],
    });
    expect(found.steps).toMatchObject([
      { step: 1, action: "GET_IIS", target: null, label: null },
      { step: 2, action: "DROP", target: "c2", iisAfter: [], status: "OPTIMAL" },
    ]);
  });

  test("whose steps were not kept still has its outcome", () => {
    expect(ask("p1")).toMatchObject({ steps: null, outcome: { solved: false }, next: world.hashes[2] });
  });

  test("carries the labels of the set that is named, and refuses a set of another evaluation", () => {
    const attempt = world.labeller();
    attempt.send(labelsEvent([{ i: 2, step: 2, label: 1, reason: "solved" }]));
    const [set] = listLabelSets(ctx);
    expect(ask("p2", set.id)).toMatchObject({
      labelSet: { id: set.id, n: 1 },
      steps: [
        { label: null, reason: null },
        { label: 1, reason: "solved" },
      ],
    });
    expect(codeOf(() => ask("p2", "lbl_0000000000000000")).code).toBe("not_found");
  });

  test("of a problem that is not there is refused", () => {
    expect(codeOf(() => ask("p9")).code).toBe("not_found");
    expect(codeOf(() => ask("%")).code).toBe("not_found");
  });
});

describe("the list", () => {
  test("is newest first, narrowed by run, name, start of an id and final ones", () => {
    const { world, attempt, id, hashes } = evaluated();
    attempt.send({
      ...evaluationEvent(hashes, 30, { key: "mid", final: false, step: 7 }),
      at: 1,
    });
    const list = (more: { finalOnly?: boolean; search?: string; limit?: number; offset?: number }) =>
      listEvaluations(world.ctx, {
        runId: null,
        finalOnly: false,
        search: "",
        limit: 10,
        offset: 0,
        ...more,
      });
    expect(list({}).rows.map((row) => row.trainStep)).toEqual([40, 7]);
    expect(list({}).rows[1].lead).toMatchObject({ hits: 30, n: 60 });
    expect(list({ finalOnly: true })).toMatchObject({ total: 1, rows: [{ id, n: 60, episodes: 0 }] });
    expect(list({ search: id.slice(0, 12) }).total).toBe(1);
    expect(list({ search: "%" }).total).toBe(0);
    expect(list({ search: list({}).rows[0].run.name.slice(2) }).total).toBe(2);
    expect(list({ limit: 1, offset: 1 })).toMatchObject({ total: 2, rows: [{ trainStep: 7 }] });
  });
});

describe("many problems with their episodes", () => {
  const many = (problems: number) => {
    const episode = Array.from({ length: 7 }, () => step("DROP"));
    const { world, evaluationId } = labelWorld(Array.from({ length: problems }, () => episode));
    const { ctx } = world;
    ctx.db.$client.exec("update evaluation_rows set da = (rowid % 5) / 4.0, op = (rowid % 7) / 6.0");
    const read = () => ({
      detail: getEvaluation(ctx, evaluationId),
      rows: evaluationProblems(ctx, evaluationId),
    });
    return { db: ctx.db, read };
  };

  test("are read in steps that follow their number", () => {
    expect(growthOfSteps(100, (problems) => many(problems).read)).toBeLessThan(10);
  });

  test("are read by the same statements however many they are, none of which goes through a table", () => {
    const [few, more] = [20, 160].map((problems) => {
      const { db, read } = many(problems);
      return watchStatements(db, () => {
        const { detail, rows } = read();
        expect(detail.evaluation).toMatchObject({ n: problems, episodes: problems });
        expect(rows).toHaveLength(problems);
      });
    });
    expect(more.statements).toEqual(few.statements);
    expect(more.scanned).toEqual([]);
  });
});
