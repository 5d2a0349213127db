import type { Seam } from "#server/plot/series.ts";

/** Of a curriculum, by the train step that each begins with. */
export type MarkedStages = readonly { from: number; name: string }[];

/** Where a curriculum goes on to another stage. The first began with the run and needs no mark. */
export const stageSeams = (stages: MarkedStages): Seam[] =>
  stages.slice(1).map(({ from, name }) => ({ x: from, label: name }));
