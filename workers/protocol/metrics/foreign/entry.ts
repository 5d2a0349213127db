import type { ForeignMeasure, ForeignMetric } from "../foreign-metrics.ts";
import type { MetricInfo } from "../metric-info.ts";
import type { MetricName } from "../metrics.ts";

/** Who sends a name, as its meaning is told: "TRL: mean of the weighted rewards". */
type Sender = "TRL" | "verl" | "OpenRLHF" | "prime-rl" | "SkyRL" | "NeMo-RL" | "slime" | "AReaL" | "others";

type Entry = [name: string, sender: Sender, definition: string, read?: (value: number) => number];
type Kind = Pick<MetricInfo, "unit" | "better" | "section"> & Pick<ForeignMetric, "same" | "measure">;

export const kind = (
  unit: string,
  better: MetricInfo["better"],
  section: MetricInfo["section"],
  same: MetricName | null,
  entries: Entry[],
  measure?: ForeignMeasure,
): [Kind, Entry[]] => [{ unit, better, section, same, ...(measure && { measure }) }, entries];
