import { readMps } from "../mps.ts";
import { Simplex } from "../simplex.ts";
import { readBenchmark } from "./benchmarks.ts";

/**
 * Prints the mean CPU time of a warm step of the simplex on hard_da: drop the first row of the conflict, decide feasibility,
 * name the next conflict. The time of loading and solving cold is measured apart and taken off.
 */
const models = readBenchmark("or_debug_bench_hard_da")
  .files.slice(1)
  .map((file) => readMps(file.text));
const simplex = new Simplex();

function firstRow(colCount: number): number {
  for (let k = 0; k < simplex.conflictSize; k++)
    if (simplex.conflictElement(k) >= colCount) return simplex.conflictElement(k);
  return -1;
}

function pass(warm: boolean): number {
  let steps = 0;
  for (const model of models) {
    let feasible = simplex.load(model).feasible();
    if (!warm) continue;
    while (!feasible) {
      const row = firstRow(model.colCount);
      if (row < 0) break;
      simplex.setBounds(row, -Infinity, Infinity);
      feasible = simplex.feasible();
      steps++;
    }
  }
  return steps;
}

function measure(warm: boolean): { microseconds: number; steps: number } {
  const start = process.cpuUsage();
  let steps = 0;
  for (let k = 0; k < 20; k++) steps += pass(warm);
  const used = process.cpuUsage(start);
  return { microseconds: used.user + used.system, steps };
}

for (const warm of [true, false]) measure(warm);
const whole = measure(true);
const cold = measure(false);
console.log(
  JSON.stringify({
    microseconds: (whole.microseconds - cold.microseconds) / whole.steps,
    coldMicroseconds: cold.microseconds / (20 * models.length),
    steps: whole.steps,
  }),
);
