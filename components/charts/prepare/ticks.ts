import type { ValueKind } from "#components/ui/format/format-value.ts";
import { niceStep } from "./nice-step.ts";

/** Nice values inside the domain, at most about `count`, ascending. */
export function linearTicks(domain: [number, number], count: number, kind: ValueKind = "number"): number[] {
  const step = niceStep(domain[1] - domain[0], count, kind);
  const slack = step * 1e-9;
  const first = Math.ceil((domain[0] - slack) / step);
  const last = Math.floor((domain[1] + slack) / step);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
}

/** Decades inside a positive domain; every second or third where more than `count` would crowd. */
export function logTicks(domain: [number, number], count: number): number[] {
  const first = Math.ceil(Math.log10(domain[0]) - 1e-9);
  const last = Math.floor(Math.log10(domain[1]) + 1e-9);
  const every = Math.max(1, Math.ceil((last - first + 1) / Math.max(1, count)));
  const ticks: number[] = [];
  for (let exponent = first; exponent <= last; exponent += every) ticks.push(10 ** exponent);
  return ticks;
}
