import {
  insertLaunchedRun,
  type LaunchedRunRecord,
  selectLaunchedRun,
  updateLaunchedRun,
} from "#db/queries/external.ts";
import { selectStreams } from "#db/queries/external/streams.ts";
import { selectRun } from "#db/queries/runs.ts";
import { topics } from "../../../contracts/live.ts";
import type {
  KnownRun,
  OpenedRun,
  ExternalFacts,
  ExternalPlace,
  ExternalVerbs,
} from "../../../contracts/external/verbs.ts";
import { ServiceError } from "../../../errors.ts";
import { commit, type IngestActor, type ServiceContext } from "../../context.ts";
import { annotationsByIds } from "../../annotations/read.ts";
import { annotate, annotatedBack } from "../logged/annotations.ts";
import { boundedConfig } from "../config.ts";
import { bounded, cutText, cutValue } from "../describe.ts";
import { externalVerbs } from "../make-verbs.ts";
import { maskedVerbs } from "../masked-verbs.ts";
import { word } from "../places/place.ts";

type Bound = NonNullable<IngestActor["attempt"]>;

/** How many runs of their own loggers may mean inside one script; further ones write where the last did. */
const MOST_PLACES = 100;
const WORD = 200;

/** The id that a logger knows: the run's own, and for what the logger takes for a second run a marked one. */
const handleOf = (runId: string, place: number): string => (place === 0 ? runId : `${runId}~${place + 1}`);
const runIdOf = (handle: string): string => handle.split("~")[0];
const writerIn = (handle: string, writer: string): string => {
  const [, place] = handle.split("~");
  return place === undefined ? writer : `${writer}~${place}`;
};

function toldOf(ctx: ServiceContext, runId: string): LaunchedRunRecord | undefined {
  return selectLaunchedRun(ctx.db, runId);
}

const placeOf = (told: LaunchedRunRecord | undefined, { experiment, key }: ExternalPlace): number =>
  told?.places.findIndex((place) => place.experiment === experiment && place.key === key) ?? -1;

function factsIn(told: LaunchedRunRecord, name: string): ExternalFacts {
  const { groupName: group, jobType, tags, notes, config, environment, summary, axes } = told;
  return { name, group, jobType, tags, notes, config, environment, summary, axes };
}

/**
 * The verbs of wires for a logger inside a script that was launched here. Whatever run it opens is that run; a second one that
 * it opens gets streams of its own in the same run. Parameters, console and end are known better here than the logger can tell,
 * so what it says of them is kept beside or left out.
 */
export function launchedVerbs(ctx: ServiceContext, { runId }: Bound): ExternalVerbs {
  const inner = externalVerbs(ctx);

  function opened(place: number, created: boolean): OpenedRun {
    const run = selectRun(ctx.db, runId);
    const told = toldOf(ctx, runId);
    if (!run || !told) throw new ServiceError("not_found", `There is no run ${runId} any more.`);
    const handle = handleOf(runId, place);
    const suffix = writerIn(handle, "");
    const own = selectStreams(ctx.db, runId).filter(
      ({ stream, writer }) =>
        stream === "history" && (suffix === "" ? !writer.includes("~") : writer.endsWith(suffix)),
    );
    const steps = own.flatMap(({ lastStep }) => lastStep ?? []);
    return {
      runId: handle,
      created,
      name: run.name,
      facts: {
        ...factsIn(told, run.name),
        ...annotatedBack(told, annotationsByIds(ctx, [runId]).get(runId) ?? null),
      },
      rows: own.reduce((sum, { rows }) => sum + rows, 0),
      lastStep: steps.length > 0 ? Math.max(...steps) : null,
      ended: false,
    };
  }

  function describe(facts: Partial<ExternalFacts>): void {
    const told = toldOf(ctx, runId);
    if (!told) return;
    commit(ctx, (scope) => {
      updateLaunchedRun(scope.db, runId, {
        groupName:
          facts.group === undefined ? told.groupName : facts.group && word(facts.group, WORD, "group"),
        jobType:
          facts.jobType === undefined ? told.jobType : facts.jobType && word(facts.jobType, WORD, "job"),
        tags: facts.tags?.slice(0, 100).map((tag) => word(tag, WORD, "tag")) ?? told.tags,
        notes: facts.notes === undefined ? told.notes : (facts.notes?.slice(0, 20_000) ?? null),
        config: facts.config ? boundedConfig({ ...told.config, ...facts.config }).config : told.config,
        environment: facts.environment
          ? bounded({ ...told.environment, ...facts.environment }, cutText)
          : told.environment,
        summary: facts.summary ? bounded({ ...told.summary, ...facts.summary }, cutValue) : told.summary,
        axes: facts.axes ? bounded({ ...told.axes, ...facts.axes }, cutText) : told.axes,
      });
      annotate(ctx, scope, runId, facts, told);
      scope.touch(topics.run(runId));
    });
  }

  function open(wanted: Parameters<ExternalVerbs["open"]>[0]): OpenedRun {
    const place = { experiment: wanted.experiment.slice(0, WORD), key: wanted.key.slice(0, WORD) };
    const made = commit(ctx, (scope): { at: number; created: boolean } => {
      const told = selectLaunchedRun(scope.db, runId);
      if (!told) {
        insertLaunchedRun(scope.db, {
          runId,
          client: word(wanted.client, WORD, "a client that does not say its name"),
          places: [place],
          groupName: null,
          jobType: null,
          tags: [],
          notes: null,
          config: {},
          environment: {},
          summary: {},
          axes: {},
          fileBytes: 0,
        });
        return { at: 0, created: true };
      }
      const known = placeOf(told, place);
      if (known >= 0) return { at: known, created: false };
      if (told.places.length >= MOST_PLACES) return { at: told.places.length - 1, created: false };
      updateLaunchedRun(scope.db, runId, { places: [...told.places, place] });
      return { at: told.places.length, created: true };
    });
    describe(wanted);
    return opened(made.at, made.created);
  }

  function known(handle: string): KnownRun | null {
    const told = toldOf(ctx, runId);
    const at = handle === runId ? 0 : Number(handle.split("~")[1]) - 1;
    const place = runIdOf(handle) === runId ? told?.places[at] : undefined;
    const run = selectRun(ctx.db, runId);
    if (!place || !run) return null;
    return {
      ...opened(at, false),
      ...place,
      state: "running",
      order: 1 + at,
      createdAt: run.queuedAt,
      startedAt: run.startedAt,
      endedAt: null,
    };
  }

  const inPlace = (experiment: string, before: number | null = null): KnownRun[] =>
    (toldOf(ctx, runId)?.places ?? [])
      .flatMap((place, at) => (place.experiment === experiment ? (known(handleOf(runId, at)) ?? []) : []))
      .filter(({ order }) => before === null || order < before)
      .toReversed();

  return maskedVerbs({
    open,
    find(place) {
      const at = placeOf(toldOf(ctx, runId), place);
      return at < 0 ? null : opened(at, false);
    },
    read: known,
    list: inPlace,
    called: (experiment) => inPlace(experiment),
    places: () => [...new Set(toldOf(ctx, runId)?.places.map(({ experiment }) => experiment))].toReversed(),
    points: (handle, metric, part) => inner.points(runIdOf(handle), metric, part),
    rows: (handle, asked) => inner.rows(runIdOf(handle), asked),
    latest: (handle, metrics) => inner.latest(runIdOf(handle), metrics),
    latestOf: (handles, metrics) =>
      new Map(handles.map((handle) => [handle, inner.latest(runIdOf(handle), metrics)])),
    listFiles: (handle) => inner.listFiles(runIdOf(handle)),
    readFile: (handle, path) => inner.readFile(runIdOf(handle), path),
    describe: (_handle, facts) => describe(facts),
    log: (handle, batch) => inner.log(runIdOf(handle), { ...batch, writer: writerIn(handle, batch.writer) }),
    logInTurns: (handle, batch) =>
      inner.logInTurns(runIdOf(handle), { ...batch, writer: writerIn(handle, batch.writer) }),
    // The worker brings what the script prints, and its supervisor sees the end.
    print: () => {},
    end: () => {},
    leave: () => {},
    hear: () => {},
    isStopAsked: () => false,
    keepFile: (handle, file) => inner.keepFile(runIdOf(handle), file),
    artifacts: {
      ...inner.artifacts,
      begin: (handle, sent) => inner.artifacts.begin(runIdOf(handle), sent),
      ofRun: (handle) => inner.artifacts.ofRun(runIdOf(handle)),
      commit: (handle, sent, held) => inner.artifacts.commit(runIdOf(handle), sent, held),
    },
    keepMedia: (handle, media, writer) => inner.keepMedia(runIdOf(handle), media, writerIn(handle, writer)),
    keepRollouts: (handle, rollouts) => inner.keepRollouts(runIdOf(handle), rollouts),
    moveGroups: (handle, groups, phase) => inner.moveGroups(runIdOf(handle), groups, phase),
    keepEvaluation: (handle, evaluation) => inner.keepEvaluation(runIdOf(handle), evaluation),
    say: (handle, ...notes) => inner.say(runIdOf(handle), ...notes),
  });
}
