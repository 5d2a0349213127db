import { type RunPageRow, selectLastStatusEvents } from "#db/queries/runs.ts";
import type { StatusEvidence } from "../../contracts/attempt.ts";
import type { ServiceContext } from "../context.ts";
import { queueReasons } from "./waiting/queue-reasons.ts";
import { reachOf } from "./measured/progress.ts";
import { exitWords, proofWords } from "./words.ts";
import { placeWords } from "../executors/place-words.ts";
import type { GivenInputs, Lint, RecipeManifest } from "../../../workers/protocol/manifest.ts";
import type { Variant } from "../../contracts/launch/matrix.ts";
import type { LaunchPlan } from "../../contracts/launch/plan.ts";

/** What a recipe says of some variants before they run: each lint once, with the variants it is about. */
export function mergeLints(
  manifest: RecipeManifest,
  variants: Variant[],
  given: GivenInputs,
): LaunchPlan["lints"] {
  const merged = new Map<string, Lint & { variants: string[] }>();
  for (const variant of variants) {
    for (const lint of manifest.lints(variant.params, given)) {
      const key = `${lint.id}|${lint.claim}`;
      const known = merged.get(key);
      if (known) known.variants.push(variant.label);
      else merged.set(key, { ...lint, variants: [variant.label] });
    }
  }
  return [...merged.values()];
}

/** Why a run was killed before anything of it ran. */
function neverStarted(evidence: StatusEvidence | undefined): string {
  return evidence?.kind === "dependency"
    ? `never started: ${proofWords(evidence)}`
    : "taken out of the queue; it never started";
}

function whyOf(
  { run, attempt }: RunPageRow,
  waiting: Map<string, string>,
  endedBy: Map<string, StatusEvidence>,
): string {
  if (run.state === "queued") return waiting.get(run.id) ?? "waits in the queue";
  if (!attempt) return run.state === "killed" ? neverStarted(endedBy.get(run.id)) : "";
  if (attempt.exit) return exitWords(attempt.exit, reachOf({ run, attempt }));
  const { place } = attempt;
  if (run.state === "unreachable" && place?.lost)
    return `${place.why ?? "nothing is known of it"}; not a verdict`;
  if (run.state === "unreachable")
    return `no heartbeat from its ${run.origin === "external" ? "client" : "worker"}; not a verdict`;
  if (run.state === "stopping") return `stop asked by ${attempt.stopRequestedBy ?? "somebody"}`;
  if (place && run.state === "starting") return placeWords(place);
  return attempt.phase ?? place?.why ?? "";
}

/** For each run of a page one clause that says why it waits, or how it ended. */
export function whyWords(ctx: ServiceContext, page: RunPageRow[]): Map<string, string> {
  const waiting = page.some(({ run }) => run.state === "queued")
    ? queueReasons(ctx)
    : new Map<string, string>();
  const unstarted = page.filter(({ run, attempt }) => run.state === "killed" && !attempt);
  const endedBy = new Map(
    selectLastStatusEvents(
      ctx.db,
      unstarted.map(({ run }) => run.id),
    ).map(({ runId, evidence }) => [runId, evidence]),
  );
  return new Map(page.map((row) => [row.run.id, whyOf(row, waiting, endedBy)]));
}
