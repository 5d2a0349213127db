import type { MachineMean } from "../../../workers/protocol/machine/machine.ts";

/** Places of a line on the page: the most, and the least where there is little to show. */
const MOST_PLACES = 120;
const LEAST_PLACES = 12;
/** So many means to a place, so that one that came late leaves no gap. */
const MEANS_PER_PLACE = 1.5;

type GpuMean = MachineMean["gpus"][number];

export interface MeanLines {
  cpu: (number | null)[];
  memory: (number | null)[];
  disk: (number | null)[];
  received: (number | null)[];
  sent: (number | null)[];
}

export interface GpuLines {
  lines: {
    busy: (number | null)[];
    memory: (number | null)[];
    power: (number | null)[];
    celsius: (number | null)[];
  };
  changes: number[];
}

/** Means at equal distances from `from` to `to`: for each place the mean of what lies in it, null where nothing does. */
export class MeanBook {
  private readonly places: MachineMean[][];

  constructor(means: readonly MachineMean[], from: number, to: number) {
    const count = Math.floor(means.length / MEANS_PER_PLACE);
    const places = Math.max(LEAST_PLACES, Math.min(MOST_PLACES, count));
    this.places = Array.from({ length: places }, () => []);
    for (const mean of means) {
      const place = Math.floor(((mean.at - from) / (to - from)) * places);
      if (place >= 0 && mean.at <= to) this.places[Math.min(places - 1, place)].push(mean);
    }
  }

  host(): MeanLines {
    const line = (read: (mean: MachineMean) => number | null) => this.line((mean) => read(mean));
    return {
      cpu: line((mean) => mean.cpuShare),
      memory: line((mean) => mean.memoryShare),
      disk: line((mean) => mean.diskFreeBytes),
      received: line((mean) => mean.receivedBytesPerSecond),
      sent: line((mean) => mean.sentBytesPerSecond),
    };
  }

  gpu(uuid: string): GpuLines {
    const find = (mean: MachineMean) => mean.gpus.find((gpu) => gpu.uuid === uuid);
    const line = (read: (gpu: GpuMean) => number | null) =>
      this.line((mean) => {
        const gpu = find(mean);
        return gpu ? read(gpu) : null;
      });
    const changes: number[] = [];
    let before: string | null = null;
    this.places.forEach((means, place) => {
      for (const mean of means) {
        const gpu = find(mean);
        if (!gpu) continue;
        const holder = gpu.heldBy.join() || (gpu.foreign ? "foreign" : "");
        if (before !== null && holder !== before && changes.at(-1) !== place) changes.push(place);
        before = holder;
      }
    });
    return {
      lines: {
        busy: line((gpu) => gpu.busyShare),
        memory: line((gpu) => gpu.memoryUsedMiB),
        power: line((gpu) => gpu.powerWatts),
        celsius: line((gpu) => gpu.celsius),
      },
      changes,
    };
  }

  private line(read: (mean: MachineMean) => number | null): (number | null)[] {
    return this.places.map((means) => {
      const values = means.map(read).filter((value) => value !== null);
      return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
    });
  }
}
