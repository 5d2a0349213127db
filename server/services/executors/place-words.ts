import type { Place } from "../../../workers/protocol/executors/place.ts";
import { writeMoment } from "../../wording/times.ts";

/** Where an engine has an attempt, as one clause: what it waits for, and when it is expected to start. */
export function placeWords({ native, why, expectedStart, job }: Place): string {
  const state = native === "" ? "Slurm" : `Slurm ${native}${job === null ? "" : `, job ${job}`}`;
  const start =
    expectedStart === null || native !== "PENDING" ? "" : `; expected to start ${writeMoment(expectedStart)}`;
  return why === null ? state : `${why}${start} [${state}]`;
}
