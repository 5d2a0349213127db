import { ANNOTATED_KINDS, type AnnotatedKind } from "../contracts/housekeeping/annotations.ts";
import type { Api } from "./client.ts";
import { usageError } from "./exit.ts";
import { findRun } from "./find-run.ts";

/** A kind of thing that is named, or a refusal that says which there are. */
export function annotatedKindOf(word: string): AnnotatedKind {
  const kind = ANNOTATED_KINDS.find((one) => one === word);
  if (!kind)
    throw usageError(`The first word is one of ${ANNOTATED_KINDS.join(", ")}, not "${word.slice(0, 40)}".`);
  return kind;
}

/** Id of a run, an experiment or a benchmark by its id, the start of one, or its name. */
export async function findAnnotated(api: Api, kind: AnnotatedKind, word: string): Promise<string> {
  if (kind === "run") return findRun(api, word, "read");
  if (kind === "experiment") return (await api.experiments.find.query({ text: word })).id;
  const { benchmarks } = await api.benchmarks.list.query();
  const found = benchmarks.find(({ id, name }) => id === word || name === word);
  if (!found) throw usageError(`There is no benchmark "${word.slice(0, 80)}". See: npx ablab benchmark list`);
  return found.id;
}
