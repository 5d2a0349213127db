import { projectSearch } from "#components/search-params/project.ts";
import {
  createLoader,
  createSerializer,
  parseAsBoolean,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import { parseAsPage, parseAsText } from "#components/search-params/values.ts";
import { ASK_LIMITS } from "#server/contracts/ask-limits.ts";

export const OUTCOMES = ["all", "solved", "unsolved", "refuted"] as const;
export const STEP_RANGES = ["all", "1-5", "6-10", "11+"] as const;
export const PROBLEM_SORTS = ["order", "problem", "type", "steps", "op", "da", "passed"] as const;
export type ProblemSort = (typeof PROBLEM_SORTS)[number];

/** Which problems of an evaluation are shown, in which order. */
export const evaluationSearch = {
  outcome: parseAsStringLiteral(OUTCOMES).withDefault("all"),
  type: parseAsString.withDefault(""),
  level: parseAsString.withDefault(""),
  steps: parseAsStringLiteral(STEP_RANGES).withDefault("all"),
  sort: parseAsStringLiteral(PROBLEM_SORTS).withDefault("order"),
  down: parseAsBoolean.withDefault(false),
};

export interface EvaluationView {
  outcome: (typeof OUTCOMES)[number];
  type: string;
  level: string;
  steps: (typeof STEP_RANGES)[number];
  sort: ProblemSort;
  down: boolean;
}

export const evaluationHref = createSerializer(evaluationSearch);

/** Which labels an episode is shown with, and the step somebody came for. */
export const episodeSearch = { set: parseAsString, step: parseAsInteger };
export const loadEpisodeSearch = createLoader(episodeSearch);
const serializeEpisode = createSerializer(episodeSearch);

const SHOWN_HASH = 16;

/** The page of one episode. The first 16 characters of the problem's hash name it. */
export function episodeHref(
  evaluationId: string,
  problemHash: string,
  more: { set?: string | null; step?: number | null } = {},
): string {
  return serializeEpisode(`/evaluations/${evaluationId}/${problemHash.slice(0, SHOWN_HASH)}`, more);
}

/** Views of the list of evaluations. */
export const evaluationListSearch = {
  ...projectSearch,
  q: parseAsText(ASK_LIMITS.search).withDefault(""),
  final: parseAsBoolean.withDefault(true),
  page: parseAsPage.withDefault(0),
};
export const loadEvaluationListSearch = createLoader(evaluationListSearch);

export const LIST_SIZE = 100;

/** The question behind a view of the list. */
export function evaluationListInput(search: {
  project: string | null;
  q: string;
  final: boolean;
  page: number;
}) {
  return {
    project: search.project,
    search: search.q,
    finalOnly: search.final,
    limit: LIST_SIZE,
    offset: search.page * LIST_SIZE,
  };
}
