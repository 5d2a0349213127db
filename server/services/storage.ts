import { asDamage, damageOf } from "#db/damage.ts";
import { pointStore } from "#db/points/open-point-store.ts";
import { explainStorageError, ServiceError } from "../errors.ts";
import { writeBytes } from "../wording/quantities.ts";
import type { ServiceContext } from "./context.ts";

/** The disk under the data directory, and what was noticed of it. */
export interface Storage {
  /** Nothing is launched where fewer bytes are free. */
  minFree: number;
  /** Bytes that are free now. */
  free(): number;
  /** What went wrong while the data directory was looked after, by what was tried: sentences. */
  troubles: Map<string, string>;
}

const lowDisk = (free: number, minFree: number): string =>
  `The disk of the data directory has ${writeBytes(free)} free, and nothing is launched below ${writeBytes(minFree)}. Free some space; trainings that run go on.`;

/** Refuses a launch where the disk is nearly full: its points would have no place, and a full disk stops every other run too. */
export function requireRoom({ storage }: ServiceContext): void {
  const free = storage.free();
  if (free < storage.minFree) throw new ServiceError("full", lowDisk(free, storage.minFree));
}

/** What everybody should know of the data directory, wherever they look: damage, missing points, little room. */
export function storageCautions(ctx: ServiceContext): string[] {
  const { storage, db } = ctx;
  const damage = damageOf(db.$client);
  const free = storage.free();
  return [
    ...(damage ? [damage.message] : []),
    ...(!damage && pointStore(db).lacks()
      ? [
          "The last points are stored but not shown: nothing can be written to the data directory, whose disk is full or read-only. Make room, and they appear.",
        ]
      : []),
    ...(free < storage.minFree ? [lowDisk(free, storage.minFree)] : []),
    ...storage.troubles.values(),
  ];
}

/**
 * What a door says of an error: SQLite's words for a full, read-only or damaged file become a refusal, and damage stops all
 * writing from then on; everything else is as it was.
 */
export const explainFailure = ({ db }: ServiceContext, error: unknown): unknown =>
  explainStorageError(asDamage(db.$client, error));
