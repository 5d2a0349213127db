import {
  createLoader,
  createSerializer,
  parseAsArrayOf,
  parseAsFloat,
  parseAsInteger,
  parseAsString,
} from "nuqs/server";
import { parseAsPage } from "#components/search-params/values.ts";
import { MOST_SETS } from "#server/contracts/label-rule.ts";

export const STEPS_PAGE = 25;

/** Which label sets are read, which of their steps are listed, and which trained model is shown. */
export const prmSearch = {
  set: parseAsArrayOf(parseAsString).withDefault([]),
  label: parseAsFloat,
  reason: parseAsString,
  action: parseAsString,
  position: parseAsInteger,
  type: parseAsString,
  page: parseAsPage.withDefault(0),
  model: parseAsString,
  rewarded: parseAsString,
};

export interface PrmView {
  set: string[];
  label: number | null;
  reason: string | null;
  action: string | null;
  position: number | null;
  type: string | null;
  page: number;
  model: string | null;
  /** The rewarded run whose curves are drawn. */
  rewarded: string | null;
}

export const loadPrmSearch = createLoader(prmSearch);
export const prmHref = createSerializer(prmSearch);

/** The sets an address asks for among those there are; the newest one where it asks for none that is there. */
export function chosenSets(asked: readonly string[], known: readonly { id: string }[]): string[] {
  const there = [...new Set(asked)].filter((id) => known.some((set) => set.id === id)).slice(0, MOST_SETS);
  return there.length > 0 ? there : known.slice(0, 1).map((set) => set.id);
}

/** The question behind the list of labelled steps. */
export function stepsInput(sets: string[], view: Omit<PrmView, "set" | "model" | "rewarded">) {
  const { label, reason, action, position, type, page } = view;
  return {
    sets,
    label,
    reason,
    action,
    position,
    type,
    limit: STEPS_PAGE,
    offset: page * STEPS_PAGE,
  };
}
