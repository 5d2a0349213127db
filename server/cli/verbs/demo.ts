import { randomUUID } from "node:crypto";
import type { RunState } from "../../contracts/run-lifecycle.ts";
import { CHAINS } from "../../contracts/chain.ts";
import { connect, type Api } from "../client.ts";
import { EXIT } from "../cli-error.ts";
import { formatAblation } from "../format-ablation.ts";
import { duration, say } from "../print.ts";
import { progressPrinter } from "../progress-printer.ts";
import type { LaunchAnswer } from "../report-launch.ts";
import { bootOptions, bootServer, serveUntilAsked, type HereServer } from "../serve-here.ts";
import type { Verb } from "../verb.ts";
import { waitForRuns } from "../wait-for-runs.ts";

const TITLE = "Ablation in a minute";
const RECIPE = "grpo";
const PRESETS = ["baseline", "no_kl", "asym_clip", "dynamic", "token_loss"];
const SEEDS = [0, 1, 2];
const hasFinished = (states: Map<string, RunState>): boolean =>
  [...states.values()].every((state) => state === "finished");

/** Waits for the runs of a launch with a line for each, then prints the table of its experiment. */
async function watch(api: Api, url: string, { runs, experimentId }: LaunchAnswer): Promise<boolean> {
  const started = Date.now();
  const ids = runs.map((run) => run.id);
  const states = await waitForRuns(api, experimentId, ids, progressPrinter(ids));
  say(`\nAll ${states.size} runs ended after ${duration(Date.now() - started)}.\n`);
  say(formatAblation(await api.experiments.table.query({ id: experimentId })));
  say(`\nLook closer: ${url}/experiments/${experimentId}`);
  return hasFinished(states);
}

/** Five GRPO configurations x 3 seeds, launched by the service that the form uses. */
async function runAblation(api: Api, url: string): Promise<boolean> {
  const launched = await api.runs.launch.mutate({
    launchKey: randomUUID(),
    recipe: RECIPE,
    matrix: { presets: PRESETS, edits: {}, factors: [], seeds: SEEDS },
    experiment: { title: TITLE },
  });
  say(
    `\nLaunched "${TITLE}": ${PRESETS.length} configurations x ${SEEDS.length} seeds. Live page: ${url}/experiments/${launched.experimentId}\n`,
  );
  return watch(api, url, launched);
}

/** SFT, then GRPO, DGRO and a process reward from it. */
async function runChain(api: Api, url: string): Promise<boolean> {
  const plan = await api.runs.planChain.query({ chain: CHAINS[0].id, seeds: SEEDS });
  const launched = await api.runs.launchChain.mutate({
    launchKey: randomUUID(),
    experiment: { title: plan.title },
    stages: plan.launch,
    baseline: plan.baseline,
  });
  say(
    `\nLaunched "${plan.title}": ${plan.stages.length} stages, ${plan.runs} runs. Live page: ${url}/experiments/${launched.experimentId}\n`,
  );
  const finished = await watch(api, url, launched);
  await shareReport(api, url, launched.experimentId);
  return finished;
}

/** A report of everything the chain measured, published and shared by a link that needs no account. */
async function shareReport(api: Api, url: string, experimentId: string): Promise<void> {
  const { id } = await api.reports.write.mutate({ experimentId, template: "sft-vs-rl" });
  await api.reports.publish.mutate({ id });
  const { path } = await api.reports.share.mutate({ id, expires: "30d", anonymous: false });
  say(`\nReport:            ${url}/reports/${id}`);
  say(`To show somebody:  ${url}${path}  (no account needed, ends in 30 days)`);
}

async function runDemo(server: HereServer): Promise<boolean> {
  const api = connect({ url: server.url, token: server.operatorToken });
  const ablation = await runAblation(api, server.url);
  return (await runChain(api, server.url)) && ablation;
}

export const verb: Verb = {
  name: "demo",
  words: "",
  wordCount: [0, 0],
  summary:
    "start, and train an ablation and an SFT, DGRO and process reward chain on the CPU within four minutes",
  details:
    "It goes on serving until Ctrl-C; with --exit it ends after the table and leaves no training behind.",
  options: { ...bootOptions, exit: { type: "boolean", help: "end after the table" } },
  answer: null,
  async run(input) {
    const server = await bootServer(input);
    say(`Ablab serves at ${server.url}  (data: ${server.homeDir})`);
    say(`Log in once:   ${server.createLoginLink()}`);
    const ok = await runDemo(server);
    if (input.options.exit) {
      await server.close();
      process.exit(ok ? EXIT.done : EXIT.failed);
    }
    say("It keeps serving. Ctrl-C ends it; everything is kept.");
    await serveUntilAsked(server);
    return EXIT.done;
  },
};
