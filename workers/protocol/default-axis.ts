/** The x of a metric that does not name its own: the train step. */
export const DEFAULT_AXIS = "step";
