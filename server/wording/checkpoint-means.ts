import type { CheckpointMeans } from "../contracts/checkpoint-means.ts";
import { countOf, listAnd } from "./counts.ts";
import { writeNumber } from "./numbers.ts";
import { quantityText, writeSize } from "./quantities.ts";

/** Whether a set can separate the configurations, and what they are worth over their last checkpoints; empty where that is one. */
export function checkpointWords({ checkpoints, cells, separates }: CheckpointMeans, unit: string): string {
  if (separates === null) return "";
  const { ratio, noise, runs } = separates;
  const means = cells.map(({ config, mean }) => `${config} ${quantityText({ value: mean, unit })}`);
  const can = ratio >= 1 ? "can" : "cannot";
  return `This set ${can} separate your configurations by one checkpoint each: ${writeNumber(ratio)}, their means apart over what a run moves between checkpoints, training included (${writeSize(noise, unit)}, ${countOf(runs, "run")}). Mean of the last ${countOf(checkpoints, "checkpoint")} at most: ${listAnd(means)}.`;
}
