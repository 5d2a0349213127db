import { listAnd } from "../../wording/counts.ts";
import { writeBytes } from "../../wording/quantities.ts";
import { selectLatestAttempts } from "#db/queries/attempts.ts";
import { selectExperiment } from "#db/queries/experiments.ts";
import { selectFolderRecipe } from "#db/queries/folder-recipes.ts";
import { type RunRecord, selectRun, selectRunsOfCell } from "#db/queries/runs.ts";
import { selectWorkers } from "#db/queries/workers.ts";
import type { Surroundings } from "../../../workers/protocol/surroundings.ts";
import {
  CodeDifferenceInput,
  type CodeDifference,
  type CodeOnRecord,
  type RunCode,
} from "../../contracts/launch/run-code.ts";
import { ServiceError } from "../../errors.ts";
import type { ServiceContext } from "../context.ts";
import { sha256 } from "../hashing.ts";
import { changedFiles, changedOffer, recipeOf } from "./book.ts";
import { commandOf } from "./command-of.ts";

function requireRun(ctx: ServiceContext, id: string): RunRecord {
  const run = selectRun(ctx.db, id);
  if (!run)
    throw new ServiceError("not_found", `There is no run ${id}. It may belong to another data directory.`);
  return run;
}

/** What lies in the folder of a run's script today. */
function codeNow(ctx: ServiceContext, run: RunRecord): RunCode["now"] {
  const had = selectFolderRecipe(ctx.db, run.recipe, run.recipeVersion);
  if (!had) return null;
  const offers = selectWorkers(ctx.db).flatMap(({ recipes }) => recipes);
  const changed = changedOffer(ctx.db, run, offers);
  if (changed)
    return { isSame: false, folder: changed.folder, changed: changedFiles(had.files, changed.files) };
  const isOffered = offers.some(({ slug, version }) => slug === run.recipe && version === run.recipeVersion);
  return isOffered ? { isSame: true, folder: had.folder, changed: [] } : null;
}

function codeOf(ctx: ServiceContext, run: RunRecord): RunCode {
  const [attempt] = selectLatestAttempts(ctx.db, [run.id]);
  const manifest = recipeOf(ctx.db, run);
  return {
    runId: run.id,
    runName: run.name,
    command: attempt?.argv ?? (manifest ? commandOf(manifest, run.params, run.seed) : []),
    surroundings: attempt?.surroundings ?? null,
    now: codeNow(ctx, run),
  };
}

const shortCommit = (of: Surroundings): string | null => of.git?.commit.slice(0, 12) ?? null;

const MIB = 2 ** 20;

/** The cards that a run was given: "2 × NVIDIA H100 80GB HBM3, 79.6 GiB"; null where none are on record. */
export function cardsOf({ gpus = [] }: Pick<Surroundings, "gpus">): string | null {
  const kinds = Map.groupBy(gpus, ({ name, memoryMiB }) =>
    memoryMiB === null ? name : `${name}, ${writeBytes(memoryMiB * MIB)}`,
  );
  const words = [...kinds].map(([kind, ones]) => (ones.length === 1 ? kind : `${ones.length} × ${kind}`));
  return words.length === 0 ? null : listAnd(words);
}

const FACTS: [label: string, read: (of: Surroundings) => string | null][] = [
  ["Commit", shortCommit],
  ["Branch", (of) => of.git?.branch ?? null],
  ["Interpreter", (of) => of.interpreter?.version ?? of.interpreter?.path ?? null],
  ["Host", (of) => of.host],
  ["System", (of) => of.system],
  ["GPU", (of) => cardsOf(of)],
  ["GPU driver", (of) => of.driver],
  ["CUDA of torch", (of) => (of.cuda === undefined ? null : (of.cuda ?? "none, a build for processors"))],
  ["Folder", (of) => of.folder],
];

/** What is on record of code, interpreter and machine, each fact with its name, then files and packages. Pure. */
export const surroundingsFacts = (of: Surroundings): [name: string, value: string | null][] => [
  ...FACTS.map(([label, read]): [string, string | null] => [label, read(of)]),
  ["Not committed", of.git?.diff ? sha256(of.git.diff).slice(0, 12) : null],
  ...Object.entries(of.files).map(([path, hash]): [string, string] => [`file ${path}`, hash.slice(0, 12)]),
  ...Object.entries(of.packages).map(([name, version]): [string, string] => [`package ${name}`, version]),
];

/** In what two surroundings differ. Pure. */
export function surroundingsDifference(
  before: Surroundings,
  after: Surroundings,
): Omit<CodeDifference, "against"> {
  const names = [...new Set([...Object.keys(before.packages), ...Object.keys(after.packages)])].toSorted();
  return {
    files: changedFiles(before.files, after.files),
    facts: FACTS.map(([label, read]) => ({ label, before: read(before), after: read(after) })).filter(
      (fact) => fact.before !== fact.after,
    ),
    packages: names
      .map((name) => ({
        name,
        before: before.packages[name] ?? null,
        after: after.packages[name] ?? null,
      }))
      .filter((one) => one.before !== one.after),
    uncommitted: (before.git?.diff ?? "") !== (after.git?.diff ?? ""),
  };
}

/** The run that another one is read against where nobody chose: the first of the experiment's baseline that is on record. */
function usualReference(ctx: ServiceContext, run: RunRecord): RunRecord | null {
  const baseline = selectExperiment(ctx.db, run.experimentId)?.baselineCell ?? null;
  if (baseline === null) return null;
  const candidates = selectRunsOfCell(ctx.db, run.experimentId, baseline).filter(
    (other) => other.id !== run.id,
  );
  return candidates.find((other) => other.seed === run.seed) ?? candidates[0] ?? null;
}

/** With what a run was started, and in what that differs from another run. */
export function codeOnRecord(ctx: ServiceContext, rawInput: CodeDifferenceInput): CodeOnRecord {
  const { id, against } = CodeDifferenceInput.parse(rawInput);
  const run = requireRun(ctx, id);
  const code = codeOf(ctx, run);
  const other = against === null ? usualReference(ctx, run) : requireRun(ctx, against);
  const before = other && codeOf(ctx, other);
  if (!before?.surroundings || !code.surroundings) return { run: code, difference: null };
  return {
    run: code,
    difference: {
      against: { runId: before.runId, runName: before.runName },
      ...surroundingsDifference(before.surroundings, code.surroundings),
    },
  };
}
