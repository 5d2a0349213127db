import type { Verb } from "./verb.ts";

type Load = () => Promise<{ verb: Verb }>;

/** Every verb of the command line, by task. Loaded only when used: a question to the server should not load the server. */
export const VERB_GROUPS: Record<string, Record<string, Load>> = {
  Server: {
    start: () => import("./verbs/start.ts"),
    demo: () => import("./verbs/demo.ts"),
    "login-link": () => import("./verbs/login-link.ts"),
    session: () => import("./verbs/session.ts"),
    token: () => import("./verbs/token.ts"),
    project: () => import("./verbs/project.ts"),
    doctor: () => import("./verbs/doctor.ts"),
    backup: () => import("./verbs/backup.ts"),
    restore: () => import("./verbs/restore.ts"),
    check: () => import("./verbs/check.ts"),
  },
  Train: {
    launch: () => import("./verbs/launch.ts"),
    pipeline: () => import("./verbs/pipeline.ts"),
    add: () => import("./verbs/add.ts"),
    power: () => import("./verbs/power.ts"),
    queue: () => import("./verbs/queue.ts"),
    stop: () => import("./verbs/stop.ts"),
    resume: () => import("./verbs/resume.ts"),
    retry: () => import("./verbs/retry.ts"),
    "mark-lost": () => import("./verbs/mark-lost.ts"),
    follow: () => import("./verbs/follow.ts"),
    "run --": () => import("./verbs/run-command.ts"),
  },
  Runs: {
    runs: () => import("./verbs/runs.ts"),
    run: () => import("./verbs/run.ts"),
    series: () => import("./verbs/series.ts"),
    rollouts: () => import("./verbs/rollouts.ts"),
    import: () => import("./verbs/import.ts"),
    export: () => import("./verbs/export.ts"),
    views: () => import("./verbs/views.ts"),
    edit: () => import("./verbs/edit.ts"),
    delete: () => import("./verbs/delete.ts"),
    retention: () => import("./verbs/retention.ts"),
  },
  Evaluate: {
    experiments: () => import("./verbs/experiments.ts"),
    table: () => import("./verbs/table.ts"),
    compare: () => import("./verbs/compare.ts"),
    importance: () => import("./verbs/importance.ts"),
    evaluation: () => import("./verbs/evaluation.ts"),
    failures: () => import("./verbs/failures.ts"),
    coverage: () => import("./verbs/coverage.ts"),
    audit: () => import("./verbs/audit.ts"),
    benchmark: () => import("./verbs/benchmark.ts"),
    report: () => import("./verbs/report.ts"),
    reproduce: () => import("./verbs/reproduce.ts"),
  },
  "Workers and recipes": {
    worker: () => import("./verbs/worker.ts"),
    recipe: () => import("./verbs/recipe.ts"),
  },
  Alerts: {
    alerts: () => import("./verbs/alerts.ts"),
    webhook: () => import("./verbs/webhook.ts"),
  },
};

/** The verbs by name. */
export const VERBS = new Map(Object.values(VERB_GROUPS).flatMap((group) => Object.entries(group)));

/** What verbs were called before; they work for this version. */
const FORMER: Record<string, string> = {
  keep: "edit",
  chain: "pipeline",
  "mark-dead": "mark-lost",
  witness: "run --",
};

/** The name of the verb that was typed; "run RUN" shows a run, "run -- COMMAND" runs one. */
export function nameOfVerb([name = "", ...rest]: readonly string[]): string {
  const typed = name === "run" && rest.includes("--") ? "run --" : name;
  return Object.hasOwn(FORMER, typed) ? FORMER[typed] : typed;
}

export const findVerb = (args: readonly string[]): Load | undefined => VERBS.get(nameOfVerb(args));

/** All verbs of a group, or of all groups, loaded. */
export async function loadVerbs(group?: string): Promise<Verb[]> {
  const loads = group === undefined ? [...VERBS.values()] : Object.values(VERB_GROUPS[group]);
  return (await Promise.all(loads.map((load) => load()))).map(({ verb }) => verb);
}
