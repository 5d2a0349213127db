import type { PipelineStage, SlotSource } from "../../contracts/launch/launch.ts";

const isFixed = (source: PipelineStage["inputs"][string]): source is SlotSource => !("stage" in source);

/** What a stage takes from runs and evaluations that are there, slot by slot; what an earlier stage leaves is not among it. */
export const fixedSources = (stage: PipelineStage): Record<string, SlotSource> =>
  Object.fromEntries(
    Object.entries(stage.inputs).flatMap(([slot, source]) => (isFixed(source) ? [[slot, source]] : [])),
  );
