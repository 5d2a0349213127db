import { randomUUID } from "node:crypto";
import { PIPELINES, FIRST_ABLATION } from "../../workers/recipes/pipelines.ts";
import type { RunState } from "../contracts/run-lifecycle.ts";
import { countOf } from "../wording/counts.ts";
import { writeSeeds } from "../wording/seeds.ts";
import { writeDuration } from "../wording/times.ts";
import type { Api } from "./client.ts";
import { formatAblation } from "./formats/format-ablation.ts";
import { say } from "./print.ts";
import { progressPrinter, waitForRuns } from "./progress-printer.ts";
import type { LaunchAnswer } from "./report-launch.ts";

const { title: TITLE, recipe: RECIPE, presets: PRESETS, edits: EDITS, seeds: SEEDS } = FIRST_ABLATION;
const [CHAIN] = PIPELINES;
const PARTS = 2;
const hasFinished = (states: Map<string, RunState>): boolean =>
  [...states.values()].every((state) => state === "finished");

/** Pages of the server as a person may open them later; null where the server ends with the demo. */
type Pages = string | null;

/** Waits for the runs of a launch with a line for each, then prints the table of its experiment. */
async function watch(api: Api, pages: Pages, { runs, experimentId }: LaunchAnswer): Promise<boolean> {
  const started = Date.now();
  const ids = runs.map((run) => run.id);
  const states = await waitForRuns(api, experimentId, ids, progressPrinter(ids));
  say(`\nAll ${countOf(states.size, "run")} ended after ${writeDuration(Date.now() - started)}.\n`);
  say(formatAblation(await api.experiments.table.query({ id: experimentId })));
  if (pages !== null) say(`\nLook closer: ${pages}/experiments/${experimentId}`);
  return hasFinished(states);
}

const livePage = (pages: Pages, { experimentId }: { experimentId: string }): string =>
  pages === null ? "" : ` Live page: ${pages}/experiments/${experimentId}`;

const partWords = (part: number, title: string, size: string, page: string): string =>
  `\nPart ${part} of ${PARTS}: "${title}", ${size}.${page}\n`;

/** GRPO with one change each, launched by the service that the form uses. */
async function runAblation(api: Api, pages: Pages): Promise<boolean> {
  const launched = await api.runs.launch.mutate({
    launchKey: randomUUID(),
    recipe: RECIPE,
    matrix: { presets: PRESETS, edits: EDITS, factors: [], seeds: SEEDS },
    experiment: { title: TITLE },
  });
  const size = `${countOf(PRESETS.length, "configuration")} x ${writeSeeds(SEEDS.length)}`;
  say(partWords(1, TITLE, size, livePage(pages, launched)));
  return watch(api, pages, launched);
}

/** SFT, then GRPO, DGRO and a process reward from it. */
async function runPipeline(api: Api, pages: Pages): Promise<boolean> {
  const plan = await api.runs.planPipeline.query({ chain: CHAIN.id, seeds: CHAIN.seeds });
  const launched = await api.runs.launchPipeline.mutate({
    launchKey: randomUUID(),
    experiment: { title: plan.title },
    stages: plan.launch,
    baseline: plan.baseline,
  });
  const size = `${countOf(plan.stages.length, "stage")}, ${countOf(plan.runs, "run")}`;
  say(partWords(2, plan.title, size, livePage(pages, launched)));
  const finished = await watch(api, pages, launched);
  await shareReport(api, pages, launched.experimentId);
  return finished;
}

/** A report of everything the chain measured, published, and shared by a link that needs no account where one can follow it. */
async function shareReport(api: Api, pages: Pages, experimentId: string): Promise<void> {
  const { id } = await api.reports.write.mutate({ experimentId, template: "sft-vs-rl" });
  await api.reports.publish.mutate({ id });
  if (pages === null) return;
  const { path } = await api.reports.share.mutate({ id, expires: "30d", anonymous: false });
  say(`\nReport:            ${pages}/reports/${id}`);
  say(`To show somebody:  ${pages}${path}  (no account needed, ends in 30 days)`);
}

/**
 * Two parts: an ablation, then a chain with its report, launched by the services that the forms use and watched to their
 * end. `pages` is the address for the links, null where nobody could follow one. Returns whether every run finished.
 */
export async function runDemo(api: Api, pages: Pages): Promise<boolean> {
  const ablation = await runAblation(api, pages);
  const pipeline = await runPipeline(api, pages);
  // Every run was seen to end here, so none of them is news on the pages.
  const { newest } = await api.alerts.lines.query({ only: "unread" });
  if (newest !== null) await api.alerts.mark.mutate({ read: true, upTo: newest });
  return pipeline && ablation;
}
