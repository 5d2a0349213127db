import { parseArgs } from "node:util";
import { mulberry32 } from "../../workers/math/rng.ts";
import { PARSERS } from "./parsers.ts";
import { drawnShape, rightShapes, type Shape } from "./shapes.ts";

/** `npm run fuzz`: gives every parser of strangers' bytes what strangers may send, and says what takes more than its length. */

const MINUTES = 10;
const USAGE = `npm run fuzz -- [--seed N] [--minutes N] [--parser WORDS]
${MINUTES} minutes over all parsers. The seed is printed; the same one draws the same inputs.`;

/** Repetitions of the smaller and of the larger input. */
const [SMALL, LARGE] = [4000, 32_000];
/** An input of eight times the size that takes more than this times as long, and so many ms, is a finding. */
const MOST_GROWTH = 24;
const NOTABLE_MS = 150;

function timed(read: (bytes: Buffer) => unknown, bytes: Buffer): { ms: number; error: string | null } {
  // Of this process alone: the machine may be busy with others.
  const began = process.cpuUsage();
  let error: string | null = null;
  try {
    read(bytes);
  } catch (thrown) {
    error = thrown instanceof Error ? thrown.name : String(thrown);
  }
  const { user, system } = process.cpuUsage(began);
  return { ms: (user + system) / 1000, error };
}

/** What is no refusal but a fault: a stack that ended, or something of undefined. */
const FAULTS = new Set(["RangeError", "TypeError", "ReferenceError"]);

interface Finding {
  parser: string;
  shape: string;
  why: string;
}

function look(parser: (typeof PARSERS)[number], shape: Shape): Finding | null {
  const small = timed(parser.read, shape.make(SMALL));
  const large = timed(parser.read, shape.make(LARGE));
  const fault = [small, large].find(({ error }) => error !== null && FAULTS.has(error));
  const finding = (why: string) => ({ parser: parser.name, shape: shape.name, why });
  if (fault) return finding(`throws ${fault.error}`);
  if (large.ms < NOTABLE_MS || large.ms < MOST_GROWTH * small.ms) return null;
  // The machine may have been busy: once more.
  const again = [SMALL, LARGE].map((n) => timed(parser.read, shape.make(n)).ms);
  if (again[1] < NOTABLE_MS || again[1] < MOST_GROWTH * again[0]) return null;
  return finding(`${again.map((ms) => ms.toFixed(1)).join(" ms, then ")} ms for eight times as much`);
}

const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    minutes: { type: "string" },
    parser: { type: "string" },
    help: { type: "boolean" },
  },
});
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
const seed = values.seed === undefined ? Math.floor(performance.timeOrigin) % 2 ** 31 : Number(values.seed);
const until = performance.now() + Number(values.minutes ?? MINUTES) * 60_000;
const parsers = PARSERS.filter(({ name }) => name.includes(values.parser ?? ""));
console.log(`seed ${seed}, ${parsers.length} parsers`);
const findings = new Map<string, Finding>();
let inputs = 0;
const report = (found: Finding | null) => {
  inputs += 1;
  if (found === null || findings.has(`${found.parser} ${found.why.slice(0, 12)}`)) return;
  findings.set(`${found.parser} ${found.why.slice(0, 12)}`, found);
  console.log(JSON.stringify(found));
};
for (const parser of parsers) for (const shape of rightShapes(parser.kind)) report(look(parser, shape));
const random = mulberry32(seed);
while (performance.now() < until)
  for (const parser of parsers) report(look(parser, drawnShape(parser.kind, random)));
console.log(`seed ${seed}: ${inputs} inputs, ${findings.size} findings`);
process.exit(findings.size > 0 ? 1 : 0);
