import { createHash } from "node:crypto";
import type { z } from "zod";
import { INGEST_LIMITS, type RunFacts, WantedRun } from "../../../workers/protocol/ingest.ts";
import type { ExternalFacts, ExternalPlace } from "../../contracts/external/verbs.ts";
import type { AdapterRequest } from "../adapter.ts";
import { firstEntries, isForeign, parseForeign } from "../../foreign/foreign-values.ts";
import { asWords, flatConfig, flatSummary } from "./flat-facts.ts";
import { textOf } from "./read-lines.ts";

/** A request of which nothing can be stored. */
export class Unreadable extends Error {}

export function placeOf(experiment: unknown, key: unknown): ExternalPlace {
  const [place, run] = [textOf(experiment), textOf(key)];
  if (!place || !run) throw new Unreadable("A run is named by experiment and key; one of them is missing.");
  return { experiment: shortWord(place), key: shortWord(run) };
}

export const writerOf = (given: unknown): string => shortWord(textOf(given) || "main");

/** A word that is too long keeps its beginning and is told from others by its hash. */
export function shortWord(text: string): string {
  if (text.length <= INGEST_LIMITS.word) return text;
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 16);
  return `${text.slice(0, INGEST_LIMITS.word - 18)}… ${hash}`.slice(0, INGEST_LIMITS.word);
}

export function jsonBody({ body }: AdapterRequest): unknown {
  try {
    return parseForeign(body);
  } catch {
    throw new Unreadable("The body is not JSON, or too much of it to be read at once.");
  }
}

/** A body about a run, without names that nobody reads and without what is beyond the entries that are looked at. */
export function factsIn(request: AdapterRequest): unknown {
  const sent = jsonBody(request);
  if (!isForeign(sent)) return sent;
  const known = Object.keys(WantedRun.shape).filter((name) => Object.hasOwn(sent, name));
  return Object.fromEntries(
    known.map((name) => {
      const value = sent[name];
      return [name, isForeign(value) ? Object.fromEntries(firstEntries(value)) : value];
    }),
  );
}

/** What was said of a run, in the form in which it is kept; what was not said stays away. */
export function factsOf(said: z.output<typeof RunFacts>): Partial<ExternalFacts> {
  const facts: Partial<ExternalFacts> = {
    name: said.name,
    group: said.group,
    jobType: said.jobType,
    tags: said.tags,
    notes: said.notes,
    config: said.config && flatConfig(said.config),
    environment: said.environment && asWords(said.environment),
    summary: said.summary && flatSummary(said.summary),
    axes: said.axes,
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}
