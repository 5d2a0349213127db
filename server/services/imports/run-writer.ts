import { selectLatestAttempts, updateAttempt } from "#db/queries/attempts.ts";
import { updateRunFacts } from "#db/queries/external.ts";
import { selectRun } from "#db/queries/runs.ts";
import type { ExternalEvaluation } from "../../contracts/external/verbs.ts";
import type { RunHead, RunPart } from "../../importers/histories/parts.ts";
import type { ImportedRow } from "../../importers/histories/reader.ts";
import type { ServiceContext, WriteScope } from "../context.ts";
import { restate } from "../external/attempts/run-on.ts";
import { externalVerbs } from "../external/make-verbs.ts";
import type { RegisteredSet } from "./plan.ts";

const WRITER = "import";
const CLIENT = "import";
/** Why a run ended so, as far as a source says it. */
const REASONS = {
  finished: null,
  failed: "its source says so",
  killed: "its source has no record of its end",
};
const writerOf = (process: number): string => (process === 0 ? WRITER : `${WRITER} ${process + 1}`);

/** Writes one run of a source by the verbs of runs from outside: opened, its parts in their order, ended. */
export class RunWriter {
  readonly #ctx: ServiceContext;
  readonly #told: RunHead;
  readonly #sets: readonly (RegisteredSet | null)[];
  readonly #place: { experiment: string; key: string };
  readonly #verbs;
  #runId = "";
  /** The process whose rows are stored, and when its last row was logged. */
  #process = 0;
  #lastAt: number | null = null;
  /** Rows of each stream that are stored. */
  readonly #logged = new Map<string, number>();
  /** Rows of the evaluation that is read. */
  #rows: ImportedRow[] = [];

  constructor(
    ctx: ServiceContext,
    told: RunHead,
    sets: readonly (RegisteredSet | null)[],
    place: { experiment: string; key: string },
  ) {
    this.#ctx = ctx;
    this.#told = told;
    this.#sets = sets;
    this.#place = place;
    this.#verbs = externalVerbs(ctx);
  }

  get runId(): string {
    return this.#runId;
  }

  open(): string {
    const { name, config, environment, summary, startedAt, labels } = this.#told;
    const { runId } = this.#verbs.open({
      ...this.#place,
      name,
      client: CLIENT,
      writer: WRITER,
      resume: "allow",
      startedAt,
      config,
      environment,
      summary,
      ...labels,
    });
    return (this.#runId = runId);
  }

  log({ stream, process, table }: Extract<RunPart, { kind: "history" }>): void {
    if (process !== this.#process) this.#goOn(process);
    const writer = writerOf(process);
    const key = `${stream} ${process}`;
    const offset = this.#logged.get(key) ?? 0;
    this.#verbs.log(this.#runId, { writer, stream, offset, table });
    this.#logged.set(key, offset + table.n);
    if (stream === "history") this.#lastAt = table.at.at(-1) ?? null;
  }

  /** A process went on with the run: the one before had ended with its last row. */
  #goOn(process: number): void {
    const before = { writer: writerOf(this.#process), endedAt: this.#lastAt };
    this.#verbs.end(this.#runId, {
      state: "killed",
      exitCode: null,
      reason: "another process went on",
      ...before,
    });
    this.#process = process;
  }

  /** Takes rows of an evaluation; answers it once all of its rows are there. */
  take({ evaluation: i, rows }: Extract<RunPart, { kind: "rows" }>): ExternalEvaluation | null {
    const { n, solved: _solved, problems: _problems, benchmark, ...rest } = this.#told.evaluations[i];
    const hashes = this.#sets[i]?.hashes;
    for (const row of rows) this.#rows.push(row);
    if (this.#rows.length < n) return null;
    const whole = this.#rows;
    this.#rows = [];
    return {
      ...rest,
      step: 0,
      // Problems of sets that nobody named are comparable with no others.
      benchmark: benchmark ?? `unnamed, ${this.#told.sourceId}`,
      rows: whole.map((row) => ({ ...row, hash: hashes?.get(row.problem) })),
    };
  }

  /** One of many rows is stored in parts. */
  store(evaluation: ExternalEvaluation): void | Promise<void> {
    return this.#verbs.keepEvaluation(this.#runId, evaluation);
  }

  /** Gives the run the end and the times of its source: nothing of it happened when it was imported. */
  end(scope: WriteScope): void {
    const { state, startedAt, endedAt, exitCode = null, notes, cautions } = this.#told;
    const id = this.#runId;
    this.#verbs.say(
      id,
      ...notes.map((message) => ({ level: "info" as const, message, id: message })),
      ...cautions.map((message) => ({ level: "warning" as const, message, id: message })),
    );
    this.#verbs.end(id, { state, exitCode, reason: REASONS[state], endedAt });
    const run = selectRun(scope.db, id);
    const [attempt] = selectLatestAttempts(scope.db, [id]);
    if (!run || !attempt) throw new Error("an imported run has an attempt");
    if (run.state !== state)
      restate(
        this.#ctx,
        scope,
        { run, attempt },
        {
          state,
          evidence: { kind: "told", client: CLIENT, code: null, reason: "its source says so" },
        },
      );
    updateRunFacts(scope.db, id, { startedAt, endedAt });
    updateAttempt(scope.db, attempt.id, { ...(attempt.n === 1 && { startedAt }), endedAt });
  }
}
