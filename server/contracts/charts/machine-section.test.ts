import { expect, test } from "vitest";
import { machineMetric } from "../../../workers/protocol/machine/machine-metrics.ts";
import { panelSections } from "./panel-sections.ts";

const gpus = (index: number) => ["gpu", "memory_used", "temp"].map((part) => `gpu.${index}.${part}`);
const sections = (metrics: string[]) => panelSections(metrics, new Set());

test("what the machine did stands under everything else, the GPUs of a run as lines of one panel each", () => {
  const last = sections([...gpus(10), "machine.cpu", ...gpus(2), "loss", "zz/own"]).at(-1);
  expect(last?.title).toBe("Machine");
  expect(
    last?.panels.map(({ key, title, lines }) => [title ?? key, lines.map(({ label }) => label)]),
  ).toEqual([
    ["GPUs, busy", ["GPU 2", "GPU 10"]],
    ["GPUs, memory", ["GPU 2", "GPU 10"]],
    ["GPUs, temperature", ["GPU 2", "GPU 10"]],
    ["machine.cpu", [""]],
  ]);
});

test("one GPU has panels of its own, and a run without such series no section", () => {
  expect(sections(gpus(0)).map(({ title, panels }) => [title, panels.map(({ key }) => key)])).toEqual([
    ["Machine", gpus(0)],
  ]);
  expect(sections(["loss", "gpu.0/util"]).map(({ title }) => title)).toEqual(["Optimizer", "Performance"]);
});

test("a system series has a title, a unit and a definition, and other names have none of it", () => {
  expect(machineMetric("gpu.3.powerWatts")).toMatchObject({ title: "GPU 3, power", unit: "W", better: null });
  expect(machineMetric("machine.disk_free")).toMatchObject({ title: "Disk, free", unit: "GiB" });
  for (const name of ["gpu.3.other", "gpu.x.temp", "machine.other", "cpu", "gpu.0.toString"])
    expect(machineMetric(name)).toBeUndefined();
});
