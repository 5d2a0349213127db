import type { Peer } from "./figure.ts";

/**
 * The best of the trackers that were measured with the same curves on a machine of this size (2 shared cores): trackio
 * 0.43.0, MLflow 3.17.2, TensorBoard 2.21.0, Aim 3.29.1, in November 2026, each through its own server and pages.
 */
export const PEERS = {
  ingest: { name: "trackio", value: 163_000 },
  ingestCpu: { name: "trackio", value: 2.2 },
  rowRequests: { name: "trackio", value: 148 },
  window: { name: "Aim", value: 49 },
  windowP99: { name: "Aim", value: 143 },
  hundredRuns: { name: "Aim", value: 468 },
  spikes: { name: "trackio", value: 1.6 },
  bytesPerPoint: { name: "TensorBoard", value: 49 },
  runPage: { name: "Aim", value: 1.05 },
  hundredRunsPage: { name: "TensorBoard", value: 2.1 },
  hundredRunsHeap: { name: "Aim", value: 42 },
  idlePage: { name: "trackio", value: 80 },
  manyKeysPage: { name: "trackio", value: 14 },
  manyKeysHeap: { name: "trackio", value: 2300 },
} satisfies Record<string, Peer>;
