import type { Rollout } from "../contracts/external/verbs.ts";
import { mean } from "../numbers/middle.ts";
import { holdCompletions, rolloutsOfRows } from "../foreign/completions.ts";
import {
  isForeign,
  jsonText,
  numberOf,
  textOf,
  wholeOf,
  wordOf,
  type Foreign,
} from "../foreign/foreign-values.ts";
import { linesTail } from "./json-lines.ts";
import { Places } from "./places.ts";
import { nothing, type Reader, type Tail, type Told } from "./told.ts";
import { infoOf, list, traceRollout } from "./trace-rollout.ts";
import { unpackedFrames } from "./zstd-lines.ts";

type At = Pick<Rollout, "step" | "phase">;

const STEP_FILE = /(?:^|\/)rollouts\/step_(\d+)\/(?:(train|eval)\/)?(?:(?:all|effective)\/)?traces\.jsonl$/;
/** A chunk of the stream of episodes: the newest grows, older ones are packed. verifiers writes one file at the root. */
const STREAM = /(?:^|\/)traces\/stream\/\d+\.jsonl(?:\.zst)?$|(?:^|\/)traces\.jsonl$/;
/** What a producer learns of traces after they were written, in chunks too. */
const ANNOTATIONS = /(?:^|\/)traces\/annotations\/[^/]+\/\d+\.jsonl(?:\.zst)?$/;
/** Where records stand, and traces that are not whole yet: both come again in the stream. */
const BESIDE = /(?:^|\/)traces\/(?:stream\.index\.jsonl|annotations\/[^/]+\.index\.jsonl|live\/.*\.jsonl?)$/;

/** Traces that are remembered: which were told, what was noted of those still to come, and texts for what is noted later. */
const MOST_TRACES = 200_000;
const MOST_TEXT = 64 * 2 ** 20;

/** Forgets the oldest entries above a number. */
function forgetOldest(map: Map<string, unknown>, most: number): void {
  while (map.size > most) map.delete(map.keys().next().value!);
}

const textsOf = ({ prompt, completion }: Rollout): number =>
  [...prompt, ...completion].reduce((sum, { text }) => sum + text.length, 100);

/** The step and phase that an episode of a stream was drawn at, by what was noted as it was sent off and came back. */
function placeIn(episode: Foreign): At {
  const noted = [infoOf(list(episode.traces)[0] ?? {}), infoOf(episode)];
  const kindOf = (of: Foreign) => (of.kind === "train" || of.kind === "eval" ? of.kind : null);
  const work = isForeign(episode.run) && isForeign(episode.run.work) ? episode.run.work.type : null;
  const phase = noted.map(kindOf).find((kind) => kind !== null) ?? (work === "train" ? "train" : "eval");
  const stepAt = (name: string) =>
    noted.map((of) => (isForeign(of[name]) ? wholeOf(of[name].step) : null)).find((step) => step !== null);
  // An evaluation is of the policy that it was begun with, a training batch of the step that it came back in.
  const names = phase === "eval" ? ["dispatch", "arrival"] : ["arrival", "dispatch"];
  return { step: names.map(stepAt).find((step) => step !== undefined) ?? wholeOf(episode.step) ?? 0, phase };
}

/** What was noted of a trace as columns: its advantage, and other plain values. */
function notedIn(update: Foreign): Pick<Rollout, "advantage" | "extra"> {
  const info = infoOf(update);
  const streams = list(update.branches).flatMap(({ advantages }) =>
    Array.isArray(advantages) ? advantages.map(numberOf).filter((value) => value !== null) : [],
  );
  const extra: Rollout["extra"] = Object.fromEntries(
    Object.entries(info).flatMap(([name, value]) =>
      name !== "advantage" &&
      (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
        ? [[name, value]]
        : [],
    ),
  );
  return { advantage: numberOf(info.advantage) ?? (streams.length > 0 ? mean(streams) : null), extra };
}

/** A whole packed file as lines, each handed to a tail. */
function unpackedTail(bytes: Uint8Array, tail: Tail): Told {
  const all = nothing();
  let rest = Buffer.alloc(0);
  for (const part of unpackedFrames(bytes)) {
    const given = Buffer.concat([rest, part]);
    const { told, used } = tail.take(given);
    if (used < 0) return nothing();
    rest = given.subarray(used);
    for (const rollout of told.rollouts) all.rollouts.push(rollout);
    for (const [id, note] of told.notes) all.notes.set(id, note);
  }
  return all;
}

/**
 * Episodes of prime-rl and verifiers: `rollouts/step_N/{train,eval}/{all,effective}/traces.jsonl`, the stream of the file monitor
 * with its annotations, `traces.jsonl` of an evaluation. What was trained on stands in several of them; it takes the place it
 * had before, with what was noted since.
 */
export function primeRlReaders(): Reader[] {
  const places = new Places();
  const told = new Map<string, true>();
  /** Those of the file that is read now: where it cannot be read to its end, nothing of it was told. */
  let fresh: string[] | null = null;
  const noted = new Map<string, Pick<Rollout, "advantage" | "extra">>();
  const kept = new Map<string, Rollout>();
  let keptText = 0;

  function keep(trace: string, rollout: Rollout): void {
    keptText += textsOf(rollout) - (kept.has(trace) ? textsOf(kept.get(trace)!) : 0);
    kept.delete(trace);
    kept.set(trace, rollout);
    for (const [oldest, of] of kept) {
      if (keptText <= MOST_TEXT) break;
      kept.delete(oldest);
      keptText -= textsOf(of);
    }
  }

  const withNoted = (
    rollout: Rollout,
    { advantage, extra }: Pick<Rollout, "advantage" | "extra">,
  ): Rollout => ({
    ...rollout,
    advantage: advantage ?? rollout.advantage,
    extra: { ...rollout.extra, ...extra },
  });

  function takeEpisode(episode: Foreign, { step, phase }: At, into: Told, isStream: boolean): void {
    if (holdCompletions([episode]))
      return void into.rollouts.push(...rolloutsOfRows([episode], { step, phase }));
    const id = wordOf(episode.id) ?? jsonText(episode).slice(0, 200);
    const shared = isForeign(episode.group) ? wordOf(episode.group.id) : null;
    for (const [i, trace] of list(episode.traces).entries()) {
      const agent = isForeign(trace.agent) ? textOf(trace.agent.name) : null;
      // Agents of one episode answer different prompts.
      const group = `${shared ?? id}${agent === null || agent === "agent" ? "" : ` ${agent}`}`.slice(0, 200);
      const traceId = wordOf(trace.id) ?? `${id} ${i}`;
      const place = places.of(`${phase} ${step} ${group}`, traceId);
      if (!isStream) {
        into.rollouts.push(traceRollout(trace, episode, { step, phase, group, place }));
        continue;
      }
      // A chunk that was followed comes again when it is packed.
      if (told.has(traceId)) continue;
      told.set(traceId, true);
      fresh?.push(traceId);
      forgetOldest(told, MOST_TRACES);
      const plain = traceRollout(trace, episode, { step, phase, group, place });
      const update = noted.get(traceId);
      const rollout = update ? withNoted(plain, update) : plain;
      keep(traceId, rollout);
      into.rollouts.push(rollout);
    }
  }

  const streamTail = (path: string): Tail =>
    linesTail(path, (episode, into) => {
      if (!Array.isArray(episode.traces) && !holdCompletions([episode])) return false;
      takeEpisode(episode, placeIn(episode), into, true);
    });

  const annotationsTail = (path: string): Tail =>
    linesTail(path, (update, into) => {
      const traceId = wordOf(update.trace_id);
      if (traceId === null) return false;
      const rollout = kept.get(traceId);
      const news = notedIn(update);
      if (rollout) {
        const whole = withNoted(rollout, news);
        keep(traceId, whole);
        return void into.rollouts.push(whole);
      }
      const before = noted.get(traceId);
      noted.set(traceId, {
        advantage: news.advantage ?? before?.advantage ?? null,
        extra: { ...before?.extra, ...news.extra },
      });
      return forgetOldest(noted, MOST_TRACES);
    });

  const stepTail = (path: string): Tail => {
    const [, number, kind] = STEP_FILE.exec(path)!;
    const at: At = { step: Number(number), phase: kind === "eval" ? "eval" : "train" };
    return linesTail(path, (episode, into) => takeEpisode(episode, at, into, false));
  };

  const isPacked = (path: string) => path.endsWith(".zst");
  const both = (pattern: RegExp, tail: (path: string) => Tail): Reader[] => [
    { opens: (path) => pattern.test(path) && !isPacked(path), tail },
    {
      opens: (path) => pattern.test(path) && isPacked(path),
      read(path, bytes) {
        const own: string[] = (fresh = []);
        try {
          return unpackedTail(bytes, tail(path));
        } catch (error) {
          for (const traceId of own) told.delete(traceId);
          throw error;
        } finally {
          fresh = null;
        }
      },
    },
  ];
  return [
    { opens: (path) => STEP_FILE.test(path), tail: stepTail },
    ...both(STREAM, streamTail),
    ...both(ANNOTATIONS, annotationsTail),
    {
      opens: (path) => BESIDE.test(path),
      tail: () => ({ take: ({ length }) => ({ told: nothing(), used: length }) }),
    },
  ];
}
