import {
  createLoader,
  createSerializer,
  parseAsArrayOf,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import { X_AXES } from "#server/contracts/x-axes.ts";

/** Whose reward variance is shown: some runs, or an experiment's; and the x axis. */
export const varianceSearch = {
  runs: parseAsArrayOf(parseAsString).withDefault([]),
  experiment: parseAsString,
  x: parseAsStringLiteral(X_AXES).withDefault("step"),
};

export const loadVarianceSearch = createLoader(varianceSearch);
export const varianceHref = createSerializer(varianceSearch);

/** The question behind a view: an experiment wins over runs; with neither, the newest of the project that has groups. */
export function varianceInput(view: { runs: string[]; experiment: string | null }, project: string | null) {
  const isAsked = view.experiment !== null || view.runs.length > 0;
  return {
    runIds: view.experiment === null ? view.runs : [],
    experimentId: view.experiment,
    project: isAsked ? null : project,
  };
}
