import { pointStore } from "#db/points/open-point-store.ts";
import type { Db } from "#db/client.ts";
import type { AttemptRecord } from "#db/queries/attempts.ts";
import { type FindingsRecord, selectFindings, upsertFindings } from "#db/queries/attempts/findings.ts";
import { selectControls, type ControlRow } from "#db/queries/aa-controls.ts";
import type { Finding } from "../../../contracts/finding.ts";
import type { Stall } from "../../../checks/health/machine/stalled.ts";
import { isEnded } from "../../../contracts/run-lifecycle.ts";
import { isServiceError } from "../../../errors.ts";
import { codeStamp } from "../../code-stamp.ts";
import { commit, type ServiceContext } from "../../context.ts";
import { quietOf } from "./quiet.ts";
import { RunWalks } from "./run-walks.ts";
import { storedFacts, watchedNames } from "./stored-facts.ts";
import type { Budget } from "./walk.ts";

/** What of an attempt is needed to judge it. */
export type JudgedAttempt = Pick<
  AttemptRecord,
  "id" | "runId" | "state" | "endedAt" | "lastSeq" | "phaseStep"
>;

export interface Question {
  attempt: JudgedAttempt;
  twin: ControlRow | undefined;
  /** That it runs and logs nothing any more. */
  stall: Stall | null;
  /** What the verdict depends on; another text is another verdict. */
  state: string;
  /** Neither the attempt nor what it is read against gets any more points. */
  isFinal: boolean;
}

/** What the rules said of an attempt when its points, and those of the run it is read against, were in this state. */
export interface Verdict {
  state: string;
  findings: Finding[];
  /** When the rules looked, ms. */
  at: number;
  /** The attempt had ended by then. */
  ended: boolean;
}

/** Most attempts have nothing said against them: an entry is then some hundred bytes. */
const MOST_VERDICTS = 50_000;
/** Attempts whose walks are kept; of others the rules begin again. */
const MOST_WALKS = 1000;
/** What it costs to open an attempt, in points. */
const OPENING = 800;

/** How far an attempt has come, in words that differ when a point was added, and how many values its longest series has. */
interface Reach {
  text: string;
  steps: number;
}

const NOTHING: Reach = { text: "", steps: 0 };

/** How far the watched series of attempts that still run have come. */
function reaches(ctx: ServiceContext, attemptIds: string[]): Map<string, Reach> {
  const found = new Map<string, Reach>();
  const names = new Set(attemptIds.flatMap((id) => watchedNames(ctx.db, id)));
  for (const { attemptId, id, n, lastX, lastAt, mean } of pointStore(ctx.db).series(attemptIds, [...names]))
    found.set(
      attemptId,
      reachedBy(found.get(attemptId) ?? NOTHING, `${id}:${n}:${lastX}:${lastAt}:${mean}`, n),
    );
  return found;
}

const reachedBy = ({ text, steps }: Reach, more: string, n: number): Reach => ({
  text: `${text} ${more}`,
  steps: Math.max(steps, n),
});

/** An attempt that has ended gets no more points: its end says all. */
export function questions(ctx: ServiceContext, attempts: readonly JudgedAttempt[]): Question[] {
  if (attempts.length === 0) return [];
  const runIds = attempts.map((a) => a.runId);
  const twins = new Map(selectControls(ctx.db, runIds).map((twin) => [twin.runId, twin]));
  const live = [
    ...attempts.filter((a) => !isEnded(a.state)).map((a) => a.id),
    ...[...twins.values()].filter((t) => !isEnded(t.state)).map((t) => t.attemptId),
  ];
  const reached = live.length === 0 ? new Map<string, Reach>() : reaches(ctx, [...new Set(live)]);
  const stateOf = (id: string, of: Pick<JudgedAttempt, "state" | "endedAt" | "lastSeq">) =>
    isEnded(of.state) ? `${of.state} ${of.endedAt} ${of.lastSeq}` : (reached.get(id)?.text ?? "nothing yet");
  return attempts.map((attempt) => {
    const twin = twins.get(attempt.runId);
    const against = twin ? `${twin.attemptId} ${twin.config} ${stateOf(twin.attemptId, twin)}` : "";
    const { text, steps } = reached.get(attempt.id) ?? NOTHING;
    const stall = isEnded(attempt.state) ? null : quietOf(ctx, attempt, text, steps);
    const quiet = stall ? ` quiet since ${stall.since}${stall.isLong ? ", for long" : ""}` : "";
    // What a logger of a script sent last may arrive after its end was told.
    const at = isEnded(attempt.state) ? ` at ${attempt.phaseStep}` : "";
    return {
      attempt,
      twin,
      stall,
      state: `${stateOf(attempt.id, attempt)}${at}${quiet} against ${against}`,
      isFinal: isEnded(attempt.state) && (!twin || isEnded(twin.state)),
    };
  });
}

/** Keeps the newest of a map, and lets go of the oldest beyond a number. */
function keepNewest<T>(map: Map<string, T>, key: string, value: T, most: number, end?: (value: T) => void) {
  map.delete(key);
  map.set(key, value);
  if (map.size <= most) return;
  const [[oldest, old]] = map;
  map.delete(oldest);
  end?.(old);
}

/** The verdicts on the runs of one database, and how far the rules have come in those that they still look at. */
export class Verdicts {
  readonly #verdicts = new Map<string, Verdict>();
  readonly #walks = new Map<string, RunWalks>();
  /** Attempts of which nothing is stored. */
  readonly #unstored = new Set<string>();
  #toStore: FindingsRecord[] = [];

  /** Looks up what earlier processes found in attempts of which nothing is known. */
  load(ctx: ServiceContext, attemptIds: readonly string[]): void {
    const unknown = attemptIds.filter((id) => !this.#verdicts.has(id) && !this.#unstored.has(id));
    if (unknown.length === 0) return;
    for (const { attemptId, state, findings } of selectFindings(ctx.db, codeStamp(), unknown))
      this.#set(attemptId, { state, findings: findings, at: ctx.now(), ended: true });
    if (this.#unstored.size > MOST_VERDICTS) this.#unstored.clear();
    for (const id of unknown) if (!this.#verdicts.has(id)) this.#unstored.add(id);
  }

  /** The verdict on this state, or nothing where the rules have not seen it. */
  current({ attempt, state }: Question): Finding[] | undefined {
    const known = this.#verdicts.get(attempt.id);
    return known?.state === state ? known.findings : undefined;
  }

  /** The last verdict, whatever it was on. */
  last(attemptId: string): Verdict | undefined {
    return this.#verdicts.get(attemptId);
  }

  #set(attemptId: string, verdict: Verdict): void {
    this.#unstored.delete(attemptId);
    keepNewest(this.#verdicts, attemptId, verdict, MOST_VERDICTS);
  }

  /** The verdict on this state; null where the budget was spent before the rules had seen all points. They go on from there. */
  answer(ctx: ServiceContext, question: Question, budget: Budget): Finding[] | null {
    const known = this.current(question);
    if (known) return known;
    if (budget.left <= 0) return null;
    budget.left -= OPENING;
    const { attempt, twin, stall, state, isFinal } = question;
    const walks = this.#walks.get(attempt.id) ?? new RunWalks();
    keepNewest(this.#walks, attempt.id, walks, MOST_WALKS, (old) => old.end());
    const facts = storedFacts(ctx.db, attempt, twin, stall);
    const found = walks.judge(pointStore(ctx.db), facts, budget);
    if (!found) return null;
    this.#set(attempt.id, { state, findings: found, at: ctx.now(), ended: isEnded(attempt.state) });
    if (!isFinal) return found;
    this.forgetWalks(attempt.id);
    this.#toStore.push({ attemptId: attempt.id, code: codeStamp(), state, findings: found });
    return found;
  }

  forgetWalks(attemptId: string): void {
    this.#walks.get(attemptId)?.end();
    this.#walks.delete(attemptId);
  }

  /** Stores what was found in attempts that will not change; where nothing can be stored, it is found again. */
  store(ctx: ServiceContext): void {
    if (this.#toStore.length === 0) return;
    const records = this.#toStore;
    this.#toStore = [];
    try {
      commit(ctx, (scope) => upsertFindings(scope.db, records));
    } catch (error) {
      if (!isServiceError(error)) throw error;
    }
  }
}

const known = new WeakMap<Db["$client"], Verdicts>();

/** The verdicts on the runs of this database. */
export function verdictsOf({ $client }: Db): Verdicts {
  const verdicts = known.get($client) ?? new Verdicts();
  known.set($client, verdicts);
  return verdicts;
}
