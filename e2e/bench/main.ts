import { availableParallelism, loadavg } from "node:os";
import { readCommandLine, type Chosen } from "./command-line.ts";
import { runDemo } from "./demo.ts";
import { notMeasured, type Figure, type World } from "./figure.ts";
import { removeHome } from "./ablab-process.ts";
import { figuresJson, formatFigures, type Machine } from "./print-figures.ts";
import { FULL, QUICK } from "./points/point-plan.ts";
import { fillPointWorld } from "./points/point-world.ts";

/** `npm run bench`: measures what was promised and prints it. It never fails for a slow machine. */

const oneLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s+/g, " ").slice(0, 300);

/** Makes a thing when it is first asked for, and only then has something to clean up. */
function shared<T>(make: () => Promise<T>, remove: (made: T) => void | Promise<void>) {
  let made: Promise<T> | null = null;
  return {
    get: () => (made ??= make()),
    async end() {
      const used = await made?.catch(() => null);
      if (used) await remove(used);
    },
  };
}

async function measureAll({ measurements, quick, soakSeconds }: Chosen): Promise<Figure[]> {
  const size = quick ? QUICK : FULL;
  const demo = shared(runDemo, ({ home }) => removeHome(home));
  const points = shared(
    () => fillPointWorld(size),
    (world) => world.remove(),
  );
  const world: World = { quick, size, soakSeconds, demo: demo.get, points: points.get };
  const figures: Figure[] = [];
  try {
    for (const { name, measure } of measurements) {
      const started = performance.now();
      process.stderr.write(`measuring ${name} ...\n`);
      try {
        figures.push(...(await measure(world)));
      } catch (error) {
        figures.push(notMeasured(name, "", `not measured: ${oneLine(error)}`));
      }
      process.stderr.write(`  ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
    }
  } finally {
    await points.end();
    await demo.end();
  }
  return figures;
}

try {
  const chosen = readCommandLine(process.argv.slice(2));
  const machine: Machine = { cpus: availableParallelism(), loadBefore: loadavg()[0] };
  const figures = await measureAll(chosen);
  console.log(chosen.json ? figuresJson(figures, machine) : formatFigures(figures, machine));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
