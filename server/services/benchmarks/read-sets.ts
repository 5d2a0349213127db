import { selectAttempt } from "#db/queries/attempts.ts";
import type { EventsMessage } from "../../../workers/protocol/messages.ts";
import type { ProblemsEvent } from "../../../workers/protocol/problems-event.ts";
import { ServiceError } from "../../errors.ts";
import { type MadeSet, readMadeSet } from "../../importers/made-set.ts";
import type { ServiceContext } from "../context.ts";

/** What the sets of a batch hold, or why one is not what it says, by their events. */
export type ReadSets = ReadonlyMap<ProblemsEvent, MadeSet | ServiceError>;

/** Reads the sets of a batch that are not stored yet, with pauses. A thousand models take seconds, and nothing is written meanwhile. */
export function* readSets(
  { db }: ServiceContext,
  attemptId: string,
  { firstSeq, events }: EventsMessage,
): Generator<void, ReadSets> {
  const read = new Map<ProblemsEvent, MadeSet | ServiceError>();
  const stored = selectAttempt(db, attemptId)?.lastSeq ?? Infinity;
  for (const [i, event] of events.entries()) {
    if (event.t !== "problems" || firstSeq + i <= stored) continue;
    try {
      read.set(event, yield* readMadeSet(event));
    } catch (error) {
      read.set(event, new ServiceError("invalid", (error as Error).message));
    }
  }
  return read;
}
