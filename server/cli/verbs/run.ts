import type { z } from "zod";
import { Continuing } from "../../contracts/attempts/continuing.ts";
import { metricInfo, metricsOfKind } from "../../contracts/metrics.ts";
import { RunDetail } from "../../contracts/run.ts";
import { ask } from "../client.ts";
import { EXIT } from "../exit.ts";
import { findRun } from "../find-run.ts";
import { plain, printJson, say, textTable } from "../print.ts";
import { talking, type Verb } from "../verb.ts";
import { countOf, writeCount } from "../../wording/counts.ts";
import { writeDismissal } from "../../wording/dismissed.ts";
import { writeNumber, writeWhole } from "../../wording/numbers.ts";
import { columnDecimals, writeBytes, writeValue } from "../../wording/quantities.ts";
import { writeSet } from "../../wording/typed.ts";
import { NOT_MEASURED } from "../../wording/typography.ts";
import { writeCheckpoint } from "../../wording/checkpoints.ts";
import { writeDuration, writeMoment, writeSynced } from "../../wording/times.ts";

const LAST_LINES = 12;

/** What is printed as JSON: scripts that were written with former names of fields find them beside those of today. */
const PrintedRun = RunDetail.extend({
  outside: RunDetail.shape.external.meta({ deprecated: true }),
  continuing: Continuing.extend({ wasted: Continuing.shape.workLost.meta({ deprecated: true }) }),
});

const printed = (found: RunDetail): z.infer<typeof PrintedRun> => ({
  ...found,
  outside: found.external,
  continuing: { ...found.continuing, wasted: found.continuing.workLost },
});

/** Why it failed, what to do about it, what it wrote last, and what its attempts did in vain. */
function sayEnd({ row, attempts, continuing }: RunDetail): void {
  const last = attempts.at(-1);
  if (last && ["failed", "crashed"].includes(row.state)) {
    if (last.cause?.advice) say(plain(last.cause.advice));
    const tail = last.exit?.tail ?? [];
    if (tail.length > 0)
      say(
        `Its last lines:\n${tail
          .slice(-LAST_LINES)
          .map((line) => `  ${plain(line)}`)
          .join("\n")}`,
      );
  }
  const { workLost, checkpoint, possible } = continuing;
  if (workLost)
    say(
      `Work lost: ${workLost.steps === null ? "" : `${countOf(workLost.steps, "step")}, `}${writeDuration(workLost.ms)}.`,
    );
  if (possible)
    say(
      checkpoint
        ? `It can go on from ${plain(writeCheckpoint(checkpoint))}, on ${plain(checkpoint.worker)}: npx ablab resume ${row.id}`
        : `It can begin anew: npx ablab retry ${row.id}`,
    );
}

const LONG = 100;
const cut = (text: string): string => (text.length > LONG ? `${text.slice(0, LONG)}…` : text);

/** When a run from outside was, by its own clock, and when it came. */
function sayArrival({ startedAt, endedAt, arrival }: RunDetail["row"]): void {
  if (arrival === null) return;
  const moments = [
    startedAt === null ? "no times were logged" : `started ${writeMoment(startedAt)}`,
    ...(startedAt === null || endedAt === null ? [] : [`ended ${writeMoment(endedAt)}`]),
    `arrived ${writeMoment(arrival.firstAt)}`,
    ...(arrival.syncedMs === null ? [] : [writeSynced(arrival.syncedMs)]),
  ];
  say(`Times: ${moments.join(", ")}`);
}

/** What the client of a run from outside said of it: where it belongs, and its configuration, with what others lack or have otherwise. */
function sayExternal({ row, external, params, changed, changedFrom }: RunDetail): void {
  if (!external) return;
  const told = [
    `${external.client}, token ${external.token}, project "${external.place}", run "${external.key}"`,
    ...(external.group === null ? [] : [`group ${external.group}`]),
    ...(external.jobType === null ? [] : [`job type ${external.jobType}`]),
    ...(external.tags.length === 0 ? [] : [`tags ${external.tags.join(", ")}`]),
  ];
  say(`\n${plain(told.join("; "))}`);
  sayArrival(row);
  if (external.notes) say(plain(external.notes));
  const keys = Object.keys(params).toSorted();
  if (keys.length === 0) {
    say("Its client sent no configuration.");
    return;
  }
  const differs = new Map(changed.map(({ name, from }) => [name, from]));
  const ignored = new Set(external.ignored);
  const rows = keys.map((key) => {
    const says =
      key === external.seedKey ? "the seed" : ignored.has(key) ? "nothing of what was trained" : "";
    const from = differs.has(key) ? plain(cut(writeSet(differs.get(key) ?? null))) : "";
    return [plain(key), plain(cut(writeSet(params[key]))), ...(changedFrom === null ? [] : [from]), says];
  });
  const heads = ["configuration", "value", ...(changedFrom === null ? [] : [changedFrom]), "says"];
  say(`\n${textTable(heads, rows)}`);
}

/** Checkpoints and files that are still on their worker. */
function sayLeft({ files }: RunDetail): void {
  const there = files.filter(({ goneAt }) => goneAt === null);
  if (there.length === 0) return;
  const rows = there.map(({ path, kind, attempt, trainStep, bytes, kept }) => [
    plain(path),
    kind,
    writeWhole(attempt),
    trainStep === null ? NOT_MEASURED : writeWhole(trainStep),
    writeBytes(bytes),
    kept ? "kept here" : "on its worker",
  ]);
  say(`\n${textTable(["left", "kind", ">attempt", ">step", ">size", "where"], rows)}`);
}

export const verb: Verb = {
  name: "run",
  words: "RUN",
  wordCount: [1, 1],
  summary: "show one run: state and what proves it, parameters, evaluations",
  details: "RUN is an id, the start of one, or a name.",
  examples: [["npx ablab run baseline-s0", "state with its proof, parameters, evaluations"]],
  options: talking({}),
  answer: PrintedRun,
  async run(input) {
    const found = await ask(input, async (api) =>
      api.runs.get.query({ id: await findRun(api, input.words[0], "read") }),
    );
    if (input.options.json) {
      printJson(printed(found));
      return EXIT.done;
    }
    const { row } = found;
    say(`${plain(row.name)}  ${row.state}  (${row.id}, experiment "${plain(row.experiment)}")`);
    say(plain(found.message));
    sayEnd(found);
    for (const note of found.notes) say(`${note.level}: ${plain(note.message)}`);
    for (const { severity, rule, claim, evidence, dismissed } of row.findings) {
      const why = dismissed ? ` ${plain(writeDismissal(dismissed))}` : "";
      say(`${severity} ${rule}: ${claim} ${evidence}${why}`);
    }
    sayExternal(found);
    if (found.command.length > 0) say(`\nCommand: ${plain(found.command.join(" "))}`);
    if (found.evaluations.length > 0) {
      const { kind } = found.evaluations[found.evaluations.length - 1];
      const metrics = metricsOfKind(kind).filter((name) =>
        found.evaluations.some(({ values }) => (values[name]?.n ?? 0) > 0),
      );
      const rows = found.evaluations.map((e) => [
        `${writeWhole(e.trainStep)}${e.final ? " (final)" : ""}`,
        writeCount(e.n),
        ...metrics.map((name) => {
          const { value, n } = e.values[name] ?? { value: null, n: 0 };
          if (metricInfo(name).unit === "share") return writeValue(value, "share", n);
          const all = found.evaluations.map(({ values }) => values[name]?.value ?? null);
          return writeNumber(value, columnDecimals(all) ?? undefined);
        }),
      ]);
      const heads = metrics.map((name) => {
        const { title, unit } = metricInfo(name);
        return `>${title}${unit === "share" ? " %" : ""}`;
      });
      say(`\n${textTable([">train step", ">n", ...heads], rows)}`);
    }
    if (found.stages.length > 0) {
      const rows = found.stages.map(({ from, to, name, change, reason, measured }) => [
        `${writeWhole(from)}${to === null ? " on" : ` to ${writeWhole(to)}`}`,
        plain(name),
        change,
        writeValue(measured ? measured.lead.hits / measured.lead.n : null, "share", measured?.lead.n),
        measured ? writeCount(measured.lead.n) : NOT_MEASURED,
        plain(reason),
      ]);
      say(`\n${textTable([">train steps", "stage", "change", ">solved %", ">n", "why"], rows)}`);
    }
    sayLeft(found);
    say("\nStatus, oldest first:");
    for (const e of found.events) say(`  ${writeMoment(e.at)}  ${e.to.padEnd(11)}  ${plain(e.proof)}`);
    return EXIT.done;
  },
};
