import { type RunPageRow, selectLastStatusEvents, selectQueue } from "#db/queries/runs.ts";
import type { StatusEvidence } from "../../contracts/attempt.ts";
import type { ServiceContext } from "../context.ts";
import { exitWords, proofWords } from "./words.ts";
import { selectFolderWorkers, selectUnmetInputs } from "#db/queries/inputs.ts";
import { selectLiveAttemptsOfWorker } from "#db/queries/attempts.ts";
import { selectWorkers } from "#db/queries/workers.ts";
import { isOnline } from "../workers/list.ts";
import { changedOffer } from "../recipes/book.ts";
import { canPlace } from "../executors/engines.ts";
import { placeWords } from "../executors/place-words.ts";
import { gpuWaits } from "../machine/gpu-waits.ts";
import { listAnd, ordinal, plural } from "../../wording/counts.ts";
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

/** Names the runs whose output is not there yet. */
function waitsFor(missing: ReturnType<typeof selectUnmetInputs>): string {
  const sources = missing.map(({ input, source }) => {
    const state = source ? source.state : "deleted";
    return `the ${input.kind} of ${input.fromName} (${state})`;
  });
  return `waits for ${[...new Set(sources)].join(" and ")}`;
}

/** What a run waits for where no worker takes runs: some may be drained. */
function withoutWorkers(drained: readonly { name: string }[]): string {
  if (drained.length === 0) return "waits for a worker: none is connected. Start one with npx ablab worker.";
  const names = listAnd(drained.map(({ name }) => name));
  return `waits for a worker: ${names} ${plural(drained.length, "is", "are")} drained. Let ${plural(drained.length, "it", "one")} take runs again, or start another one.`;
}

/** For every queued run, one sentence that says what it waits for. */
function queueReasons(ctx: ServiceContext): Map<string, string> {
  const known = selectWorkers(ctx.db);
  const online = known.filter((w) => isOnline(ctx, w) && !w.draining);
  const free = online.map((w) => ({
    worker: w,
    slots: w.slots - selectLiveAttemptsOfWorker(ctx.db, w.id).length,
  }));
  const reasons = new Map<string, string>();
  const waitsForGpus = gpuWaits(ctx.db);
  const unmet = Map.groupBy(selectUnmetInputs(ctx.db), ({ input }) => input.runId);
  const folders = selectFolderWorkers(ctx.db);
  selectQueue(ctx.db).forEach((run, i) => {
    const missing = unmet.get(run.id);
    if (missing) {
      reasons.set(run.id, waitsFor(missing));
      return;
    }
    if (run.next?.workerId && !online.some(({ id }) => id === run.next?.workerId)) {
      reasons.set(
        run.id,
        `waits for worker ${known.find(({ id }) => id === run.next?.workerId)?.name ?? "that is gone"}, which has its checkpoint and is not connected. Stop it and retry it from the start to run it elsewhere.`,
      );
      return;
    }
    const holder = folders.get(run.id) ?? null;
    if (holder !== null && !online.some(({ id }) => id === holder)) {
      const name = known.find(({ id }) => id === holder)?.name ?? "that is gone";
      reasons.set(
        run.id,
        `waits for worker ${name}, which has the checkpoint that it takes and is not connected`,
      );
      return;
    }
    const able = free.filter(
      ({ worker }) =>
        (run.next?.workerId ?? holder ?? worker.id) === worker.id &&
        canPlace(worker, run) &&
        worker.recipes.some((r) => r.slug === run.recipe && r.version === run.recipeVersion),
    );
    const changed =
      able.length > 0
        ? null
        : changedOffer(
            ctx.db,
            run,
            online.flatMap(({ recipes }) => recipes),
          );
    const place = `${ordinal(i + 1)} in line`;
    if (online.length === 0) reasons.set(run.id, withoutWorkers(known.filter((w) => isOnline(ctx, w))));
    else if (changed)
      reasons.set(
        run.id,
        `waits: ${run.recipe} has changed in ${changed.folder} since this run was launched. Put it back there, or stop this run and launch what is there now.`,
      );
    else if (run.limits?.slurm !== undefined && !online.some((worker) => canPlace(worker, run)))
      reasons.set(
        run.id,
        "waits for a worker on a Slurm cluster: none is connected. Start one there with npx ablab worker --executor slurm.",
      );
    else if (able.length === 0)
      reasons.set(
        run.id,
        `waits for a worker that has recipe ${run.recipe} ${run.recipeVersion}; none connected has it.`,
      );
    else if (able.every(({ slots }) => slots <= 0)) {
      const names = able.map(({ worker }) => worker.name).join(", ");
      reasons.set(run.id, `waits for a free slot on ${names}, ${place}`);
    } else {
      const workers = able.filter(({ slots }) => slots > 0).map(({ worker }) => worker);
      reasons.set(run.id, waitsForGpus(run, workers) ?? `about to be given out, ${place}`);
    }
  });
  return reasons;
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
  if (attempt.exit) return exitWords(attempt.exit);
  const { place } = attempt;
  if (run.state === "unreachable" && place?.lost)
    return `${place.why ?? "nothing is known of it"}; not a verdict`;
  if (run.state === "unreachable") return "no word from its worker; not a verdict";
  if (run.state === "stopping") return `stop asked by ${attempt.stopAskedBy ?? "somebody"}`;
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
