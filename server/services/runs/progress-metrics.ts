/** Metrics whose last point says how far a run is, the first that it has: train steps, else epochs. */
export const PROGRESS_METRICS = ["progress/episodes", "progress/updates", "sft/loss", "prm/loss"];
