import { CliError, EXIT } from "./client.ts";
import { say, sayAside, speakThroughConsole } from "./print.ts";
import { columns, parseVerb, type Verb, verbHelp } from "./verb.ts";

/** Verbs by name, loaded only when used: a question to the server should not load the server. */
const VERBS: Record<string, () => Promise<{ verb: Verb }>> = {
  start: () => import("./verbs/start.ts"),
  demo: () => import("./verbs/demo.ts"),
  follow: () => import("./verbs/follow.ts"),
  worker: () => import("./verbs/worker.ts"),
  recipe: () => import("./verbs/recipe.ts"),
  witness: () => import("./verbs/witness.ts"),
  benchmark: () => import("./verbs/benchmark.ts"),
  launch: () => import("./verbs/launch.ts"),
  add: () => import("./verbs/attempts/add.ts"),
  chain: () => import("./verbs/chain.ts"),
  runs: () => import("./verbs/runs.ts"),
  run: () => import("./verbs/run.ts"),
  evaluation: () => import("./verbs/evaluation.ts"),
  failures: () => import("./verbs/failures.ts"),
  rollouts: () => import("./verbs/rollouts.ts"),
  series: () => import("./verbs/series.ts"),
  queue: () => import("./verbs/attempts/queue.ts"),
  stop: () => import("./verbs/stop.ts"),
  resume: () => import("./verbs/attempts/resume.ts"),
  "mark-dead": () => import("./verbs/attempts/mark-dead.ts"),
  retention: () => import("./verbs/attempts/retention.ts"),
  retry: () => import("./verbs/attempts/retry.ts"),
  keep: () => import("./verbs/keep.ts"),
  delete: () => import("./verbs/delete.ts"),
  experiments: () => import("./verbs/attempts/experiments.ts"),
  table: () => import("./verbs/table.ts"),
  compare: () => import("./verbs/attempts/compare.ts"),
  importance: () => import("./verbs/attempts/importance.ts"),
  power: () => import("./verbs/power.ts"),
  views: () => import("./verbs/attempts/views.ts"),
  report: () => import("./verbs/report.ts"),
  export: () => import("./verbs/export.ts"),
  alerts: () => import("./verbs/housekeeping/alerts.ts"),
  project: () => import("./verbs/housekeeping/project.ts"),
  session: () => import("./verbs/housekeeping/session.ts"),
  webhook: () => import("./verbs/housekeeping/webhook.ts"),
  token: () => import("./verbs/token.ts"),
  "login-link": () => import("./verbs/login-link.ts"),
  backup: () => import("./verbs/backup.ts"),
  restore: () => import("./verbs/restore.ts"),
  check: () => import("./verbs/check.ts"),
  doctor: () => import("./verbs/doctor.ts"),
};

async function overview(): Promise<string> {
  const verbs = await Promise.all(Object.values(VERBS).map((load) => load()));
  const rows = verbs.map(({ verb }) => [`${verb.name} ${verb.words}`.trim(), verb.summary]);
  return `Usage: npx ablab VERB\n\n${columns(rows)}\n\nEvery verb has --help. Exit 0 done, 1 failed, 2 wrong use.\n`;
}

async function main(args: string[]): Promise<number> {
  const [given, ...rest] = args;
  // "run RUN" shows a run, "run -- COMMAND" runs one.
  const name = given === "run" && rest.includes("--") ? "witness" : given;
  if (name === undefined || name === "--help" || name === "help") {
    say((await overview()).trimEnd());
    return name === undefined ? EXIT.usage : EXIT.done;
  }
  if (!Object.hasOwn(VERBS, name))
    throw new CliError(`There is no verb "${name}". See: npx ablab --help`, EXIT.usage);
  const { verb } = await VERBS[name]();
  if (rest.includes("--help")) {
    say(verbHelp(verb).trimEnd());
    return EXIT.done;
  }
  return verb.run(parseVerb(verb, rest));
}

speakThroughConsole();
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof Error && ["CliError", "ServiceError", "FolderError"].includes(error.name)) {
    sayAside(`ablab: ${error.message}`);
    process.exitCode = "exitCode" in error ? (error.exitCode as number) : EXIT.failed;
  } else {
    // A fault of ours: Node would print its words, which may be of others, as they are.
    sayAside(error instanceof Error ? (error.stack ?? error.message) : String(error));
    process.exit(EXIT.failed);
  }
}
