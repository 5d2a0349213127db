import { expect, test } from "vitest";
import { GPU_FIELDS, gpuQuery, readAppLine, readGpuLine, withoutRefusedField } from "./nvidia-smi.ts";

const line = (change: Record<string, string> = {}) =>
  GPU_FIELDS.map(
    (field) =>
      change[field] ??
      {
        index: "3",
        uuid: "GPU-5d1c2f3a",
        driver_version: "550.90.07",
        "utilization.gpu": "93",
        "memory.used": "75776",
        "memory.total": "81559",
        "power.draw": "640.21",
        "enforced.power.limit": "700.00",
        "temperature.gpu": "71",
        "clocks_event_reasons.active": "0x0000000000000000",
        "mig.mode.current": "Disabled",
        name: "NVIDIA H100 80GB HBM3",
      }[field],
  ).join(", ");
const read = (change?: Record<string, string>) => readGpuLine(line(change), GPU_FIELDS);

test("a line is a GPU with its figures in their units", () => {
  expect(read()).toEqual({
    index: 3,
    uuid: "GPU-5d1c2f3a",
    name: "NVIDIA H100 80GB HBM3",
    driver: "550.90.07",
    busyShare: 0.93,
    memoryUsedMiB: 75_776,
    memoryTotalMiB: 81_559,
    powerWatts: 640.21,
    powerLimitWatts: 700,
    celsius: 71,
    slowedBy: [],
    mig: false,
  });
});

test("what the driver has no word for is null, never 0", () => {
  for (const word of ["[N/A]", "[Not Supported]", "ERR!", "[Unknown Error]", "N/A", "", "[GPU is lost]"]) {
    const gpu = read({
      "utilization.gpu": word,
      "memory.used": word,
      "power.draw": word,
      "temperature.gpu": word,
    });
    expect([word, gpu?.busyShare, gpu?.memoryUsedMiB, gpu?.powerWatts, gpu?.celsius]).toEqual([
      word,
      null,
      null,
      null,
      null,
    ]);
  }
  expect(read({ "utilization.gpu": "101" })?.busyShare).toBeNull();
  expect(read({ "memory.used": "-1" })?.memoryUsedMiB).toBeNull();
  expect(read({ name: "[N/A]" })?.name).toBe("GPU");
});

test("a comma in a name does not move the other fields", () => {
  expect(read({ name: "Tesla, with a comma" })).toMatchObject({ name: "Tesla, with a comma", celsius: 71 });
});

test("a GPU that is cut into instances says so, and no utilisation", () => {
  expect(read({ "mig.mode.current": "Enabled", "utilization.gpu": "[N/A]" })).toMatchObject({
    mig: true,
    busyShare: null,
  });
});

test("of the reasons for low clocks those count that slow work: heat, power, hardware", () => {
  const slowed = (mask: string) => read({ "clocks_event_reasons.active": mask })?.slowedBy;
  expect(slowed("0x0000000000000001")).toEqual([]); // idle
  expect(slowed("0x0000000000000002")).toEqual([]); // clocks set on purpose
  expect(slowed("0x0000000000000004")).toEqual(["power"]);
  expect(slowed("0x0000000000000060")).toEqual(["heat"]);
  expect(slowed("0x0000000000000088")).toEqual(["hardware", "power"]);
  expect(slowed("[N/A]")).toEqual([]);
});

test("sentences of the driver, and lines that were cut, are no GPU", () => {
  for (const words of [
    "No devices were found",
    "Failed to initialize NVML: Driver/library version mismatch",
    "Unable to determine the device handle for GPU 0000:65:00.0: GPU is lost.  Reboot the system to recover this GPU",
    "",
    "3, GPU-5d1c2f3a, 550.90",
    line({ uuid: "[N/A]" }),
  ])
    expect(readGpuLine(words, GPU_FIELDS)).toBeNull();
});

test("a field that a driver does not know is asked by its former name, then left out", () => {
  const refused = (field: string) => `Field "${field}" is not a valid field to query.`;
  const former = withoutRefusedField(refused("clocks_event_reasons.active"), GPU_FIELDS);
  expect(former).toContain("clocks_throttle_reasons.active");
  const without = withoutRefusedField(refused("clocks_throttle_reasons.active"), former ?? []);
  expect(without).toHaveLength(GPU_FIELDS.length - 1);
  expect(withoutRefusedField("No devices were found", GPU_FIELDS)).toBeNull();
  const short = line()
    .split(", ")
    .filter((_, k) => GPU_FIELDS[k] !== "clocks_event_reasons.active");
  expect(readGpuLine(short.join(", "), without ?? [])).toMatchObject({
    celsius: 71,
    slowedBy: [],
    mig: false,
  });
  expect(gpuQuery(without ?? [], 2000).slice(1)).toEqual(["--format=csv,noheader,nounits", "-lms", "2000"]);
});

test("a process has its pid and, where the driver says it, its memory", () => {
  expect(readAppLine("GPU-1, 31877, 62669, /usr/bin/python3, with a comma")).toEqual({
    uuid: "GPU-1",
    pid: 31_877,
    memoryMiB: 62_669,
    name: "/usr/bin/python3, with a comma",
  });
  expect(readAppLine("GPU-1, 31877, [N/A], [Insufficient Permissions]")).toMatchObject({
    memoryMiB: null,
    name: null,
  });
  expect(readAppLine("No running processes found")).toBeNull();
});
