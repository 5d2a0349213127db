import { readFileSync, statfsSync } from "node:fs";
import { cpus, freemem, totalmem } from "node:os";
import type { MachineState } from "../../protocol/machine/machine.ts";

/** What every system says of itself through Node; the network is read from /proc and unknown elsewhere. */
export type HostReading = Pick<
  MachineState,
  | "cpuShare"
  | "cpus"
  | "memoryUsedBytes"
  | "memoryTotalBytes"
  | "diskFreeBytes"
  | "diskTotalBytes"
  | "receivedBytesPerSecond"
  | "sentBytesPerSecond"
>;

export interface HostMeter {
  /** Rates are since the call before; the first one has none. */
  read(now: number): HostReading;
}

export function meterHost(home: string): HostMeter {
  const load = meterProcessors();
  let last: { at: number; traffic: Traffic } | null = null;
  return {
    read(now) {
      const traffic = readTraffic();
      const seconds = last ? (now - last.at) / 1000 : 0;
      const rate = (which: keyof Traffic) =>
        last && traffic && seconds > 0 ? Math.max(0, traffic[which] - last.traffic[which]) / seconds : null;
      const rates = { receivedBytesPerSecond: rate("received"), sentBytesPerSecond: rate("sent") };
      last = traffic && { at: now, traffic };
      const memoryTotalBytes = totalmem();
      return {
        ...load(),
        memoryUsedBytes: memoryTotalBytes - freemem(),
        memoryTotalBytes,
        ...diskOf(home),
        ...rates,
      };
    },
  };
}

/** Share of the machine's processors that was busy since the call before; the first call has none yet. */
export function meterProcessors(): () => { cpuShare: number | null; cpus: number } {
  let last: { busy: number; all: number } | null = null;
  return () => {
    const now = processorTimes();
    const all = last ? now.all - last.all : 0;
    const cpuShare = last && all > 0 ? Math.min(1, Math.max(0, (now.busy - last.busy) / all)) : null;
    last = now;
    return { cpuShare, cpus: now.count };
  };
}

function processorTimes(): { busy: number; all: number; count: number } {
  let busy = 0;
  let idle = 0;
  const processors = cpus();
  for (const { times } of processors) {
    busy += times.user + times.nice + times.sys + times.irq;
    idle += times.idle;
  }
  return { busy, all: busy + idle, count: Math.max(1, processors.length) };
}

function diskOf(path: string): Pick<HostReading, "diskFreeBytes" | "diskTotalBytes"> {
  try {
    const { bavail, blocks, bsize } = statfsSync(path);
    return { diskFreeBytes: bavail * bsize, diskTotalBytes: blocks * bsize };
  } catch {
    return { diskFreeBytes: null, diskTotalBytes: null };
  }
}

export interface Traffic {
  received: number;
  sent: number;
}

function readTraffic(): Traffic | null {
  try {
    return sumTraffic(readFileSync("/proc/net/dev", "utf8"));
  } catch {
    return null;
  }
}

/** Bytes of all interfaces but the loopback, from the text of /proc/net/dev: eight columns received, then eight sent. */
export function sumTraffic(text: string): Traffic {
  const total = { received: 0, sent: 0 };
  for (const line of text.split("\n").slice(2)) {
    const [name, numbers = ""] = line.split(":");
    const columns = numbers.trim().split(/\s+/).map(Number);
    if (columns.length < 16 || name.trim() === "lo") continue;
    total.received += columns[0];
    total.sent += columns[8];
  }
  return total;
}
