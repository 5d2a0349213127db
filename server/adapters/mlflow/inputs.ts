import type { ExternalFacts, ExternalVerbs } from "../../contracts/external/verbs.ts";
import { isForeign, textOf, type Foreign } from "../../foreign/foreign-values.ts";
import { foreignList, tagsOf } from "./read-batch.ts";

/** Data sets that a run reads stand in its environment: by name, each with where it is from, its digest and what it was for. */
const PREFIX = "dataset ";
const CONTEXT = "mlflow.data.context";

const wordsOf = (dataset: Foreign, tags: unknown): string => {
  const context = tagsOf(tags).find(([key]) => key === CONTEXT)?.[1];
  const words = [dataset.source_type, dataset.source, dataset.digest].map(textOf);
  return [...words, context === undefined ? null : `[${context}]`].filter((word) => word !== null).join(" ");
};

/** The data sets of a `log-inputs` as entries of an environment. */
const environmentOfInputs = (datasets: unknown): [string, string][] =>
  foreignList(datasets).flatMap(({ dataset, tags }) =>
    isForeign(dataset)
      ? [[`${PREFIX}${textOf(dataset.name) ?? "without a name"}`, wordsOf(dataset, tags)] as [string, string]]
      : [],
  );

/** The data sets of a run as the client reads them back: name, digest, source and context; no schema and no profile. */
export function inputsBack({ environment }: ExternalFacts) {
  const told = Object.entries(environment).filter(([name]) => name.startsWith(PREFIX));
  const dataset_inputs = told.map(([name, text]) => {
    const [, words, context] = /^(.*?)(?: \[([^\]]*)\])?$/s.exec(text) ?? [];
    const [source_type, ...rest] = (words ?? "").split(" ");
    const digest = rest.pop() ?? "";
    return {
      dataset: { name: name.slice(PREFIX.length), digest, source_type, source: rest.join(" ") },
      tags: context === undefined ? [] : [{ key: CONTEXT, value: context }],
    };
  });
  return dataset_inputs.length === 0 ? {} : { dataset_inputs };
}

/** Adds the data sets of a `log-inputs` to what is on record of a run. */
export function keepInputs(verbs: ExternalVerbs, runId: string, datasets: unknown): void {
  const told = environmentOfInputs(datasets);
  if (told.length > 0) verbs.describe(runId, { environment: Object.fromEntries(told) });
}
