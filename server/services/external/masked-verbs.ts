import { setImmediate } from "node:timers/promises";
import { holdNoSecret, maskArguments, maskTable, maskText } from "../../../workers/protocol/secrets/mask.ts";
import { maskingFile } from "../../../workers/protocol/secrets/mask-file.ts";
import type { ArtifactVerbs, SentArtifact } from "../../contracts/external/artifacts.ts";
import type { LoggedMedium } from "../../contracts/external/media.ts";
import type { LoggedTable } from "../../contracts/external/logged-table.ts";
import type {
  Note,
  ExternalEvaluation,
  ExternalFacts,
  ExternalPlace,
  ExternalVerbs,
  Rollout,
  Turn,
} from "../../contracts/external/verbs.ts";
import { inTurns } from "../in-turns.ts";
import { FILE_LIMITS } from "./keep-file.ts";
import { FACT_LIMITS, NOTE_LIMITS } from "../../contracts/limits/adapters.ts";
import { factsWithinReach } from "./facts-within-reach.ts";

const maskPath = (path: string): string => maskText(path.slice(0, 4 * FILE_LIMITS.path));

const byForm = (text: string): string => maskText(text, "forms");

/** A run is looked for as it was opened: what names it is masked by form alone, since two random names are two runs. */
const placed = <P extends ExternalPlace>(place: P): P => ({
  ...place,
  experiment: byForm(place.experiment),
  key: byForm(place.key),
});

/** Arguments that a client sends as one list, as JSON, or as the line of a shell. */
function commandText(name: string, text: string): string {
  if (!/arg|command|cmd/i.test(name) || !text.startsWith("[")) return text;
  try {
    const words: unknown = JSON.parse(text);
    if (Array.isArray(words) && words.every((word) => typeof word === "string"))
      return JSON.stringify(maskArguments(words));
  } catch {
    // It only begins like a list.
  }
  return text;
}

/** What is on record of a run, without its secrets, and without what is too much to be kept in any case. */
export function maskFacts<F extends Partial<ExternalFacts>>(told: F): F {
  const facts = factsWithinReach(told);
  const masked: F = { ...facts };
  if (facts.name) masked.name = maskText(facts.name);
  if (facts.group) masked.group = maskText(facts.group);
  if (facts.jobType) masked.jobType = maskText(facts.jobType);
  if (facts.tags) masked.tags = facts.tags.map((tag) => maskText(tag));
  if (facts.notes) masked.notes = maskText(facts.notes);
  if (facts.config) masked.config = maskTable(facts.config);
  if (facts.summary) masked.summary = maskTable(facts.summary);
  if (facts.axes) masked.axes = maskTable(facts.axes);
  if (facts.environment)
    masked.environment = maskTable(
      Object.fromEntries(
        Object.entries(facts.environment).map(([name, text]) => [name, commandText(name, text)]),
      ),
    );
  return masked;
}

/** Names of metrics without what is a secret by its form; the table as it is where none has one, which is nearly always. */
function maskMetrics(table: LoggedTable): LoggedTable {
  const metrics = table.columns.map(({ metric }) => metric);
  if (holdNoSecret(metrics, "forms")) return table;
  const seen = new Set<string>();
  const columns = table.columns.flatMap((column) => {
    const metric = byForm(column.metric);
    if (seen.has(metric)) return [];
    seen.add(metric);
    return [{ ...column, metric }];
  });
  return { ...table, columns };
}

const maskTurns = (turns: readonly Turn[]): Turn[] =>
  turns.map((turn) => ({ ...turn, text: byForm(turn.text) }));

/** The completions of a group share their prompt, which is looked at once. */
function maskRollouts(rollouts: readonly Rollout[]): Rollout[] {
  const prompts = new Map<readonly Turn[], Turn[]>();
  return rollouts.map((rollout) => {
    const prompt = prompts.get(rollout.prompt) ?? maskTurns(rollout.prompt);
    prompts.set(rollout.prompt, prompt);
    return maskRollout(rollout, prompt);
  });
}

const maskRollout = (rollout: Rollout, prompt: Turn[]): Rollout => ({
  ...rollout,
  group: byForm(rollout.group),
  prompt,
  completion: maskTurns(rollout.completion),
  stopReason: rollout.stopReason && byForm(rollout.stopReason),
  extra: Object.fromEntries(
    Object.entries(rollout.extra).map(([name, value]) => [
      byForm(name),
      typeof value === "string" ? byForm(value) : value,
    ]),
  ),
});

type EvaluationRow = ExternalEvaluation["rows"][number];

const maskRow = (row: EvaluationRow): EvaluationRow => ({ ...row, problem: byForm(row.problem) });

/** What names problems and their set, without what is a secret by its form. */
export const maskEvaluation = (evaluation: ExternalEvaluation): ExternalEvaluation => ({
  ...evaluation,
  benchmark: byForm(evaluation.benchmark),
  key: byForm(evaluation.key),
  ...(evaluation.logged && {
    logged: Object.fromEntries(Object.entries(evaluation.logged).map(([part, text]) => [part, byForm(text)])),
  }),
  ...(evaluation.policies && { policies: evaluation.policies.map(byForm) }),
  rows: evaluation.rows.map(maskRow),
});

/** Rows of an evaluation that are masked at once. */
const ROWS_AT_ONCE = 2000;

/** Masks an evaluation, one of many rows with room for others between its parts, and keeps it. */
function keepMaskedEvaluation(
  { keepEvaluation }: Pick<ExternalVerbs, "keepEvaluation">,
  runId: string,
  evaluation: ExternalEvaluation,
): void | Promise<void> {
  const { rows } = evaluation;
  if (rows.length <= ROWS_AT_ONCE) return keepEvaluation(runId, maskEvaluation(evaluation));
  return inTurns(maskInParts(evaluation)).then((masked) => keepEvaluation(runId, masked));
}

function* maskInParts(evaluation: ExternalEvaluation): Generator<void, ExternalEvaluation> {
  const { rows } = evaluation;
  const masked: EvaluationRow[] = [];
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    masked.push(...rows.slice(from, from + ROWS_AT_ONCE).map(maskRow));
    yield;
  }
  return { ...maskEvaluation({ ...evaluation, rows: [] }), rows: masked };
}

const ofNote = (text: string): string => maskText(text.slice(0, NOTE_LIMITS.text.most));

const maskNote = (note: Note): Note => ({
  ...note,
  message: ofNote(note.message),
  ...(note.alert && {
    alert: { ...note.alert, title: ofNote(note.alert.title), text: ofNote(note.alert.text) },
  }),
});

/** Masks a file, a longer one with room for others between its stretches, and keeps it. One that is too large is known by name. */
function keepMasked(
  { keepFile }: Pick<ExternalVerbs, "keepFile">,
  runId: string,
  file: Parameters<ExternalVerbs["keepFile"]>[1],
): void | Promise<void> {
  const path = maskPath(file.path);
  if (file.bytes.length > FILE_LIMITS.bytes) return keepFile(runId, { ...file, path });
  const stretches = maskingFile(path, file.bytes);
  const first = stretches.next();
  const second = first.done === true ? first : stretches.next();
  if (second.done === true) return keepFile(runId, { ...file, path, bytes: second.value });
  return (async () => {
    for (;;) {
      await setImmediate();
      const { done, value } = stretches.next();
      if (done === true) return keepFile(runId, { ...file, path, bytes: value });
    }
  })();
}

/** A path is masked as that of the file, so that both are found under one. */
const maskMedium = (medium: LoggedMedium): LoggedMedium => ({
  ...medium,
  key: byForm(medium.key.slice(0, FACT_LIMITS.notes.most)),
  path: medium.path && maskPath(medium.path),
  caption: medium.caption && byForm(medium.caption.slice(0, FACT_LIMITS.notes.most)),
});

const maskSent = <S extends SentArtifact>(sent: S): S => ({
  ...sent,
  experiment: byForm(sent.experiment),
  type: byForm(sent.type),
  name: byForm(sent.name),
});

/** What an artifact is called is looked for as it was stored. */
const maskedArtifacts = (verbs: ArtifactVerbs): ArtifactVerbs => ({
  begin: (runId, sent) =>
    verbs.begin(runId, { ...maskSent(sent), key: byForm(sent.key), aliases: sent.aliases.map(byForm) }),
  commit: (runId, sent, held) => verbs.commit(runId, maskSent(sent), held),
  call: (sent, { add, remove }) =>
    verbs.call(
      { ...maskSent(sent), key: byForm(sent.key) },
      { add: add?.map(byForm), remove: remove?.map(byForm) },
    ),
  read: (sent) => verbs.read({ ...maskSent(sent), key: byForm(sent.key) }),
  find: (experiment, name) => verbs.find(byForm(experiment), byForm(name)),
  ofRun: (runId) => verbs.ofRun(runId),
  begun: (experiment, name) => verbs.begun(experiment, name),
  sentAs: (clientId) => verbs.sentAs(clientId),
});

/**
 * The verbs of wires, to which no secret gets through: every text is masked before it is stored, and what a client looks for is
 * looked for as it was stored. Completions and names of metrics are data, and lose only what is a secret by its form. Console
 * output is masked where it is stored, since a secret may come in two pieces.
 */
export const maskedVerbs = (verbs: ExternalVerbs): ExternalVerbs => ({
  ...verbs,
  open: (wanted) =>
    verbs.open({
      ...placed(maskFacts(wanted)),
      client: maskText(wanted.client.slice(0, FACT_LIMITS.word.most)),
      ...(wanted.begunAs && { begunAs: placed(wanted.begunAs) }),
    }),
  find: (place) => verbs.find(placed(place)),
  list: (experiment, before) => verbs.list(byForm(experiment), before),
  called: (experiment) => verbs.called(byForm(experiment)),
  latest: (runId, metrics) => verbs.latest(runId, metrics?.map(byForm)),
  points: (runId, metric, part) => verbs.points(runId, byForm(metric), part),
  rows: (runId, asked) => verbs.rows(runId, { ...asked, metrics: asked.metrics?.map(byForm) ?? null }),
  latestOf: (runIds, metrics) => verbs.latestOf(runIds, metrics.map(byForm)),
  describe: (runId, facts) => verbs.describe(runId, maskFacts(facts)),
  log: (runId, batch) => verbs.log(runId, { ...batch, table: maskMetrics(batch.table) }),
  logInTurns: (runId, batch) => verbs.logInTurns(runId, { ...batch, table: maskMetrics(batch.table) }),
  keepFile: (runId, file) => keepMasked(verbs, runId, file),
  readFile: (runId, path) => verbs.readFile(runId, maskPath(path)),
  keepMedia: (runId, media, writer) => verbs.keepMedia(runId, media.map(maskMedium), writer),
  artifacts: maskedArtifacts(verbs.artifacts),
  keepRollouts: (runId, rollouts) => verbs.keepRollouts(runId, maskRollouts(rollouts)),
  moveGroups: (runId, groups, phase) =>
    verbs.moveGroups(
      runId,
      groups.map(({ step, group }) => ({ step, group: byForm(group) })),
      phase,
    ),
  keepEvaluation: (runId, evaluation) => keepMaskedEvaluation(verbs, runId, evaluation),
  say: (runId, ...notes) => verbs.say(runId, ...notes.map(maskNote)),
  end: (runId, told) =>
    verbs.end(runId, {
      ...told,
      reason: told.reason && maskText(told.reason.slice(0, FACT_LIMITS.notes.most)),
    }),
});
