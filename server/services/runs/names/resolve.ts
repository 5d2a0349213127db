import type { RunRecord } from "#db/queries/runs.ts";
import { canContinue, isEnded } from "../../../contracts/run-lifecycle.ts";
import { ServiceError } from "../../../errors.ts";
import { countOf, writeCount } from "../../../wording/counts.ts";
import type { ServiceContext } from "../../context.ts";
import { findSameNamed } from "../find.ts";

/** What a run is looked for: reading may guess, and says so; stopping, going on and deleting may not. */
export const RUN_PURPOSES = ["read", "stop", "continue", "delete"] as const;
type RunPurpose = (typeof RUN_PURPOSES)[number];

interface ResolvedRun {
  id: string;
  /** What the person should know of the choice: which of several runs of one name it is. null where there was none. */
  choice: string | null;
}

const LISTED = 10;

/** Which of several runs of one name can be meant by what changes a run. */
const FITTING = {
  stop: {
    fits: (run: RunRecord) => !isEnded(run.state),
    words: { one: "has not ended", several: "have not ended" },
  },
  continue: {
    fits: (run: RunRecord) => canContinue(run.state),
    words: { one: "ended without finishing", several: "ended without finishing" },
  },
};

/**
 * The run that a word of the command line stands for. Of several runs with one name, reading takes the newest, stopping the
 * only one that has not ended, going on the only one that ended without finishing, and deleting none. Throws `conflict` with the
 * ids where a person has to choose.
 */
export function resolveRun(ctx: ServiceContext, text: string, purpose: RunPurpose): ResolvedRun {
  const all = findSameNamed(ctx, text);
  const [newest] = all;
  if (all.length === 1) return { id: newest.id, choice: null };
  const several = `${countOf(all.length, "run has", "runs have")} this name`;
  if (purpose === "delete") throw ambiguous(text, several, all);
  if (purpose === "read") return newestOf(newest, several);
  const { fits, words } = FITTING[purpose];
  const fitting = all.filter(fits);
  if (fitting.length > 1)
    throw ambiguous(text, `${several}, and ${writeCount(fitting.length)} of them ${words.several}`, fitting);
  if (fitting.length === 0) return newestOf(newest, several);
  const [{ id }] = fitting;
  return { id, choice: `${several}; this is the only one that ${words.one} (id ${id}).` };
}

const newestOf = ({ id }: RunRecord, several: string): ResolvedRun => ({
  id,
  choice: `${several}; this is the newest (id ${id}).`,
});

function ambiguous(text: string, how: string, runs: RunRecord[]): ServiceError {
  const listed = runs.slice(0, LISTED).map((run) => `${run.id} (${run.state})`);
  const more = runs.length > LISTED ? ` and ${writeCount(runs.length - LISTED)} more` : "";
  return new ServiceError("conflict", `"${text}": ${how}: ${listed.join(", ")}${more}. Give the id of one.`);
}
