import { EngineSilent, type JobKey } from "../executor.ts";
import { runProgram } from "./commands.ts";
import { parseSacct, parseSqueue, type Row, SACCT_FIELDS, SQUEUE_FORMAT } from "./answers.ts";
import { isOver } from "./states.ts";

/** What Slurm last said of this user's jobs, asked for once for all of them and not too often. */
export interface SlurmBook {
  /** Whether it answered the last time. */
  readonly answers: boolean;
  /** Why not, in its words. */
  readonly problem: string;
  /** How often it has answered. */
  readonly asked: number;
  /** Whether it keeps what has ended; null before anybody asked. */
  readonly accounts: boolean | null;
  /** The newest row of a job. */
  rowOf(key: JobKey): Row | null;
  /** Brings the book up to date where that is due, for these jobs. */
  refresh(keys: readonly JobKey[]): Promise<void>;
  /** Slurm has just taken a job: it is known before the next answer names it. */
  learn(key: JobKey, id: string): void;
  /** Something has happened: the next refresh asks at once. */
  hurry(): void;
  /** Asks now about one name; null only where Slurm answered that there is none. Throws `EngineSilent`. */
  find(key: JobKey): Promise<Row | null>;
}

/** Between two questions, also where something has happened: a controller melts under a question per job. */
const LEAST_MS = 500;
/** How far back a job that is no longer in the queue is looked for. */
const SINCE = "now-14days";

const isDisabled = (err: string) =>
  /accounting storage is disabled|not enabled|slurm_persist_conn_open/i.test(err);

export function openSlurmBook(pollMs: number): SlurmBook {
  let rows = new Map<string, Row>();
  /** The last word on jobs that are over: the queue forgets them after minutes. */
  const over = new Map<string, Row>();
  /** What was taken after the last question was asked. */
  const learned = new Map<string, { row: Row; at: number }>();
  let answers = true;
  let problem = "";
  let accounts: boolean | null = null;
  let asked = 0;
  let askedAt = -Infinity;
  let isHurried = true;
  let asking: Promise<void> | null = null;

  async function askAccounts(keys: readonly string[]): Promise<Row[] | null> {
    if (keys.length === 0) return [];
    const said = await runProgram("sacct", [
      "-X",
      "-n",
      "-P",
      "-D",
      `--starttime=${SINCE}`,
      `--name=${keys.join(",")}`,
      `--format=${SACCT_FIELDS}`,
    ]);
    if (said.code !== 0) {
      accounts = isDisabled(said.err) || said.code === null ? false : accounts;
      return null;
    }
    accounts = true;
    return parseSacct(said.out);
  }

  async function ask(keys: readonly JobKey[]): Promise<void> {
    const from = performance.now();
    const said = await runProgram("squeue", [
      "--me",
      "--states=all",
      "--noheader",
      `--format=${SQUEUE_FORMAT}`,
    ]);
    answers = said.code === 0;
    problem = answers ? "" : said.err.split("\n").at(-1) || "squeue did not answer";
    if (!answers) return;
    rows = new Map(parseSqueue(said.out).map((row) => [row.name, row]));
    const missing = keys.filter((key) => !rows.has(key) && !over.has(key));
    for (const row of (await askAccounts(missing)) ?? []) rows.set(row.name, row);
    for (const row of rows.values()) if (isOver(row.state)) over.set(row.name, row);
    asked += 1;
    for (const [key, { at }] of learned) if (at < from || rows.has(key)) learned.delete(key);
  }

  return {
    get answers() {
      return answers;
    },
    get problem() {
      return problem;
    },
    get asked() {
      return asked;
    },
    get accounts() {
      return accounts;
    },
    rowOf: (key) => rows.get(key) ?? learned.get(key)?.row ?? over.get(key) ?? null,
    learn(key, id) {
      const nothing = { startAt: null, nodes: null, by: null, submittedAt: null, exit: null };
      const row = { id, state: "PENDING", reason: "None", name: key, ...nothing };
      learned.set(key, { row, at: performance.now() });
      isHurried = true;
    },
    async refresh(keys) {
      const waited = performance.now() - askedAt;
      if (waited < (isHurried ? LEAST_MS : pollMs)) return;
      if (!asking) {
        isHurried = false;
        askedAt = performance.now();
        asking = ask(keys).finally(() => {
          asking = null;
          askedAt = performance.now();
        });
      }
      await asking;
    },
    hurry() {
      isHurried = true;
    },
    async find(key) {
      const said = await runProgram("squeue", [
        "--states=all",
        "--noheader",
        `--name=${key}`,
        `--format=${SQUEUE_FORMAT}`,
      ]);
      if (said.code !== 0) throw new EngineSilent(`Slurm does not answer: ${said.err.slice(0, 300)}`);
      const [queued] = parseSqueue(said.out).filter(({ name }) => name === key);
      if (queued) return queued;
      if (accounts === false) return null;
      const [kept] = (await askAccounts([key])) ?? [];
      return kept ?? null;
    },
  };
}
