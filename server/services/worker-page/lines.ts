import type { MachineMean } from "../../../workers/protocol/machine/machine.ts";

/** Places of a line on the page. */
export const PLACES = 120;

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
    this.places = Array.from({ length: PLACES }, () => []);
    for (const mean of means) {
      const place = Math.floor(((mean.at - from) / (to - from)) * PLACES);
      if (place >= 0 && mean.at <= to) this.places[Math.min(PLACES - 1, place)].push(mean);
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
