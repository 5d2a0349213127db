import { expect, test } from "vitest";
import { readPartitions, secondsOf } from "./limits.ts";
import { NODES, PARTITIONS } from "./testing/recorded.ts";

test("limits of a partition are those of its word and of its largest node", () => {
  const [main, low] = readPartitions(PARTITIONS, NODES);
  expect(main).toEqual({
    name: "main",
    isDefault: true,
    up: true,
    maxSeconds: null,
    nodes: 3,
    cpus: 4,
    memoryMiB: 2000,
    gpus: 2,
    gpuKinds: ["fake"],
    gpusTotal: 4,
    gpusFree: 3,
    accounts: null,
    qos: null,
  });
  expect(low).toMatchObject({
    name: "low",
    isDefault: false,
    maxSeconds: 36 * 3600,
    accounts: ["lab", "guests"],
    qos: ["normal"],
  });
});

test("a node that is drained or down gives nothing", () => {
  const down = NODES.replaceAll(/State=\S+/g, "State=DOWN*");
  expect(readPartitions(PARTITIONS, down)[0]).toMatchObject({ nodes: 3, gpus: 2, gpusTotal: 0, gpusFree: 0 });
});

test("times are read as Slurm writes them", () => {
  expect(["30:00", "1:30:00", "7-00:00:00", "UNLIMITED", undefined].map(secondsOf)).toEqual([
    1800,
    5400,
    604_800,
    null,
    null,
  ]);
});

test("what cannot be read is no partition, and never an error", () => {
  expect(readPartitions("", "")).toEqual([]);
  expect(readPartitions("Partition main not found", "NodeName")).toEqual([]);
});
