import { parseArgs } from "node:util";
import { runKillLoop } from "./kill-loop.ts";

/** `npm run chaos`: kills the server while points arrive, and says whether a single one was lost. */

const QUICK_KILLS = 100;
const FULL_KILLS = 1000;
const USAGE = `npm run chaos -- [--seed N] [--kills N] [--quick] [--json]
1,000 kills, with --quick 100. The seed is printed; the same one kills by the same plan.`;

function wholeNumber(text: string | undefined, otherwise: number, name: string): number {
  const number = Number(text ?? otherwise);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  throw new Error(`--${name} takes a whole number, not "${text}".\n${USAGE}`);
}

try {
  const { values } = parseArgs({
    options: {
      seed: { type: "string" },
      kills: { type: "string" },
      quick: { type: "boolean" },
      json: { type: "boolean" },
      help: { type: "boolean" },
    },
  });
  if (values.help) {
    console.log(USAGE);
    process.exit(0);
  }
  const seed = wholeNumber(values.seed, Date.now() % 1_000_000, "seed");
  const kills = wholeNumber(values.kills, values.quick ? QUICK_KILLS : FULL_KILLS, "kills");
  if (!values.json) console.log(`kill loop, seed ${seed}`);
  const progress = (done: number) => {
    if (done % 100 === 0 && done < kills) process.stderr.write(`${done} of ${kills} kills\n`);
  };
  const report = await runKillLoop({ seed, kills, progress });
  if (values.json) console.log(JSON.stringify(report, null, 2));
  else {
    report.findings.forEach((objection) => console.log(`objection: ${objection}`));
    const { points, series, sources, seconds, early, bytesPerPoint } = report;
    console.log(
      `${kills} kills (${early} before the server listened), ${points.toLocaleString("en-US")} points of ${sources} sources in ${series} series, ${bytesPerPoint.toFixed(1)} B each once sealed, ${report.findings.length} findings, ${seconds.toFixed(1)} s, seed ${seed}`,
    );
  }
  process.exitCode = report.findings.length === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
