import { parseArgs } from "node:util";
import { attempts } from "./attempts.ts";
import { clients } from "./clients.ts";
import { demo, memory } from "./demo.ts";
import { environment } from "./environment.ts";
import type { Measurement } from "./figure.ts";
import { javascript } from "./javascript.ts";
import { largePages } from "./large-pages.ts";
import { latency } from "./latency.ts";
import { pages, table } from "./pages.ts";
import { drawing } from "./points/drawing.ts";
import { parquet } from "./points/export.ts";
import { ingest } from "./points/ingest.ts";
import { liveUpdate } from "./points/live-update.ts";
import { groupCurves } from "./points/group-curves.ts";
import { runTable } from "./points/run-table.ts";
import { rows } from "./rows.ts";
import { soak } from "./points/soak.ts";
import { stored } from "./points/stored.ts";
import { windows } from "./points/windows.ts";
import { programs } from "./programs.ts";
import { lab, trainer } from "./trainer.ts";
import { warmStep } from "./warm-step.ts";

const OF_POINTS: Measurement[] = [
  ingest,
  windows,
  stored,
  parquet,
  drawing,
  liveUpdate,
  runTable,
  groupCurves,
  rows,
  clients,
  soak,
];
const OF_THE_DEMO: Measurement[] = [
  attempts,
  demo,
  lab,
  trainer,
  memory,
  warmStep,
  environment,
  programs,
  latency,
  pages,
  javascript,
  table,
  largePages,
];
const ALL = [...OF_POINTS, ...OF_THE_DEMO];

const SOAK_MINUTES = 30;
const QUICK_SOAK_SECONDS = 20;

const USAGE = `npm run bench -- [SECTION ...] [--quick] [--json] [--memory-minutes N]
Sections about millions of points: ${OF_POINTS.map(({ name }) => name).join(", ")}.
Sections about the demo: ${OF_THE_DEMO.map(({ name }) => name).join(", ")}.
--quick takes the sections about points with a tenth of the points, within two minutes.
--memory-minutes is how long memory is watched under load (${SOAK_MINUTES}; ${QUICK_SOAK_SECONDS} seconds with --quick).
Times are of this machine, whatever else it does.`;

export interface Chosen {
  measurements: Measurement[];
  quick: boolean;
  json: boolean;
  soakSeconds: number;
}

function minutesOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const minutes = Number(text);
  if (!(minutes > 0)) throw new Error(`--memory-minutes takes a number above 0, not "${text}".`);
  return minutes;
}

/** What to measure and how to print it. Throws one sentence for a word that means nothing. */
export function readCommandLine(args: string[]): Chosen {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      only: { type: "string", multiple: true },
      quick: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      "memory-minutes": { type: "string" },
      help: { type: "boolean" },
    },
  });
  if (values.help) {
    console.log(USAGE);
    process.exit(0);
  }
  const { quick, json } = values;
  const named = [...positionals, ...(values.only ?? [])];
  const unknown = named.find((name) => !ALL.some((m) => m.name === name));
  if (unknown !== undefined)
    throw new Error(`There is no section "${unknown}". There is: ${ALL.map((m) => m.name).join(", ")}.`);
  const minutes = minutesOf(values["memory-minutes"]);
  const soakSeconds = minutes === null ? (quick ? QUICK_SOAK_SECONDS : SOAK_MINUTES * 60) : minutes * 60;
  const unnamed = quick ? OF_POINTS : ALL;
  const measurements = named.length === 0 ? unnamed : ALL.filter((m) => named.includes(m.name));
  return { measurements, quick, json, soakSeconds };
}
