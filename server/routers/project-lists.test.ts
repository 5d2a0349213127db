import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { upsertDismissal } from "#db/queries/dismissals.ts";
import type { FailureReport } from "../../workers/protocol/failures.ts";
import { labelWorld, labelsEvent, step } from "../services/labels/testing.ts";
import { createProject } from "../services/projects/change.ts";
import { createReport } from "../services/reports/create.ts";
import { moveThings } from "../services/moving/move.ts";
import { createToken } from "../services/external/tokens.ts";
import { saveTableView } from "../services/table-views/save.ts";
import {
  evaluationEvent,
  launch,
  NO_KEEPER,
  NO_WEBHOOKS,
  populationEvent,
  startNext,
  type StartedAttempt,
} from "../services/testing.ts";
import { appRouter } from "./index.ts";

const DOORS = { createLoginLink: () => "", version: "1", homeDir: "", startedAt: 0 };
const FAILURES: FailureReport = {
  n: 1,
  slowOver: 5,
  maxSteps: 20,
  counts: "drop+relax",
  part: "train",
  kinds: [{ kind: "timeout", count: 1 }],
  byType: [],
  byLevel: [],
  conflict: null,
  meanSteps: 20,
  subset: { how: "failed", n: 1 },
  cases: [],
};

/** Ids of everything of one project. */
interface Held {
  runs: string[];
  others: string[];
}

const held: Record<"lp-debug" | "side", Held> = {
  "lp-debug": { runs: [], others: [] },
  side: { runs: [], others: [] },
};
let caller: ReturnType<typeof appRouter.createCaller>;

beforeAll(() => {
  const made = labelWorld([[step("DROP")], [step("DROP")]]);
  const { world, worker, hashes } = made;
  const { ctx } = world;
  createProject(ctx, { name: "Side" });
  /** What reads a policy's episodes: one run labels them, one looks at failures; another waits. */
  const around = (policy: StartedAttempt, slug: keyof typeof held) => {
    const [labelling, looking] = [made.labeller(policy), made.labeller(policy)];
    labelling.send(labelsEvent([{ i: 0, step: 1, label: 0.2, reason: "diagnostic_action" }]));
    looking.send({ t: "failures", at: 5, report: FAILURES });
    for (const one of [labelling, looking]) one.finish();
    const runs = [policy.runId, labelling.runId, looking.runId];
    moveThings(ctx, { ids: runs, to: slug });
    upsertDismissal(ctx.db, {
      runId: policy.runId,
      rule: "D13",
      metric: "",
      reason: "known",
      by: "a",
      at: 1,
    });
    const report = createReport(ctx, { title: `Of ${slug}`, markdown: "", project: slug });
    const token = createToken(ctx, { name: `node of ${slug}`, project: slug });
    const view = saveTableView(ctx, { name: `View of ${slug}`, address: "", project: slug });
    held[slug] = { runs, others: [report.id, token.id, String(view.view?.id)] };
  };
  launch(world, {}, { title: "Second policy" });
  const second = startNext(world, worker);
  const episodes = hashes.map((_, i) => ({ i, steps: [step("DROP")] }));
  second.send(populationEvent(hashes), evaluationEvent(hashes, 1));
  second.send({ t: "episodes", at: 3, key: "final", episodes });
  second.finish();
  around(made.policy, "lp-debug");
  around(second, "side");
  for (const slug of ["lp-debug", "side"] as const)
    held[slug].runs.push(launch(world, {}, { title: `Waits in ${slug}`, project: slug }).runs[0].id);
  caller = appRouter.createCaller({
    services: ctx,
    doors: { ...DOORS, webhooks: NO_WEBHOOKS, keeper: NO_KEEPER },
  });
});

/** Every question that can be asked of one project, and which of its things the answer names. */
const LISTS: Record<string, (project: string | null) => Promise<unknown>> = {
  "bench.shell": (project) => caller.bench.shell({ project }),
  "compare.variance": (project) => caller.compare.variance({ project }),
  "evaluations.list": (project) => caller.evaluations.list({ project }),
  "experiments.answers": (project) => caller.experiments.answers({ project }),
  "experiments.list": (project) => caller.experiments.list({ project }),
  "external.usual": (project) => caller.external.usual({ project, experimentId: null }),
  "failures.list": (project) => caller.failures.list({ project }),
  "imports.list": (project) => caller.imports.list({ project }),
  "prm.overview": (project) => caller.prm.overview({ project }),
  "reported.beside": (project) => caller.reported.beside({ project }),
  "reported.list": (project) => caller.reported.list({ project }),
  "reports.list": (project) => caller.reports.list({ project }),
  "runs.cells": (project) => caller.runs.cells({ project, columns: ["seed"] }),
  "runs.checks": (project) => caller.runs.checks({ project }),
  "runs.columns": (project) => caller.runs.columns({ project }),
  "runs.curves": (project) => caller.runs.curves({ project }),
  "runs.dismissed": (project) => caller.runs.dismissed({ project }),
  "runs.list": (project) => caller.runs.list({ project }),
  "runs.matching": (project) => caller.runs.matching({ project }),
  "runs.named": (project) => caller.runs.named({ project, text: "s", limit: 100 }),
  "runs.objecting": (project) => caller.runs.objecting({ project }),
  "runs.table": (project) => caller.runs.table({ project }),
  "tableViews.list": (project) => caller.tableViews.list({ project }),
  "tokens.list": (project) => caller.tokens.list({ project }),
  "views.curves": (project) => caller.views.curves({ project }),
  "views.importance": (project) => caller.views.importance({ project, outcome: "metric:eval/rr_at_5:last" }),
  "views.values": (project) => caller.views.values({ project, columns: ["metric:eval/rr_at_5:last"] }),
};

/** What a project's answer has to name, where it names ids. */
const NAMES: Record<string, (held: Held) => (string | undefined)[]> = {
  "evaluations.list": ({ runs }) => [runs[0]],
  "failures.list": ({ runs }) => [runs[2]],
  "prm.overview": ({ runs }) => [runs[1]],
  "reports.list": ({ others }) => [others[0]],
  "runs.dismissed": ({ runs }) => [runs[0]],
  "runs.list": ({ runs }) => runs,
  "runs.named": ({ runs }) => runs,
  "runs.matching": ({ runs }) => runs,
  "runs.table": ({ runs }) => runs,
  "tableViews.list": ({ others }) => [others[2]],
  "tokens.list": ({ others }) => [others[1]],
  "views.curves": ({ runs }) => runs,
  "views.values": ({ runs }) => runs,
};

test("these are all questions that take a project", () => {
  // How tRPC keeps what it knows of its procedures.
  const INSIDE = "_def";
  type Known = { [INSIDE]: { inputs: z.ZodType[]; type: string } };
  const known = appRouter[INSIDE].procedures as unknown as Record<string, Known>;
  const takes = Object.entries(known).flatMap(([name, procedure]) => {
    const { inputs, type } = procedure[INSIDE];
    const [input] = inputs;
    const inner = input instanceof z.ZodOptional ? input.unwrap() : input;
    return type === "query" && inner instanceof z.ZodObject && "project" in inner.shape ? [name] : [];
  });
  expect(takes.toSorted()).toEqual(Object.keys(LISTS));
});

test.each(Object.keys(LISTS))("%s says nothing of another project", async (name) => {
  const slugs = ["lp-debug", "side"] as const;
  for (const [own, other] of [slugs, slugs.toReversed()] as const) {
    const said = JSON.stringify(await LISTS[name](own));
    for (const id of [...held[other].runs, ...held[other].others]) expect(said, own).not.toContain(id);
    for (const id of NAMES[name]?.(held[own]) ?? []) expect(said, own).toContain(id);
  }
  const all = JSON.stringify(await LISTS[name](null));
  for (const slug of slugs) for (const id of NAMES[name]?.(held[slug]) ?? []) expect(all).toContain(id);
});

test("counts are of the project that is shown, and an address that names none shows all", async () => {
  const shell = (project: string | null) => caller.bench.shell({ project });
  expect(await shell("side")).toMatchObject({ runs: 4, experiments: 4, project: { name: "Side" } });
  expect(await shell("lp-debug")).toMatchObject({ runs: 4, experiments: 4 });
  expect(await shell(null)).toMatchObject({ runs: 8, experiments: 8, project: null });
  expect(await shell("gone")).toMatchObject({ runs: 8, project: null });
  await expect(caller.runs.list({ project: "gone" })).rejects.toThrow('There is no project "gone".');
  await expect(caller.runs.list({ project: "../x" })).rejects.toThrow("small letters, digits and dashes");
});
