import { NO_ANNOTATIONS, ANNOTATION_LIMITS } from "../../contracts/housekeeping/annotation-limits.ts";
import { selectBenchmarkByName, selectBenchmarksByIds, updateFormerNames } from "#db/queries/benchmarks.ts";
import { selectNames, updateName, upsertAnnotations } from "#db/queries/annotations.ts";
import { selectRunsByExperiment, selectRunsByIds } from "#db/queries/runs.ts";
import { ID_PREFIXES } from "../../contracts/id-prefixes.ts";
import {
  type Keep,
  type AnnotateAnswer,
  AnnotateInput,
  type Annotations,
  ANNOTATED_KINDS,
  type AnnotatedKind,
} from "../../contracts/housekeeping/annotations.ts";
import { isEnded } from "../../contracts/run-lifecycle.ts";
import { topics } from "../../contracts/live.ts";
import { ServiceError } from "../../errors.ts";
import { countOf, listAnd, plural } from "../../wording/counts.ts";
import { actorName, commit, type ServiceContext, type WriteScope } from "../context.ts";
import { annotationsByIds } from "./read.ts";
import { requireSameName } from "./same-name.ts";

export function kindOfId(id: string): AnnotatedKind {
  const kind = ANNOTATED_KINDS.find((one) => id.startsWith(`${ID_PREFIXES[one]}_`));
  if (!kind) throw new ServiceError("invalid", `${id.slice(0, 40)} is no run, experiment or benchmark.`);
  return kind;
}

function tagsAfter(before: readonly string[], { id, tags, addTags = [], removeTags = [] }: Keep): string[] {
  const gone = new Set(removeTags);
  const after = [...new Set([...(tags ?? before), ...addTags])].filter((tag) => !gone.has(tag));
  if (after.length <= ANNOTATION_LIMITS.tags) return after;
  throw new ServiceError(
    "invalid",
    `${id} would have ${after.length} tags; at most ${ANNOTATION_LIMITS.tags} go on one thing.`,
    {
      field: "tags",
    },
  );
}

/** What takes a change of tags back and leaves alone those that others gave or took meanwhile. */
function tagsBack(before: readonly string[], after: readonly string[]): Pick<Keep, "addTags" | "removeTags"> {
  const addTags = before.filter((tag) => !after.includes(tag));
  const removeTags = after.filter((tag) => !before.includes(tag));
  return {
    ...(addTags.length > 0 && { addTags }),
    ...(removeTags.length > 0 && { removeTags }),
  };
}

/** Notes that somebody wrote meanwhile are not written over. */
function requireSameNotes(before: Annotations, { notes, notesWere }: Keep, name: string): void {
  if (notes === undefined || notesWere === undefined) return;
  if (before.notes === notesWere || before.notes === notes) return;
  throw new ServiceError(
    "conflict",
    `The notes on ${name} were changed meanwhile. Nothing was overwritten; look at them first.`,
    { field: "notes" },
  );
}

/** Is a thing that was deleted to stay? */
const isBroughtBack = ({ deleted, archived }: Keep) => deleted === false || archived === false;

/** The thing with this change, and the change that takes it back; null where nothing is otherwise. */
function change(
  before: Annotations,
  wanted: Keep,
): { after: Annotations; undo: Omit<Keep, "id" | "name"> } | null {
  const after: Annotations = {
    tags: tagsAfter(before.tags, wanted),
    notes: wanted.notes ?? before.notes,
    pinned: wanted.pinned ?? before.pinned,
    archived: wanted.archived ?? before.archived,
    ...(before.purgeAt !== undefined && !isBroughtBack(wanted) && { purgeAt: before.purgeAt }),
  };
  const undo = {
    ...tagsBack(before.tags, after.tags),
    ...(after.notes !== before.notes && { notes: before.notes, notesWere: after.notes }),
    ...(after.pinned !== before.pinned && { pinned: before.pinned }),
    ...(after.archived !== before.archived && { archived: before.archived }),
  };
  return Object.keys(undo).length === 0 && after.purgeAt === before.purgeAt ? null : { after, undo };
}

/** A benchmark answers to its former names for ever, so none may be given to another. */
function renameBenchmark(scope: WriteScope, id: string, from: string, name: string): void {
  const other = selectBenchmarkByName(scope.db, name);
  if (other && other.id !== id)
    throw new ServiceError(
      "conflict",
      `"${name}" is ${other.name === name ? "another benchmark" : `a former name of ${other.name}`}. Choose another name.`,
      { field: "name" },
    );
  const [own] = selectBenchmarksByIds(scope.db, [id]);
  updateFormerNames(
    scope.db,
    id,
    [...new Set([...own.formerNames, from])].filter((one) => one !== name),
  );
}

/** What still runs is not put out of sight. */
function requireEnded(scope: WriteScope, kind: AnnotatedKind, { id, archived }: Keep, name: string): void {
  if (archived !== true || kind === "benchmark") return;
  const live =
    kind === "run"
      ? selectRunsByIds(scope.db, [id]).filter(({ state }) => !isEnded(state))
      : selectRunsByExperiment(scope.db, id).filter(({ state }) => !isEnded(state));
  if (live.length === 0) return;
  throw new ServiceError(
    "conflict",
    kind === "run"
      ? `${name} is ${live[0].state}; what has not ended is not archived. Stop it first.`
      : `${countOf(live.length, "run")} of "${name}" ${plural(live.length, "has", "have")} not ended; an experiment is archived when all have. Stop them first.`,
  );
}

function rename(scope: WriteScope, kind: AnnotatedKind, { id, name }: Keep, from: string): boolean {
  if (name === undefined || name === from) return false;
  if (kind === "benchmark") renameBenchmark(scope, id, from, name);
  updateName(scope.db, kind, id, name);
  return true;
}

const LIST_TOPIC = {
  run: topics.runs,
  experiment: topics.experiments,
  benchmark: topics.benchmarks,
} as const;

export function touchAnnotated(scope: WriteScope, kind: AnnotatedKind, id: string): void {
  scope.touch(LIST_TOPIC[kind]);
  if (kind === "run") scope.touch(topics.run(id));
  if (kind === "experiment") scope.touch(topics.experiment(id), topics.runs);
}

/** "Archived 3 runs", "Renamed baseline-s0 to start", "Nothing was to change". */
function sentenceOf(
  changes: readonly Keep[],
  done: ReadonlySet<string>,
  names: ReadonlyMap<string, string>,
): string {
  if (done.size === 0) return "Nothing was to change.";
  const [first] = changes;
  const whole = ["name", "deleted", "archived", "pinned", "notes"] as const;
  const what = whole
    .filter((key) => first[key] !== undefined)
    .slice(0, first.deleted === false ? 1 : undefined);
  const words = {
    name: "Renamed",
    deleted: "Brought back",
    archived: first.archived ? "Archived" : "Unarchived",
    pinned: first.pinned ? "Pinned" : "Unpinned",
    notes: "Wrote notes on",
  };
  const verb =
    what.length === 1 && !first.tags && !first.addTags && !first.removeTags
      ? words[what[0]]
      : what.length === 0
        ? "Tagged"
        : "Changed";
  const counts = ANNOTATED_KINDS.flatMap((kind) => {
    const n = [...done].filter((id) => kindOfId(id) === kind).length;
    return n === 0 ? [] : countOf(n, kind);
  });
  const [only, ...others] = done;
  if (others.length > 0) return `${verb} ${listAnd(counts)}.`;
  const renamed = verb === "Renamed" ? ` to ${String(first.name)}` : "";
  return `${verb} ${names.get(only) ?? only}${renamed}.`;
}

/**
 * Names, tags, notes, pins and archives things, all of them or none. Answers what takes it back. Archiving hides from lists and
 * deletes nothing; tables that counted a run go on counting it.
 */
export function keep(ctx: ServiceContext, input: AnnotateInput): AnnotateAnswer {
  const { changes } = AnnotateInput.parse(input);
  return commit(ctx, (scope) => {
    const ids = changes.map(({ id }) => id);
    const known = new Map(
      ANNOTATED_KINDS.flatMap((kind) => [
        ...selectNames(
          scope.db,
          kind,
          ids.filter((id) => kindOfId(id) === kind),
        ),
      ]),
    );
    /** Names as the changes before left them. */
    const called = new Map(known);
    const now = annotationsByIds(ctx, ids);
    const undo: Keep[] = [];
    const done = new Set<string>();
    const facts = { by: actorName(ctx.actor), at: ctx.now() };
    for (const wanted of changes) {
      const { id } = wanted;
      const kind = kindOfId(id);
      const name = called.get(id);
      if (name === undefined) throw new ServiceError("not_found", `There is no ${kind} ${id}.`);
      const before = now.get(id) ?? NO_ANNOTATIONS;
      requireSameNotes(before, wanted, name);
      requireSameName(name, wanted.nameWas, wanted.name);
      const changed = change(before, wanted);
      requireEnded(scope, kind, wanted, name);
      const isRenamed = rename(scope, kind, wanted, name);
      if (!changed && !isRenamed) continue;
      const after = changed?.after ?? before;
      const { purgeAt = null } = after;
      upsertAnnotations(scope.db, {
        subjectId: id,
        kind,
        ...after,
        purgeAt,
        ...facts,
        ...(purgeAt === null && { held: null }),
      });
      now.set(id, after);
      called.set(id, wanted.name ?? name);
      undo.unshift({ id, ...changed?.undo, ...(isRenamed && { name, nameWas: wanted.name }) });
      done.add(id);
      touchAnnotated(scope, kind, id);
    }
    return { changed: done.size, message: sentenceOf(changes, done, known), undo };
  });
}
