import { randomUUID } from "node:crypto";
import { isEnded } from "../../contracts/run-lifecycle.ts";
import type { RunRow } from "../../contracts/run.ts";
import { connect } from "../client.ts";
import { EXIT } from "../cli-error.ts";
import { formatAblation } from "../format-ablation.ts";
import { duration, percent, plain, say } from "../print.ts";
import { bootOptions, bootServer, serveUntilAsked, type HereServer } from "../serve-here.ts";
import type { Verb } from "../verb.ts";
import { waitForRuns } from "../wait-for-runs.ts";

const TITLE = "Ablation in a minute";
const RECIPE = "grpo";
const PRESETS = ["baseline", "no_kl", "asym_clip", "dynamic", "token_loss"];
const SEEDS = [0, 1, 2];
const TELL_EVERY_MS = 5000;

function progressLine(row: RunRow): string {
  const done = row.plannedSteps === 0 ? 0 : Math.min(1, (row.step ?? 0) / row.plannedSteps);
  const bar = "#".repeat(Math.round(done * 20)).padEnd(20, ".");
  const rr = row.rrAt5
    ? `RR@5 ${percent(row.rrAt5.hits / row.rrAt5.n)} % (n ${row.rrAt5.n}, step ${row.rrAt5.trainStep})`
    : "";
  const ran = row.startedAt === null ? "" : duration((row.endedAt ?? Date.now()) - row.startedAt);
  const state = row.state === "queued" ? "queued" : `${row.state} ${ran}`;
  return `${plain(row.name).padEnd(16)} [${bar}] ${String(row.step ?? 0).padStart(3)}/${row.plannedSteps}  ${state.padEnd(16)} ${rr}`;
}

/** Redraws one line per run on a terminal; elsewhere prints a run's line when its state changes, and all of them sometimes. */
function progressPrinter(): (rows: RunRow[]) => void {
  const live = process.stdout.isTTY;
  const states = new Map<string, string>();
  let drawn = 0;
  let toldAt = 0;
  return (rows) => {
    const ordered = rows.toSorted(
      (a, b) => a.seed - b.seed || PRESETS.indexOf(a.label) - PRESETS.indexOf(b.label),
    );
    if (live) {
      const width = process.stdout.columns || 120;
      process.stdout.write(
        `${drawn > 0 ? `\x1b[${drawn}A` : ""}${ordered.map((r) => `\x1b[2K${progressLine(r).slice(0, width - 1)}\n`).join("")}`,
      );
      drawn = ordered.length;
      return;
    }
    const now = Date.now();
    const all = now - toldAt > TELL_EVERY_MS;
    if (all) toldAt = now;
    for (const row of ordered) {
      const changed = states.get(row.id) !== row.state;
      states.set(row.id, row.state);
      if (changed || (all && !isEnded(row.state) && row.state !== "queued")) say(progressLine(row));
    }
  };
}

async function runDemo(server: HereServer): Promise<boolean> {
  const api = connect({ url: server.url, token: server.operatorToken });
  const started = Date.now();
  const launched = await api.runs.launch.mutate({
    launchKey: randomUUID(),
    recipe: RECIPE,
    matrix: { presets: PRESETS, edits: {}, factors: [], seeds: SEEDS },
    experiment: { title: TITLE },
  });
  say(
    `\nLaunched "${TITLE}": ${PRESETS.length} configurations x ${SEEDS.length} seeds. Live page: ${server.url}/experiments/${launched.experimentId}\n`,
  );
  const states = await waitForRuns(
    api,
    launched.experimentId,
    launched.runs.map((r) => r.id),
    progressPrinter(),
  );
  say(`\nAll ${states.size} runs ended after ${duration(Date.now() - started)}.\n`);
  say(formatAblation(await api.experiments.table.query({ id: launched.experimentId })));
  say(`\nLook closer: ${server.url}/experiments/${launched.experimentId}`);
  return [...states.values()].every((state) => state === "finished");
}

export const verb: Verb = {
  name: "demo",
  words: "",
  wordCount: [0, 0],
  summary: "start, and train five GRPO variants x 3 seeds on the CPU within two minutes",
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
