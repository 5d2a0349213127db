import type { Policy } from "../lab/nn/policy.ts";
import { weightsHash } from "../lab/nn/kernel-wasm.ts";
import { type ArtifactEvent, toWire } from "../protocol/events.ts";
import type { MetricName } from "../protocol/metrics/metrics.ts";
import { encodeParameters } from "./network-data.ts";
import type { TrainContext } from "./recipe.ts";

export type Values = { readonly [Name in MetricName]?: number };

/** What every recipe says in the same words: metrics, progress, notes, weights. */
export class Reporter {
  readonly #context: TrainContext;

  constructor(context: TrainContext) {
    this.#context = context;
  }

  points(step: number, values: Values): void {
    const wire = Object.fromEntries(
      Object.entries<number>(values as Record<MetricName, number>).map(([name, value]) => [
        name,
        toWire(value),
      ]),
    );
    this.#context.emit({ t: "points", step, at: Date.now(), values: wire });
  }

  progress(phase: string, step: number, total: number): void {
    this.#context.emit({ t: "progress", at: Date.now(), phase, step, total });
  }

  note(level: "info" | "warning", message: string): void {
    this.#context.emit({ t: "note", at: Date.now(), level, message });
    this.#context.log(message);
  }

  /** A network's parameters by content, with the bytes themselves unless `withData` is false. */
  artifact(kind: ArtifactEvent["kind"], step: number, policy: Policy, withData = true): void {
    const { parameters, shape } = policy;
    const { features, hidden, actions } = shape;
    const sha256 = weightsHash(parameters);
    this.#context.emit({
      t: "artifact",
      at: Date.now(),
      kind,
      step,
      sha256,
      bytes: parameters.byteLength,
      network: { features, hidden, actions },
      ...(withData && { data: encodeParameters(parameters) }),
    });
    this.#context.log(`${kind} ${sha256}`);
  }
}

/** CPU time of this process so far. */
export function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
