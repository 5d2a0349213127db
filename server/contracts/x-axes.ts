/** What a line may be drawn over. Every axis but wall time is a series on the same train step, so an axis is a join. */
export const X_AXES = ["step", "episodes", "updates", "cpu", "wall"] as const;
export type XAxis = (typeof X_AXES)[number];
