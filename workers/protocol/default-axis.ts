/** The x of a metric that does not name its own: the train step. */
export const DEFAULT_AXIS = "step";

/** Metrics that count train steps, as the trainers call them. A row that has one stands there, whatever the logger counted. */
export const STEP_METRICS = [
  "train/global_step",
  "training/global_step",
  "trainer/global_step",
  "global_step",
  "train/step",
  "training/step",
  "trainer/step",
] as const;

/** The metric by which rows count their train steps, where a logger has one of these. */
export const trainStepOf = (has: (metric: string) => boolean): string | undefined => STEP_METRICS.find(has);

/** Whether an axis of a client's own is the train step by its name, as `eval/global_step` is; `eval/step` may count evaluations. */
export const namesTrainStep = (axis: string): boolean =>
  /(^|[/.])(global|train|training|trainer)_steps?$/.test(axis);
