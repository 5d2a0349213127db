import { expect, test } from "vitest";
import { listDevices } from "./identity.ts";
import { sumTraffic } from "./machine/host.ts";

test("the machine's processors come first, then its GPUs by uuid", () => {
  const gpu = { index: 1, uuid: "GPU-7e", name: "NVIDIA GB10", memoryTotalMiB: null };
  const facts = {
    busyShare: null,
    memoryUsedMiB: null,
    powerWatts: null,
    powerLimitWatts: null,
    celsius: null,
  };
  const devices = listDevices([
    { ...gpu, ...facts, slowedBy: [], mig: false, goneSince: null, processes: [], heldBy: [] },
  ]);
  expect(devices.map(({ kind, index }) => `${kind} ${index}`)).toEqual(["cpu 0", "gpu 1"]);
  expect(devices[0].name).toMatch(/CPUs\)$/);
  expect(devices[0].memoryMiB).toBeGreaterThan(100);
  expect(devices[1]).toEqual({
    kind: "gpu",
    index: 1,
    uuid: "GPU-7e",
    name: "NVIDIA GB10",
    memoryMiB: null,
  });
});

test("the traffic of a machine is that of its interfaces without the loopback", () => {
  const text = `Inter-|   Receive                                                |  Transmit
 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
    lo: 9999999     100    0    0    0     0          0         0  9999999     100    0    0    0     0       0          0
  eth0:    1000      10    0    0    0     0          0         0      200       5    0    0    0     0       0          0
  eth1:      24       1    0    0    0     0          0         0        7       1    0    0    0     0       0          0
`;
  expect(sumTraffic(text)).toEqual({ received: 1024, sent: 207 });
});
