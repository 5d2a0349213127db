import type { WorkerRecord } from "#db/queries/workers.ts";
import {
  canBeOn,
  DEVICE_CHOICES,
  type DeviceChoice,
  gpuRange,
  type GpuRange,
  gpusAsked,
} from "../../../workers/protocol/machine/gpu-count.ts";
import type { Params, RecipeManifest } from "../../../workers/protocol/manifest.ts";
import type { LaunchDevices, PlanIssue } from "../../contracts/launch/plan.ts";
import type { ServiceContext } from "../context.ts";
import { engineAsk } from "../machine/give-gpus.ts";
import { gpuBook, offerOf, usableGpus } from "../machine/gpu-book.ts";
import { deviceSentence, forcedWords } from "../machine/gpu-words.ts";
import { expectedDurations } from "./waiting/expected-duration.ts";

/** What is wrong with forcing a device onto recipes; nothing without a choice. */
export function deviceIssues(recipes: readonly RecipeManifest[], device?: DeviceChoice): PlanIssue[] {
  if (device === undefined) return [];
  const wrong = recipes.find((recipe) => !canBeOn(gpuRange(recipe), device));
  return wrong
    ? [{ field: "device", message: forcedWords(wrong.slug, gpuRange(wrong), device), variant: null }]
    : [];
}

/** What a worker would give to one run now (null: it waits for GPUs), and for how many such runs it has room. */
export function roomOn(
  { db }: Pick<ServiceContext, "db">,
  worker: WorkerRecord,
  range: GpuRange,
): { gpus: number | null; runs: number } {
  if (range.most === 0) return { gpus: 0, runs: worker.slots };
  if (worker.engine !== null)
    return { gpus: engineAsk(worker, undefined, range).gpus ?? 0, runs: worker.slots };
  const book = gpuBook(db, worker);
  const gpus = book && (offerOf(book, { ...range, besideOthers: false })?.length ?? null);
  if (gpus === 0) return { gpus, runs: worker.slots };
  const shares = usableGpus(book ?? []).length * (worker.machine?.gpuShare ?? 1);
  const each = gpus ?? Math.max(1, range.least);
  return { gpus, runs: Math.min(worker.slots, Math.floor(shares / each)) };
}

/** The device whose runs say how long a run takes that may be on either; undefined where the recipe leaves no choice. */
export function expectedDevice(
  range: GpuRange,
  rooms: readonly { gpus: number | null }[],
  forced?: DeviceChoice,
): DeviceChoice | undefined {
  if (range.least > 0 || range.most === 0) return undefined;
  return forced ?? (rooms.some(({ gpus }) => gpus !== 0) ? "gpu" : "cpu");
}

/** On which devices the runs of a launch train, with how long one takes on each; null where no recipe knows a GPU. */
export function launchDevices(
  ctx: ServiceContext,
  planned: readonly { manifest: RecipeManifest; params: Params }[],
  able: readonly WorkerRecord[],
  forced?: DeviceChoice,
): LaunchDevices | null {
  const onGpus = planned.filter(({ manifest }) => gpuRange(manifest).most > 0);
  const [first] = onGpus;
  if (!first) return null;
  const range = gpuRange(first.manifest);
  const asked = gpusAsked(range, forced);
  const workers = able.map((worker) => ({ name: worker.name, gpus: roomOn(ctx, worker, asked).gpus }));
  const durationOf = expectedDurations(ctx);
  const each = DEVICE_CHOICES.filter((device) => canBeOn(range, device)).map((device) => {
    const known = onGpus.map(({ manifest, params }) =>
      durationOf({
        recipe: manifest.slug,
        episodes: manifest.script ? 0 : manifest.trainEpisodes(params),
        device,
      }),
    );
    const all = known.flatMap((one) => one ?? []);
    const isKnown = all.length === known.length;
    return {
      device,
      seconds: isKnown ? all.reduce((sum, { medianMs }) => sum + medianMs, 0) / all.length / 1000 : null,
      n: isKnown ? Math.min(...all.map(({ n }) => n)) : 0,
    };
  });
  return { workers, each, message: deviceSentence(asked, workers, each) };
}
