import type { Db } from "#db/client.ts";
import { selectRunNames, selectRunsByExperiment, type RunRecord } from "#db/queries/runs.ts";

/** A run by its configuration and its seed: "no_kl-s3". */
const plainName = ({ label, seed }: Pick<RunRecord, "label" | "seed">): string => `${label}-s${seed}`;

const numbered = (name: string, number: number): string => (number === 1 ? name : `${name}-${number}`);

/** The number behind the names of an experiment; 1 where there is none. */
function numberOf(runs: readonly RunRecord[]): number {
  const numbers = runs.flatMap((run) => {
    const plain = plainName(run);
    if (run.name === plain) return [1];
    const found = run.name.startsWith(`${plain}-`)
      ? /^[1-9]\d*$/.exec(run.name.slice(plain.length + 1))
      : null;
    return found ? [Number(found[0])] : [];
  });
  return numbers.at(-1) ?? 1;
}

/** "no_kl" and 2 of "no_kl-s3-2"; undefined where a name is not of this form. */
function useOf(name: string): string | undefined {
  const parts = /^(.*)-s\d+(?:-([1-9]\d*))?$/s.exec(name);
  return parts ? use(parts[1], Number(parts[2] ?? 1)) : undefined;
}

const use = (label: string, number: number): string => `${label} ${number}`;

/**
 * Names for the runs of a launch, by their ids. A name is an identity: no run gets one that another has. Behind the names of an
 * experiment stands one number, "no_kl-s3-2", by which they can be told from those of another with such configurations; the
 * first has none. A later launch into an experiment goes on with its number, or where that would name a run twice with the next.
 */
export function nameRuns(
  db: Db,
  experimentId: string,
  runs: readonly Pick<RunRecord, "id" | "label" | "seed">[],
): Map<string, string> {
  const taken = selectRunNames(db);
  const used = new Set([...taken].map(useOf));
  const before = selectRunsByExperiment(db, experimentId);
  let number = numberOf(before);
  const isFree = () => runs.every((run) => !taken.has(numbered(plainName(run), number)));
  if (before.length === 0 || !isFree())
    for (number = 1; !isFree() || runs.some(({ label }) => used.has(use(label, number)));) number++;
  const names = new Map<string, string>();
  for (const run of runs) {
    let own = number;
    while (taken.has(numbered(plainName(run), own))) own++;
    const name = numbered(plainName(run), own);
    taken.add(name);
    names.set(run.id, name);
  }
  return names;
}
