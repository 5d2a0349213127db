import { isDeepStrictEqual } from "node:util";
import {
  selectLeastSeed,
  selectExternalRun,
  updateExternalRun,
  updateRunFacts,
  type FoundExternal,
  type ExternalPlaceRecord,
  selectSession,
} from "#db/queries/external.ts";
import { deleteStatement, upsertStatement } from "#db/queries/external/statements.ts";
import { updateAttempt } from "#db/queries/attempts.ts";
import type { Params } from "../../../workers/protocol/manifest.ts";
import { topics } from "../../contracts/live.ts";
import { visibleName } from "../../contracts/visible-name.ts";
import { isSaidSeed } from "../../numbers/seeds.ts";
import { countOf } from "../../wording/counts.ts";
import { commit, type ServiceContext, type WriteScope } from "../context.ts";
import { boundedConfig, CONFIG_LIMITS, type CellRule, cellOf, plannedSteps, seedIn } from "./config.ts";
import { canonicalJson } from "../hashing.ts";
import { loggedProtocol } from "./logged-protocol.ts";
import { relabel } from "./labels.ts";
import { annotate, annotatedBack } from "./logged/annotations.ts";
import { word } from "./places/place.ts";
import { noteOnce } from "./say.ts";
import { requireExternal } from "./session.ts";
import type { ExternalFacts } from "../../contracts/external/verbs.ts";

/** How much is kept of what is no configuration: entries of a list or a table, characters of one, of a note. */
const LIMITS = { entries: 2000, text: 2000, tags: 100, tag: 200, notes: 20_000, name: 200 } as const;

/** A tag as it is read back: what is hidden in one of its lines is written out, and its lines stay. */
const sentTag = (tag: string): string => {
  const seen = tag.trim().split(/\r?\n/).map(visibleName).join("\n");
  return seen.slice(0, LIMITS.tag).trim() || "tag";
};

/** Names of a table within bounds, with nothing hidden in them. */
export function bounded<V>(table: Readonly<Record<string, V>>, cut: (value: V) => V): Record<string, V> {
  const entries = Object.entries(table).slice(0, LIMITS.entries);
  return Object.fromEntries(
    entries.map(([key, value]) => [visibleName(key).slice(0, LIMITS.text), cut(value)]),
  );
}

export const cutText = (text: string): string => text.slice(0, LIMITS.text);
export const cutValue = <V>(value: V): V => (typeof value === "string" ? (cutText(value) as V) : value);

/** What of a run's row follows from its configuration. */
export function placeInCells(
  scope: WriteScope,
  config: Params,
  place: ExternalPlaceRecord,
  before: { seed: number; cell: string } | null,
) {
  const cell = cellOf(config, place);
  const said = seedIn(config, place)?.seed;
  const keeps = before !== null && before.cell === cell && !isSaidSeed(before.seed);
  const least = said === undefined && !keeps ? selectLeastSeed(scope.db, place.experimentId, cell) : null;
  const seed = said ?? (keeps ? before.seed : Math.min(least ?? 0, 0) - 1);
  return { cell, seed, plannedSteps: plannedSteps(config) };
}

function mergedConfig(scope: WriteScope, { run }: FoundExternal, added: Params, at: number): Params {
  const { config, leftOut, shortened } = boundedConfig({ ...run.params, ...added });
  if (leftOut > 0)
    noteOnce(scope, run.id, at, {
      level: "warning",
      message: `Its configuration has more than ${countOf(CONFIG_LIMITS.keys, "key")}; ${countOf(leftOut, "further one is", "further ones are")} not kept.`,
    });
  if (shortened > 0)
    noteOnce(scope, run.id, at, {
      level: "info",
      message: `Values of its configuration are kept up to ${countOf(CONFIG_LIMITS.text, "character")}; longer ones end in "…".`,
    });
  return config;
}

/** Keeps what a configuration says of how evaluations are made. */
export function keepLoggedProtocol(
  at: number,
  { db }: WriteScope,
  runId: string,
  config: Params,
  rule: CellRule,
): void {
  const logged = loggedProtocol(config, rule);
  if (Object.keys(logged).length === 0) deleteStatement(db, runId, "logged_protocol");
  else upsertStatement(db, { runId, what: "logged_protocol", text: canonicalJson(logged), by: "client", at });
}

/** The same as one part of a larger change; `isNew` where the run was made in it. */
export function describeWithin(
  ctx: ServiceContext,
  scope: WriteScope,
  found: FoundExternal,
  facts: Partial<ExternalFacts>,
  isNew = false,
): void {
  const { run, told, place } = found;
  updateExternalRun(scope.db, run.id, {
    groupName:
      facts.group === undefined ? told.groupName : facts.group && word(facts.group, LIMITS.name, "group"),
    jobType:
      facts.jobType === undefined ? told.jobType : facts.jobType && word(facts.jobType, LIMITS.name, "job"),
    tags: facts.tags?.slice(0, LIMITS.tags).map(sentTag) ?? told.tags,
    notes: facts.notes === undefined ? told.notes : (facts.notes?.slice(0, LIMITS.notes) ?? null),
    environment: facts.environment
      ? bounded({ ...told.environment, ...facts.environment }, cutText)
      : told.environment,
    summary: facts.summary ? bounded({ ...told.summary, ...facts.summary }, cutValue) : told.summary,
    axes: facts.axes ? bounded({ ...told.axes, ...facts.axes }, cutText) : told.axes,
  });
  annotate(ctx, scope, run.id, facts, told);
  if (facts.name) updateRunFacts(scope.db, run.id, { name: word(facts.name, LIMITS.name, run.name) });
  const session = facts.environment?.host === undefined ? undefined : selectSession(scope.db, run.id);
  if (session)
    updateAttempt(scope.db, session.attempt.id, { device: cutText(facts.environment?.host ?? "") });
  let moved = facts.group !== undefined && facts.group !== told.groupName;
  let { cell } = run;
  if (facts.config && Object.keys(facts.config).length > 0) {
    const params = mergedConfig(scope, found, facts.config, ctx.now());
    const isSame = isDeepStrictEqual(params, run.params);
    // Nothing follows from what is on record already, as of a run that was just made.
    if (!isSame) {
      const placed = placeInCells(scope, params, place, run);
      updateRunFacts(scope.db, run.id, { params, ...placed });
      moved ||= placed.cell !== run.cell;
      cell = placed.cell;
    }
    if (!isSame || isNew) keepLoggedProtocol(ctx.now(), scope, run.id, params, place);
  }
  if (moved || isNew) relabel(scope, place, { ...arrivalOf(scope, run.id, cell), isNew });
  scope.touch(topics.run(run.id), topics.runs);
}

const arrivalOf = (scope: WriteScope, runId: string, cell: string) => ({
  runId,
  cell,
  groupName: selectExternalRun(scope.db, runId)?.told.groupName ?? null,
});

/** Adds to what is on record of a run: what is given replaces what was there under the same name. */
export function describeExternalRun(ctx: ServiceContext, runId: string, facts: Partial<ExternalFacts>): void {
  commit(ctx, (scope) => describeWithin(ctx, scope, requireExternal(ctx, runId), facts));
}

/** The facts of a run as they are on record. */
export function factsIn({ run, told, kept }: Pick<FoundExternal, "run" | "told" | "kept">): ExternalFacts {
  const { groupName: group, jobType, environment, summary, axes } = told;
  const { tags, notes } = annotatedBack(told, kept);
  return { name: run.name, group, jobType, tags, notes, config: run.params, environment, summary, axes };
}
