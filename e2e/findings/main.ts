import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { parseSeeds } from "../../server/contracts/launch/seeds.ts";
import { ROOT, startBench } from "../bench/ablab-process.ts";
import { ended, findOut, launch, patient } from "./ask.ts";
import { type Found, findingsDocument } from "./document.ts";
import { QUESTIONS } from "./questions.ts";

/** `npm run findings`: trains what is not stored yet, asks the tables, and writes docs/findings.md. */

const USAGE = `npm run findings -- [QUESTION ...] [--seeds 0-4] [--home DIR] [--out FILE]
Questions: ${QUESTIONS.map(({ id }) => id).join(", ")}.
--home keeps the runs, so that what was trained is not trained again; default .cache/findings
--out is the document; default docs/findings.md for all questions, the terminal for some. One that is there keeps the
      sections of the questions that are not asked.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seeds: { type: "string", default: "0-4" },
    home: { type: "string", default: join(ROOT, ".cache", "findings") },
    out: { type: "string" },
    help: { type: "boolean" },
  },
});
const seeds = parseSeeds(values.seeds);
const unknown = positionals.filter((id) => !QUESTIONS.some((question) => question.id === id));
if (values.help || seeds === null || unknown.length > 0) {
  console.error(unknown.length > 0 ? `There is no question "${unknown[0]}".\n${USAGE}` : USAGE);
  process.exit(values.help ? 0 : 2);
}
const chosen = QUESTIONS.filter(({ id }) => positionals.length === 0 || positionals.includes(id));
mkdirSync(values.home, { recursive: true, mode: 0o700 });
const bench = patient(await startBench(values.home));
try {
  const launched = [];
  for (const question of chosen) launched.push({ question, runs: await launch(bench, question, seeds, {}) });
  const found: Found[] = [];
  for (const { question, runs } of launched) {
    let told = -1;
    const lines = await ended(bench, runs, (done, of) => {
      if (done !== told) process.stderr.write(`${question.id}: ${done} of ${of} runs\n`);
      told = done;
    });
    found.push(await findOut(bench, question, runs, lines));
  }
  const out = values.out ?? (positionals.length === 0 ? join(ROOT, "docs", "findings.md") : null);
  const before = out !== null && existsSync(out) ? readFileSync(out, "utf8") : "";
  const document = findingsDocument(found, seeds.length, { before, questions: QUESTIONS });
  if (out === null) console.log(document);
  else writeFileSync(out, document);
} finally {
  await bench.stop();
}
