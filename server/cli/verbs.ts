import type { Verb } from "./verb.ts";

type Load = () => Promise<{ verb: Verb }>;

/** Every verb of the command line, by task. Loaded only when used: a question to the server should not load the server. */
export const VERB_GROUPS: Record<string, Record<string, Load>> = {
  Server: {
    start: () => import("./verbs/start.ts"),
    demo: () => import("./verbs/demo.ts"),
    "login-link": () => import("./verbs/login-link.ts"),
    session: () => import("./verbs/housekeeping/session.ts"),
    token: () => import("./verbs/token.ts"),
    project: () => import("./verbs/housekeeping/project.ts"),
    doctor: () => import("./verbs/doctor.ts"),
    backup: () => import("./verbs/backup.ts"),
    restore: () => import("./verbs/restore.ts"),
    check: () => import("./verbs/check.ts"),
  },
  Train: {
    launch: () => import("./verbs/launch.ts"),
    chain: () => import("./verbs/chain.ts"),
    add: () => import("./verbs/attempts/add.ts"),
    power: () => import("./verbs/power.ts"),
    queue: () => import("./verbs/attempts/queue.ts"),
    stop: () => import("./verbs/stop.ts"),
    resume: () => import("./verbs/attempts/resume.ts"),
    retry: () => import("./verbs/attempts/retry.ts"),
    "mark-dead": () => import("./verbs/attempts/mark-dead.ts"),
    follow: () => import("./verbs/follow.ts"),
    witness: () => import("./verbs/witness.ts"),
  },
  Runs: {
    runs: () => import("./verbs/runs.ts"),
    run: () => import("./verbs/run.ts"),
    series: () => import("./verbs/series.ts"),
    rollouts: () => import("./verbs/rollouts.ts"),
    import: () => import("./verbs/import.ts"),
    export: () => import("./verbs/export.ts"),
    views: () => import("./verbs/attempts/views.ts"),
    keep: () => import("./verbs/keep.ts"),
    delete: () => import("./verbs/delete.ts"),
    retention: () => import("./verbs/attempts/retention.ts"),
  },
  Evaluate: {
    experiments: () => import("./verbs/attempts/experiments.ts"),
    table: () => import("./verbs/table.ts"),
    compare: () => import("./verbs/attempts/compare.ts"),
    importance: () => import("./verbs/attempts/importance.ts"),
    evaluation: () => import("./verbs/evaluation.ts"),
    failures: () => import("./verbs/failures.ts"),
    benchmark: () => import("./verbs/benchmark.ts"),
    report: () => import("./verbs/report.ts"),
  },
  "Workers and recipes": {
    worker: () => import("./verbs/worker.ts"),
    recipe: () => import("./verbs/recipe.ts"),
  },
  Alerts: {
    alerts: () => import("./verbs/housekeeping/alerts.ts"),
    webhook: () => import("./verbs/housekeeping/webhook.ts"),
  },
};

/** The verbs by name. */
export const VERBS = new Map(Object.values(VERB_GROUPS).flatMap((group) => Object.entries(group)));

/** All verbs of a group, or of all groups, loaded. */
export async function loadVerbs(group?: string): Promise<Verb[]> {
  const loads = group === undefined ? [...VERBS.values()] : Object.values(VERB_GROUPS[group]);
  return (await Promise.all(loads.map((load) => load()))).map(({ verb }) => verb);
}
