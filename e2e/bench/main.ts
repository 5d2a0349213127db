import { availableParallelism, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { removeHome } from "./ablab-process.ts";
import { demo, memory, runDemo } from "./demo.ts";
import type { DemoOutcome, Figure, Measurement } from "./figure.ts";
import { notMeasured } from "./figure.ts";
import { javascript } from "./javascript.ts";
import { largePages } from "./large-pages.ts";
import { latency } from "./latency.ts";
import { pages, table } from "./pages.ts";
import { figuresJson, formatFigures, type Machine } from "./print-figures.ts";
import { trainer } from "./trainer.ts";
import { warmStep } from "./warm-step.ts";

/** `npm run bench`: measures what was promised and prints it. It never fails for a slow machine. */

const MEASUREMENTS: Measurement[] = [
  demo,
  trainer,
  memory,
  warmStep,
  latency,
  pages,
  javascript,
  table,
  largePages,
];
const NAMES = MEASUREMENTS.map(({ name }) => name).join(", ");
const USAGE = `npm run bench -- [--only NAME ...] [--json]\nNames: ${NAMES}. Times are of this machine, whatever else it does.`;

function readCommandLine(): { chosen: Measurement[]; json: boolean } {
  const { values } = parseArgs({
    options: {
      only: { type: "string", multiple: true },
      json: { type: "boolean" },
      help: { type: "boolean" },
    },
  });
  if (values.help) {
    console.log(USAGE);
    process.exit(0);
  }
  const unknown = values.only?.find((name) => !MEASUREMENTS.some((m) => m.name === name));
  if (unknown !== undefined) throw new Error(`There is no figure "${unknown}". There is: ${NAMES}.`);
  const chosen = values.only ? MEASUREMENTS.filter((m) => values.only?.includes(m.name)) : MEASUREMENTS;
  return { chosen, json: values.json === true };
}

const oneLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s+/g, " ").slice(0, 300);

async function measureAll(chosen: readonly Measurement[]): Promise<Figure[]> {
  let outcome: Promise<DemoOutcome> | null = null;
  const world = { demo: () => (outcome ??= runDemo()) };
  const figures: Figure[] = [];
  try {
    for (const { name, measure } of chosen) {
      process.stderr.write(`measuring ${name} ...\n`);
      try {
        figures.push(...(await measure(world)));
      } catch (error) {
        figures.push(notMeasured(name, "", `not measured: ${oneLine(error)}`));
      }
    }
  } finally {
    const used = await (outcome as Promise<DemoOutcome> | null)?.catch(() => null);
    if (used) removeHome(used.home);
  }
  return figures;
}

try {
  const { chosen, json } = readCommandLine();
  const machine: Machine = { cpus: availableParallelism(), loadBefore: loadavg()[0] };
  const figures = await measureAll(chosen);
  console.log(json ? figuresJson(figures, machine) : formatFigures(figures, machine));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
