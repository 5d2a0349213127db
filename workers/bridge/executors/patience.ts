import type { RunDirectory, StopRecord } from "../run-directory.ts";

/** The order with the signal and the patience that the recipe asks for. */
export function patient(directory: RunDirectory, order: StopRecord): StopRecord {
  const wanted = directory.launch()?.stop;
  if (!wanted) return order;
  const { first, graceMs } = wanted;
  return { ...order, first, ...(first === "SIGINT" ? { sigintMs: graceMs } : { sigtermMs: graceMs }) };
}
