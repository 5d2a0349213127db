import { FACT_LIMITS } from "../../contracts/limits/adapters.ts";
import type { ExternalFacts } from "../../contracts/external/verbs.ts";

/**
 * What of a message is looked at at all: above what is kept, so that a secret that is cut is cut where nothing is kept, and far
 * below what a body may hold, since each text costs a look for secrets.
 */
const REACH = {
  keys: FACT_LIMITS.config.most,
  entries: FACT_LIMITS.table.most,
  name: FACT_LIMITS.name.most,
  text: FACT_LIMITS.text.most,
  tags: FACT_LIMITS.tags.most,
  tag: FACT_LIMITS.word.most,
  notes: FACT_LIMITS.notes.most,
} as const;
/**
 * Characters of all names and texts of one table. Beyond them a text keeps its beginning, as one that is too long does, and beyond half
 * as many more nothing is kept.
 */
const IN_ALL = FACT_LIMITS.inAll.most;
const BEGINNING = 100;

/** A table within reach, in the order in which it came. */
function table<V>(
  told: Readonly<Record<string, V>>,
  most: number = REACH.entries,
): Readonly<Record<string, V>> {
  let room = IN_ALL;
  let isCut = false;
  const kept: [string, V][] = [];
  for (const name in told) {
    if (kept.length === most || room < -IN_ALL / 2) {
      isCut = true;
      break;
    }
    const value = told[name];
    const longest = room > 0 ? REACH.text : BEGINNING;
    const isLong = typeof value === "string" && value.length > longest;
    const isLongName = name.length > REACH.name;
    isCut ||= isLong || isLongName;
    // A text that is shortened has to look so: what is kept of a longer one ends in "…".
    const text =
      isLong && longest === BEGINNING
        ? `${value.slice(0, longest)}…`
        : isLong
          ? value.slice(0, longest)
          : value;
    kept.push([isLongName ? name.slice(0, REACH.name) : name, text as V]);
    room -= name.length + (typeof text === "string" ? text.length : 0);
  }
  return isCut ? Object.fromEntries(kept) : told;
}

/** What is told of a run, without what is too much to be kept or looked at. The same where nothing is. */
export function factsWithinReach<F extends Partial<ExternalFacts>>(facts: F): F {
  const near: F = { ...facts };
  if (facts.name) near.name = facts.name.slice(0, REACH.tag);
  if (facts.group) near.group = facts.group.slice(0, REACH.tag);
  if (facts.jobType) near.jobType = facts.jobType.slice(0, REACH.tag);
  if (facts.tags) near.tags = facts.tags.slice(0, REACH.tags).map((tag) => tag.slice(0, REACH.tag));
  if (facts.notes) near.notes = facts.notes.slice(0, REACH.notes);
  if (facts.config) near.config = table(facts.config, REACH.keys);
  if (facts.summary) near.summary = table(facts.summary);
  if (facts.axes) near.axes = table(facts.axes);
  if (facts.environment) near.environment = table(facts.environment);
  return near;
}
