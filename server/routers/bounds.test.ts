import { expect, test } from "vitest";
import { QUESTIONS } from "../services/readers/questions.ts";
import { appRouter } from "./index.ts";

/** What keeps the answer of a procedure small however much is stored. */
const BOUNDS = {
  one: "facts of one thing that is named; lists of it have limits of their own",
  few: "all of what people make one by one: projects, rules, tokens, benchmarks, workers, saved views",
  page: "as many as are asked for, or the newest so many; how many one may ask for is in the contract",
  experiment: "runs and configurations of one experiment, or of the runs that are named",
  evaluation: "problems of one evaluation, or of the few that stand side by side, added up by the database",
  aside: "over all runs: in the reading thread, by what rows count refused before it is worked out",
  slices:
    "points of the runs that are named: from summaries, in slices that give way, long ones two at a time",
  report: "the queries of one text, each with the bound of what it asks for",
} as const;
type Bound = keyof typeof BOUNDS;

/** The bound of every question. A change names what it changes; a new question stands here before it is asked. */
const BOUND_OF: Record<Bound, readonly string[]> = {
  one: [
    "audits.get",
    "audits.item",
    "bench.about",
    "bench.rules",
    "bench.shell",
    "bench.storage",
    "benchmarks.get",
    "experiments.find",
    "experiments.get",
    "annotations.of",
    "imports.progress",
    "live.start",
    "live.ticks",
    "external.arrival",
    "external.find",
    "external.place",
    "recipes.code",
    "reported.get",
    "rollouts.group",
    "rollouts.text",
    "runs.death",
    "runs.deletion",
    "runs.find",
    "runs.get",
    "runs.goOn",
    "runs.log",
    "views.get",
    "workers.page",
  ],
  few: [
    "alerts.mutes",
    "alerts.rules",
    "audits.list",
    "bench.recipes",
    "benchmarks.files",
    "benchmarks.list",
    "annotations.deletion",
    "annotations.notes",
    "annotations.tags",
    "external.usual",
    "projects.list",
    "queue.read",
    "recipes.folders",
    "reports.deleted",
    "reports.find",
    "reports.history",
    "reports.links",
    "reports.list",
    "settings.backups",
    "settings.sessions",
    "tableViews.list",
    "tokens.list",
    "views.list",
    "webhooks.list",
    "workers.list",
  ],
  page: [
    "alerts.lines",
    "alerts.list",
    "compare.find",
    "evaluations.find",
    "evaluations.list",
    "failures.list",
    "files.preview",
    "imports.list",
    "reported.list",
    "media.at",
    "media.heat",
    "media.of",
    "media.table",
    "external.main",
    "prm.overview",
    "reports.subjects",
    "rollouts.list",
    "rollouts.others",
    "rollouts.search",
    "rollouts.step",
    "rollouts.steps",
    "rollouts.visits",
    "runs.deletions",
    "runs.list",
    "runs.named",
    "runs.dismissed",
    "runs.objecting",
    "runs.offers",
    "runs.plan",
    "runs.planPipeline",
  ],
  experiment: [
    "reported.beside",
    "reported.reproduce",
    "compare.runs",
    "compare.variance",
    "experiments.answers",
    "experiments.checkpoints",
    "experiments.criteria",
    "experiments.differences",
    "experiments.frontier",
    "experiments.matrix",
    "experiments.power",
    "experiments.rounds",
    "experiments.table",
  ],
  evaluation: [
    "compare.diagnosis",
    "compare.overview",
    "compare.problems",
    "evaluations.decodings",
    "evaluations.diagnosis",
    "evaluations.episode",
    "evaluations.get",
    "evaluations.problems",
    "evaluations.table",
    "prm.distribution",
    "rollouts.againstStart",
    "prm.steps",
  ],
  aside: [
    "experiments.list",
    "runs.cells",
    "runs.checks",
    "runs.columns",
    "runs.curves",
    "runs.matching",
    "runs.table",
    "views.curves",
    "views.importance",
    "views.values",
  ],
  slices: ["series.axes", "series.bands", "series.window"],
  report: ["reports.draft", "reports.export", "reports.page"],
};

// How tRPC keeps what it knows of its procedures.
const INSIDE = "_def";
const procedures = Object.entries<unknown>(appRouter[INSIDE].procedures);
const typeOf = (procedure: unknown) => (procedure as { [INSIDE]: { type: string } })[INSIDE].type;
const listed = Object.values(BOUND_OF).flat();

test("every question has one bound, and every bound is of a question that there is", () => {
  const asked = procedures.filter(([, one]) => typeOf(one) !== "mutation").map(([path]) => path);
  expect(listed.toSorted()).toEqual(asked.toSorted());
});

test("what is said to be answered aside is a question of the reading thread", () => {
  // The checks of a window are asked of the server, and which runs stand in it of the thread.
  const nameOf = (path: string) => (path === "runs.checks" ? "runs.shown" : path);
  // Scripts ask for runs by an address of their own.
  const asked = Object.keys(QUESTIONS).filter((name) => !name.startsWith("reading."));
  expect(BOUND_OF.aside.map(nameOf).toSorted()).toEqual(asked.toSorted());
});
