/**
 * What a line may be drawn over by name of the built-in switch. "step" is the default axis of a series; every other one but
 * wall time is a series on the same step, so drawing over it is a join.
 */
export const X_AXES = ["step", "episodes", "updates", "cpu", "wall"] as const;
export type XAxis = (typeof X_AXES)[number];

/** An axis of that list, or another that a run has sent: the own x of some metric ("tokens", "epoch"), or a metric's name. */
export type AxisName = XAxis | (string & {});
