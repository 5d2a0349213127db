import { ablab, ended, newHome, removeHome } from "./ablab-process.ts";
import { atMost, type DemoOutcome, type Measurement } from "./figure.ts";
import { watchMemory } from "./process-memory.ts";

/** Twice the target; what takes longer hangs. */
const GIVE_UP_MS = 240_000;

/** `npx ablab demo --exit` on a new data directory, watched. */
export async function runDemo(): Promise<DemoOutcome> {
  const home = newHome();
  const memory = watchMemory(home);
  const started = performance.now();
  const child = ablab(home, "demo", "--exit", "--port", "0");
  let output = "";
  child.stdout?.on("data", (chunk) => (output = (output + chunk).slice(-2000)));
  const tooLong = setTimeout(() => child.kill("SIGTERM"), GIVE_UP_MS);
  const code = await ended(child);
  clearTimeout(tooLong);
  const seconds = (performance.now() - started) / 1000;
  const peakMiB = memory.stop();
  if (code === 0) return { home, seconds, peakMiB };
  removeHome(home);
  throw new Error(`the demo ended with exit code ${code} after ${Math.round(seconds)} s:\n${output.trim()}`);
}

export const demo: Measurement = {
  name: "demo",
  async measure(world) {
    const { seconds } = await world.demo();
    const note = "15 runs, packages installed, pages built";
    return [{ name: "demo, start to table", measured: seconds, unit: "s", target: atMost(120), note }];
  },
};

export const memory: Measurement = {
  name: "memory",
  async measure(world) {
    const { peakMiB } = await world.demo();
    const note = "largest resident memory in the demo";
    return [
      { name: "RSS trainer", measured: peakMiB.trainer, unit: "MiB", target: atMost(250), note },
      { name: "RSS supervisor", measured: peakMiB.supervisor, unit: "MiB", target: atMost(60), note },
      { name: "RSS worker bridge", measured: peakMiB.bridge, unit: "MiB", target: null, note },
      { name: "RSS server, demo", measured: peakMiB.server, unit: "MiB", target: null, note },
    ];
  },
};
