import {
  GPU_METRICS,
  gpuMetricParts,
  MACHINE_METRICS,
  machineMetric,
} from "../../../workers/protocol/machine/machine-metrics.ts";
import type { Panel, PanelSection } from "./panels.ts";

/** Whether a metric is what the machine did under a run. */
export const isOfMachine = (metric: string): boolean => machineMetric(metric) !== undefined;

const NOTE = "while the run was on it; points are means of readings";

const ofOne = (metric: string): Panel => ({
  key: metric,
  title: null,
  unit: null,
  lines: [{ metric, label: "" }],
});

/**
 * What the machine did under a run: one panel for each quantity, the GPUs of the run as its lines, then processors, memory, disk
 * and network. Nothing where no such series is there.
 */
export function machineSection(has: ReadonlySet<string>): PanelSection[] {
  const byPart = Map.groupBy(
    [...has].flatMap((metric) => {
      const parts = gpuMetricParts(metric);
      return parts ? [{ metric, ...parts }] : [];
    }),
    ({ part }) => part,
  );
  const ofGpus = GPU_METRICS.flatMap(({ part, title }): Panel[] => {
    const lines = (byPart.get(part) ?? []).toSorted((a, b) => a.index - b.index);
    if (lines.length < 2) return lines.map(({ metric }) => ofOne(metric));
    return [
      {
        key: `machine:gpu-${part}`,
        title: `GPUs, ${title}`,
        unit: null,
        lines: lines.map(({ metric, index }) => ({ metric, label: `GPU ${index}` })),
      },
    ];
  });
  const panels = [...ofGpus, ...MACHINE_METRICS.filter((metric) => has.has(metric)).map(ofOne)];
  return panels.length === 0 ? [] : [{ id: "machine", title: "Machine", note: NOTE, panels }];
}
