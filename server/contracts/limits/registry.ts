import {
  FACT_LIMITS,
  INGEST,
  JSON_LIMITS,
  MLFLOW_LIMITS,
  NOTE_LIMITS,
  POINTS,
  ROW_LIMITS,
  TRACKIO_LIMITS,
} from "./adapters.ts";
import { writeMost, type Limit } from "./limit.ts";
import { GROUP_LIMITS } from "./outcomes.ts";
import {
  PAGE_LIMITS,
  QUEUE_LIMITS,
  REQUEST_LIMITS,
  SHARE_LIMITS,
  UPLOAD_LIMITS,
  IMPORT_LIMITS,
  WORKER_LIMITS,
} from "./requests.ts";
import { ASIDE_LIMITS, GRAPHQL_LIMITS, STREAM_LIMITS, WANDB_FILE_LIMITS } from "./wandb.ts";

interface EntryPoint {
  title: string;
  /** Where it is. */
  path: string;
  limits: Readonly<Record<string, Limit>>;
}

/** The limits of every entry point. A limit that is not here is not in the docs, and its test asks for it. */
export const ENTRY_POINTS = {
  request: { title: "Any request", path: "every path", limits: REQUEST_LIMITS },
  json: { title: "Any JSON of a client", path: "paths of adapters", limits: JSON_LIMITS },
  share: { title: "One token's share", path: "paths of adapters", limits: SHARE_LIMITS },
  facts: { title: "Facts of a run", path: "paths of adapters", limits: FACT_LIMITS },
  notes: { title: "What is said of a run", path: "paths of adapters", limits: NOTE_LIMITS },
  groups: { title: "Groups of completions", path: "POST /api/ingest/v1/rollouts", limits: GROUP_LIMITS },
  graphql: { title: "wandb: queries", path: "POST /graphql", limits: GRAPHQL_LIMITS },
  stream: { title: "wandb: rows", path: "POST /files/ENTITY/PROJECT/RUN/file_stream", limits: STREAM_LIMITS },
  file: { title: "wandb: files", path: "PUT /wires/wandb/file", limits: WANDB_FILE_LIMITS },
  row: { title: "wandb: one row", path: "POST /files/ENTITY/PROJECT/RUN/file_stream", limits: ROW_LIMITS },
  aside: {
    title: "wandb: values beside the numbers",
    path: "POST /files/ENTITY/PROJECT/RUN/file_stream",
    limits: ASIDE_LIMITS,
  },
  trackio: { title: "trackio", path: "POST /api/...", limits: TRACKIO_LIMITS },
  mlflow: { title: "MLflow", path: "/api/2.0/mlflow/...", limits: MLFLOW_LIMITS },
  ingest: { title: "Our own client", path: "POST /api/ingest/v1/...", limits: INGEST },
  points: { title: "Points", path: "POST /api/worker/attempts/ID/points", limits: POINTS },
  worker: { title: "Workers", path: "POST /api/worker/...", limits: WORKER_LIMITS },
  queue: { title: "Long answers", path: "/api/trpc/...", limits: QUEUE_LIMITS },
  imports: { title: "Imports", path: "/api/trpc/imports.stage", limits: IMPORT_LIMITS },
  upload: { title: "Uploads", path: "/api/trpc/benchmarks.stage and others", limits: UPLOAD_LIMITS },
  page: { title: "Pages and commands", path: "/api/trpc/...", limits: PAGE_LIMITS },
} as const satisfies Record<string, EntryPoint>;

/** `docs/limits.md`. */
export function limitsDocument(): string {
  const parts = Object.values<EntryPoint>(ENTRY_POINTS).map(({ title, path, limits }) => {
    const rows = Object.values(limits).map(
      (limit) =>
        `| ${limit.what.replace(/,$/, "")} | ${writeMost(limit)} | ${limit.status} | ${limit.advice} |`,
    );
    return [
      `## ${title}`,
      "",
      path,
      "",
      "| What | Most | Status | What to do |",
      "|---|---|---|---|",
      ...rows,
      "",
    ].join("\n");
  });
  return [
    "# Limits",
    "",
    "Written by `npm run limits` from `server/contracts/limits/`. A refusal names the limit, what came and what to do. A 503 says only to send the same again. Where the status is 200, the client would end its training over another one: the sentence then stands in its answer or on the page of its run.",
    "",
    ...parts,
  ].join("\n");
}
