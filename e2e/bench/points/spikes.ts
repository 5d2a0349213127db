import type { SeriesWindow } from "../../../server/contracts/charts/series-window.ts";
import { SPIKE, xOf, type GeneratedSeries } from "./point-generator.ts";
import type { FilledRun } from "./point-world.ts";
import type { WindowClient } from "./window-client.ts";

export interface SpikeCount {
  planted: number;
  drawn: number;
}

/** Whether the bucket that stands for an x reaches to a value, so that a line between min and max shows it. */
function reaches(window: SeriesWindow, x: number, value: number): boolean {
  const bucket = window.x0.findIndex((x0, i) => x0 <= x && x <= window.x1[i]);
  return bucket >= 0 && window.min[bucket] <= value && value <= window.max[bucket];
}

export function spikesIn(window: SeriesWindow, series: GeneratedSeries): number {
  const up = reaches(window, xOf(series, series.up), SPIKE);
  const down = reaches(window, xOf(series, series.down), -SPIKE);
  return Number(up) + Number(down);
}

/** Asks for every series of some runs as a whole and counts the spikes that are in the answers. */
export async function spikesDrawn(client: WindowClient, runs: readonly FilledRun[]): Promise<SpikeCount> {
  const count: SpikeCount = { planted: 0, drawn: 0 };
  for (const { runId, series } of runs) {
    const metrics = series.map(({ metric }) => metric);
    const windows = (await client.ask({ runIds: [runId], metrics, buckets: 1000 })).windows();
    for (const one of series) {
      const window = windows.find(({ metric }) => metric === one.metric);
      count.planted += 2;
      if (window) count.drawn += spikesIn(window, one);
    }
  }
  return count;
}
