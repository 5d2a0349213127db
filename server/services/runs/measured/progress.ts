/** Of a run that plans train episodes: where it is among its train steps, whatever it does before the first one. */
export const TRAIN_METRICS = ["progress/episodes", "progress/updates"];

/** Metrics whose last point says how far a run is, the first that it has: train steps, else epochs. */
export const PROGRESS_METRICS = [...TRAIN_METRICS, "sft/loss", "prm/loss"];

/**
 * How far a run is, by the x of the last point of each metric; undefined where it has none that says so. The epochs of an
 * SFT start are no steps of a training that goes on with others: its progress would begin twice.
 */
export function stepBy(
  { plannedEpisodes }: { plannedEpisodes: number },
  lastX: (metric: string) => number | undefined,
): number | undefined {
  const metrics = plannedEpisodes > 0 ? TRAIN_METRICS : PROGRESS_METRICS;
  return metrics.map(lastX).find((x) => x !== undefined);
}
