import type { GpuState } from "../../protocol/machine/machine.ts";

/**
 * What nvidia-smi prints, read without effects. Its tables have no header and no units; the name, which may hold a comma,
 * comes last. Sources: `nvidia-smi --help-query-gpu`, `--help-query-compute-apps`, and nvml.h for the reasons of low clocks.
 */

/** Fields of a GPU in the order in which they are asked; later drivers renamed or lack some. */
export const GPU_FIELDS = [
  "index",
  "uuid",
  "driver_version",
  "utilization.gpu",
  "memory.used",
  "memory.total",
  "power.draw",
  "enforced.power.limit",
  "temperature.gpu",
  "clocks_event_reasons.active",
  "mig.mode.current",
  "name",
] as const;
const APP_FIELDS = ["gpu_uuid", "pid", "used_memory", "process_name"];

const FORMAT = "--format=csv,noheader,nounits";
export const gpuQuery = (fields: readonly string[], everyMs: number): string[] => [
  `--query-gpu=${fields.join(",")}`,
  FORMAT,
  "-lms",
  String(everyMs),
];
export const appQuery = (everyMs: number): string[] => [
  `--query-compute-apps=${APP_FIELDS.join(",")}`,
  FORMAT,
  "-lms",
  String(everyMs),
];

/** What the driver has no word for: `[N/A]`, `[Not Supported]`, `[Unknown Error]`, `ERR!`, an empty cell. */
export function known(cell: string | undefined): string | null {
  const text = cell?.trim() ?? "";
  return text === "" || /^(\[.*\]|N\/A|ERR!|Unknown Error|Not Supported)$/i.test(text) ? null : text;
}

function number(cell: string | undefined): number | null {
  const text = known(cell);
  return text !== null && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : null;
}

const amount = (cell: string | undefined): number | null => {
  const value = number(cell);
  return value === null || value < 0 ? null : value;
};

/** Bits of nvmlClocksEventReasons: what is no slowing (idle, clocks set on purpose, synchronised boards) is left out. */
const REASONS: [bit: number, reason: GpuState["slowedBy"][number]][] = [
  [0x04, "power"],
  [0x08, "hardware"],
  [0x20, "heat"],
  [0x40, "heat"],
  [0x80, "power"],
];

function slowedBy(cell: string | undefined): GpuState["slowedBy"] {
  const text = known(cell);
  if (text === null || !/^0x[0-9a-f]+$/i.test(text)) return [];
  const bits = Number(BigInt(text) & 0xffn);
  return [...new Set(REASONS.flatMap(([bit, reason]) => (bits & bit ? [reason] : [])))];
}

/** What one line of the driver says of a GPU. */
export type GpuReading = Omit<GpuState, "goneSince" | "processes" | "heldBy"> & { driver: string | null };

/** The reading of a line in the order of `fields`; null where the line is none, such as the sentence of an error. */
export function readGpuLine(line: string, fields: readonly string[]): GpuReading | null {
  const cells = line.split(",");
  if (cells.length < fields.length || !/^\s*\d+\s*$/.test(cells[0])) return null;
  const nameAt = fields.length - 1;
  const cell = (field: string) => {
    const at = fields.indexOf(field);
    return at < 0 ? undefined : at === nameAt ? cells.slice(nameAt).join(",") : cells[at];
  };
  const uuid = known(cell("uuid"));
  if (uuid === null) return null;
  const busy = amount(cell("utilization.gpu"));
  const celsius = number(cell("temperature.gpu"));
  return {
    uuid,
    index: Number(cells[0]),
    name: (known(cell("name")) ?? "GPU").slice(0, 200),
    driver: known(cell("driver_version")),
    busyShare: busy === null || busy > 100 ? null : busy / 100,
    memoryUsedMiB: amount(cell("memory.used")),
    memoryTotalMiB: amount(cell("memory.total")),
    powerWatts: amount(cell("power.draw")),
    powerLimitWatts: amount(cell("enforced.power.limit")),
    celsius: celsius === null || Math.abs(celsius) > 200 ? null : celsius,
    slowedBy: slowedBy(cell("clocks_event_reasons.active") ?? cell("clocks_throttle_reasons.active")),
    mig: known(cell("mig.mode.current"))?.toLowerCase() === "enabled",
  };
}

/** A process with a context on a GPU, as the driver names it. */
export interface AppReading {
  uuid: string;
  pid: number;
  name: string | null;
  memoryMiB: number | null;
}

export function readAppLine(line: string): AppReading | null {
  const [uuid, pid, memory, ...name] = line.split(",");
  if (known(uuid) === null || !/^\s*\d+\s*$/.test(pid ?? "")) return null;
  return {
    uuid: uuid.trim(),
    pid: Number(pid),
    memoryMiB: amount(memory),
    name: known(name.join(","))?.slice(0, 200) ?? null,
  };
}

/** Older names of fields. */
const FORMER: Record<string, string> = { "clocks_event_reasons.active": "clocks_throttle_reasons.active" };

/** The fields to ask instead, where the driver refuses one of them; null where the line says nothing of a field. */
export function withoutRefusedField(line: string, fields: readonly string[]): string[] | null {
  const refused = /Field "([^"]+)" is not a valid field/i.exec(line)?.[1];
  if (refused === undefined || !fields.includes(refused)) return null;
  const former = FORMER[refused];
  return fields.flatMap((field) => (field !== refused ? [field] : former ? [former] : []));
}
