import { selectFile } from "#db/queries/external.ts";
import {
  selectHistograms,
  selectHistogramSteps,
  selectMediaAt,
  selectMediaKeys,
  selectMediaSteps,
  selectStepOfMedia,
} from "#db/queries/external/media.ts";
import { selectRolloutSteps } from "#db/rollouts/read-groups.ts";
import type {
  HeatInput,
  HistogramHeat,
  MediaAt,
  MediaAtInput,
  MediaOverview,
  ShownMedium,
} from "../../contracts/media/media.ts";
import type { Histogram } from "../../contracts/external/media.ts";
import { writeBytes } from "../../wording/quantities.ts";
import type { ServiceContext } from "../context.ts";
import { FILE_LIMITS } from "../external/keep-file.ts";
import { unpacked } from "../external/logged/keep-media.ts";
import { extentOf, HEAT, sharesOf, thinned } from "./heat.ts";
import { previewOf } from "./preview.ts";

const MOST = { keys: 1000, steps: 2000, media: 64, figureBytes: 512 * 1024, depth: 40 } as const;

/** What media a run has. */
export const mediaOverview = (ctx: ServiceContext, runId: string): MediaOverview => ({
  keys: selectMediaKeys(ctx.db, runId, MOST.keys),
  steps: thinned(selectMediaSteps(ctx.db, runId), MOST.steps),
});

/** Whether brackets stand in each other deeper than any figure has them: what writes an answer goes down one by one. */
function isTooDeep(json: string): boolean {
  let depth = 0;
  for (const [bracket] of json.matchAll(/"(?:[^"\\]|\\[^]?)*(?:"|$)|[[{\]}]/g)) {
    if (bracket === "[" || bracket === "{") depth += 1;
    else if (bracket === "]" || bracket === "}") depth -= 1;
    if (depth > MOST.depth) return true;
  }
  return false;
}

/** A figure of plotly as data: its traces and layout are read by who draws it, and nothing of it is run. */
function figureOf(data: Buffer): unknown {
  if (data.length > MOST.figureBytes) return null;
  const json = data.toString();
  if (isTooDeep(json)) return null;
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return null;
  }
}

type Found = ReturnType<typeof selectMediaAt>[number];

/** Whether a table without a file is one of completions: those of its step were kept. */
const isInGroups = (ctx: ServiceContext, { medium, file }: Found): boolean =>
  file === null &&
  (medium.kind === "table" || medium.kind === "increment") &&
  (["train", "eval"] as const).some(
    (phase) => selectRolloutSteps(ctx.db, medium.runId, { phase, step: medium.step }).length > 0,
  );

/** Why there is nothing to show. */
function missingOf({ medium, file }: Found, inGroups: boolean): string | null {
  if (medium.kind === "histogram" || file?.kept === 1) return null;
  if (inGroups) return "This is a table of completions.";
  if (file === null) return "Its file has not come, or was larger than what is taken.";
  return `Its file of ${writeBytes(file.bytes)} is known by name, size and hash only: files above ${writeBytes(FILE_LIMITS.bytes)} are not kept.`;
}

function shown(ctx: ServiceContext, found: Found): ShownMedium {
  const { medium, file } = found;
  const isTable = medium.kind === "table" || medium.kind === "increment";
  const data = file?.kept === 1 && !isTable ? (selectFile(ctx.db, file.id)?.data ?? null) : null;
  const inGroups = isInGroups(ctx, found);
  const preview = data && medium.path ? (previewOf(medium.path, data)?.preview ?? null) : null;
  return {
    id: medium.id,
    at: medium.at,
    caption: medium.caption,
    path: medium.path,
    fileId: file?.kept === 1 ? file.id : null,
    bytes: file?.bytes ?? null,
    preview,
    missing: missingOf(found, inGroups),
    ...(inGroups && { inGroups }),
    histogram: medium.data && unpacked(medium.data),
    figure: preview === "plotly" && data ? figureOf(data) : null,
  };
}

/** The media of a key at the last of its steps that is not after the one that was asked for. */
export function mediaAt(ctx: ServiceContext, { step: asked, ...what }: MediaAtInput): MediaAt {
  const step = selectStepOfMedia(ctx.db, what, asked);
  if (step === null) return { step, media: [], more: 0 };
  const found = selectMediaAt(ctx.db, what, step, MOST.media + 1);
  return {
    step,
    media: found.slice(0, MOST.media).map((one) => shown(ctx, one)),
    more: Math.max(0, found.length - MOST.media),
  };
}

/** The histograms of a key over steps, on one scale. */
export function histogramHeat(ctx: ServiceContext, { runId, key }: HeatInput): HistogramHeat {
  const all = selectHistogramSteps(ctx.db, runId, key);
  const chosen = thinned(all, HEAT.columns);
  const rows = selectHistograms(
    ctx.db,
    chosen.map(({ id }) => id),
  ).map(({ step, data }): { step: number } & Histogram => ({ step, ...unpacked(data) }));
  const { low, high } = rows.length === 0 ? { low: 0, high: 1 } : extentOf(rows);
  return {
    steps: rows.map(({ step }) => step),
    low,
    high,
    shares: rows.map((row) =>
      sharesOf(row, { low, high }, HEAT.rows).map((share) => Math.round(share * 10_000) / 10_000),
    ),
    n: all.length,
  };
}
