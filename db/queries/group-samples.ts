import { and, asc, eq } from "drizzle-orm";
import type { Db } from "../client.ts";
import { groupSamples } from "../schema/index.ts";

export function insertGroupSample(
  db: Db,
  sample: {
    attemptId: string;
    trainStep: number;
    drawn: number;
    groups: { key: string; rewards: (number | string)[] }[];
  },
): void {
  db.insert(groupSamples).values(sample).run();
}

/** Samples of an attempt at a step, or the newest when `trainStep` is null; with all steps that have one. */
export function selectGroupSample(db: Db, attemptId: string, trainStep: number | null) {
  const steps = db
    .select({ trainStep: groupSamples.trainStep })
    .from(groupSamples)
    .where(eq(groupSamples.attemptId, attemptId))
    .orderBy(asc(groupSamples.trainStep))
    .all()
    .map((row) => row.trainStep);
  const wanted = trainStep !== null && steps.includes(trainStep) ? trainStep : steps.at(-1);
  if (wanted === undefined) return null;
  const sample = db
    .select()
    .from(groupSamples)
    .where(and(eq(groupSamples.attemptId, attemptId), eq(groupSamples.trainStep, wanted)))
    .get();
  return sample ? { ...sample, steps } : null;
}
