import { createHash } from "node:crypto";
import { countMedia, mediumWriter } from "#db/queries/external/media.ts";
import { selectStreams } from "#db/queries/external/streams.ts";
import { STEP_METRICS } from "../../../../workers/protocol/default-axis.ts";
import { topics } from "../../../contracts/live.ts";
import {
  fewerBins,
  histogramFault,
  MEDIA_LIMITS,
  type Histogram,
  type LoggedMedium,
} from "../../../contracts/external/media.ts";
import type { Note } from "../../../contracts/external/verbs.ts";
import { writeWhole } from "../../../wording/numbers.ts";
import { commit, type ServiceContext, type WriteScope } from "../../context.ts";
import { word } from "../places/place.ts";
import { noteOnce } from "../say.ts";
import { requireExternal } from "../session.ts";

/** A histogram as bytes: edges, then counts. */
const packed = ({ edges, counts }: Histogram): Buffer =>
  Buffer.from(Float64Array.from([...edges, ...counts]).buffer);

/** What a histogram's bytes hold. */
export function unpacked(data: Buffer): Histogram {
  const numbers = new Float64Array(data.buffer.slice(data.byteOffset, data.byteOffset + data.length));
  const bins = (numbers.length - 1) / 2;
  return { edges: [...numbers.subarray(0, bins + 1)], counts: [...numbers.subarray(bins + 1)] };
}

const markOf = (data: Buffer, at: number | null): string =>
  createHash("sha256").update(data).update(String(at)).digest("base64url").slice(0, 22);

/** A sentence about a medium that is not taken; all others are. */
const fault = ({ key, step }: LoggedMedium, why: string): Note => ({
  level: "warning",
  message: `The histogram "${key}" at step ${writeWhole(step)} is not drawn: ${why}.`,
  id: `histogram:${key}`,
});

/** Where media stand: at their own step, or where the writer's last row named a train step, there. */
function stepsOf({ db }: WriteScope, runId: string, writer: string): (medium: LoggedMedium) => number {
  let last: number | undefined | null = null;
  return ({ step, isOwnStep }) => {
    if (isOwnStep !== true) return step;
    if (last === null) {
      const stream = selectStreams(db, runId).find(
        (one) => one.stream === "history" && one.writer === writer,
      );
      const name = STEP_METRICS.find((metric) => stream !== undefined && Object.hasOwn(stream.lastX, metric));
      last = name === undefined ? undefined : stream?.lastX[name];
    }
    return last ?? step;
  };
}

/** Media of rows, each once however often it is sent. What cannot be drawn is said once of each key. */
export function storeExternalMedia(
  ctx: ServiceContext,
  runId: string,
  media: readonly LoggedMedium[],
  writer: string,
): void {
  if (media.length === 0) return;
  commit(ctx, (scope) => {
    requireExternal(ctx, runId);
    const notes: Note[] = [];
    const store = mediumWriter(scope.db);
    const stepOf = stepsOf(scope, runId, writer);
    let room = MEDIA_LIMITS.media - countMedia(scope.db, runId);
    for (const sent of media) {
      const key = word(sent.key, MEDIA_LIMITS.key, "without a name");
      const why =
        sent.histogram === null
          ? null
          : (histogramFault(sent.histogram) ??
            (Number.isFinite(sent.step) ? null : "its step is not a finite number"));
      if (why !== null) notes.push(fault({ ...sent, key }, why));
      if (why !== null || !Number.isFinite(sent.step)) continue;
      if (room-- <= 0) {
        const message = `A run has at most ${writeWhole(MEDIA_LIMITS.media)} histograms, images and other media here; further ones are kept as files alone.`;
        notes.push({ level: "warning", message, id: "too many media" });
        break;
      }
      const data = sent.histogram && packed(fewerBins(sent.histogram, MEDIA_LIMITS.bins));
      const path = sent.path && word(sent.path, MEDIA_LIMITS.path, "a file without a name");
      store({
        runId,
        key,
        kind: sent.kind,
        step: stepOf(sent),
        place: sent.place,
        mark: data ? markOf(data, sent.at) : (path ?? ""),
        at: sent.at ?? ctx.now(),
        path,
        caption: sent.caption && word(sent.caption, MEDIA_LIMITS.caption, ""),
        data,
      });
    }
    if (notes.length > 0) noteOnce(scope, runId, ctx.now(), ...notes);
    scope.touch(topics.run(runId));
  });
}
