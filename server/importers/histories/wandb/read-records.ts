import { trainStepOf } from "../../../../workers/protocol/default-axis.ts";
import { numberOf, type Foreign } from "../../../foreign/foreign-values.ts";
import { entriesOf, isOwn, isTyped, metricName, OWN_NAMES } from "../../../foreign/wandb-rows.ts";
import type { KeptHistories } from "../kept-histories.ts";
import type { SentFile } from "../sent-file.ts";
import { recordsOf } from "./record-log.ts";
import { contentOf, type Item, KIND, Message, Tree, valueOf } from "./records.ts";

/** What the client puts in front of the names of the machine's figures. */
const SYSTEM = "system.";
/** The entry of a configuration that is the client's own. */
const OWN = "_wandb";

/** What the records of one process say of its run, beside its rows. */
export interface ProcessRecords {
  project: string | null;
  name: string | null;
  group: string | null;
  jobType: string | null;
  notes: string | null;
  tags: string[];
  /** ms since the epoch. */
  startedAt: number | null;
  /** When the last of what has a time was written, ms. */
  lastAt: number | null;
  /** Null where the process ended without a word. */
  exitCode: number | null;
  config: Foreign;
  summary: Foreign;
  environment: Foreign;
  axes: Record<string, string>;
  /** Histograms, tables, pictures and other files that rows name. */
  media: number;
  /** Values that are neither numbers nor media: texts and lists. */
  others: number;
  /** The byte at which the file ends inside a record; null where it does not. */
  cutAt: number | null;
}

/** Reads the log of one process; its rows go to `kept` under `history`, the machine's figures under `system`. */
export function readRecords(
  file: SentFile,
  kept: KeptHistories,
  { history, system }: { history: string; system: string },
): ProcessRecords {
  return new RecordReader(kept, history, system).read(file);
}

class RecordReader {
  readonly #kept: KeptHistories;
  readonly #history: string;
  readonly #system: string;
  readonly #told: Omit<ProcessRecords, "config" | "summary" | "environment" | "cutAt"> = {
    project: null,
    name: null,
    group: null,
    jobType: null,
    notes: null,
    tags: [],
    startedAt: null,
    lastAt: null,
    exitCode: null,
    axes: {},
    media: 0,
    others: 0,
  };
  readonly #config = new Tree();
  readonly #environment: Record<string, unknown> = {};
  /** The last word on each entry of the summary: it is said again with each row. */
  readonly #summary = new Map<string, Item>();
  readonly #metrics = new Set<string>();
  #lastStep = -1;
  #systemRows = 0;

  constructor(kept: KeptHistories, history: string, system: string) {
    this.#kept = kept;
    this.#history = history;
    this.#system = system;
  }

  read(file: SentFile): ProcessRecords {
    const records = recordsOf(file);
    for (;;) {
      const next = records.next();
      if (next.done) return this.#finish(next.value);
      const found = contentOf(next.value);
      if (found) this.#take(found.kind, found.content);
    }
  }

  #finish(cutAt: number | null): ProcessRecords {
    const told = this.#told;
    const summary = new Tree();
    for (const item of this.#summary.values()) summary.put(item);
    const { [OWN]: _own, ...config } = this.#config.object;
    const x = trainStepOf((name) => this.#metrics.has(name));
    if (x !== undefined && Object.keys(told.axes).length === 0) told.axes["*"] = x;
    return { ...told, config, summary: summary.object, environment: this.#environment, cutAt };
  }

  #take(kind: number, content: Uint8Array): void {
    if (kind === KIND.history) this.#takeRow(new Message(content));
    else if (kind === KIND.summary) this.#takeSummary(new Message(content));
    else if (kind === KIND.stats) this.#takeSystem(new Message(content));
    else if (kind === KIND.config) this.#takeConfig(new Message(content));
    else if (kind === KIND.metric) this.#takeMetric(new Message(content));
    else if (kind === KIND.run) this.#takeRun(new Message(content));
    else if (kind === KIND.exit) this.#told.exitCode = new Message(content).whole(1) ?? 0;
    else if (kind === KIND.telemetry) this.#takeTelemetry(new Message(content));
    else if (kind === KIND.environment) this.#takeEnvironment(new Message(content));
  }

  #takeRow(row: Message): void {
    const writer = this.#kept.writer(this.#history);
    let put = 0;
    let own: { step?: unknown; seconds?: unknown } = {};
    let rest: Tree | null = null;
    const take = (name: string, value: number): void => {
      writer.put(name, value);
      this.#metrics.add(name);
      put++;
    };
    for (const item of row.items(1)) {
      const [name] = item.path;
      if (item.path.length === 1) {
        const value = valueOf(item);
        if (name === OWN_NAMES.step) own = { ...own, step: value };
        else if (name === OWN_NAMES.seconds) own = { ...own, seconds: value };
        if (isOwn(name)) continue;
        if (typeof value === "number") {
          take(name, value);
          continue;
        }
      }
      (rest ??= new Tree()).put(item);
    }
    for (const [name, value] of rest === null ? [] : entriesOf(rest.object)) {
      const point = numberOf(value);
      if (point !== null) take(name, point);
      else if (isTyped(value)) this.#told.media++;
      else if (value !== null) this.#told.others++;
    }
    const step = row.inner(2)?.whole(1) ?? (typeof own.step === "number" ? own.step : this.#lastStep + 1);
    this.#lastStep = step;
    const at = typeof own.seconds === "number" ? own.seconds * 1000 : null;
    this.#hear(at);
    this.#kept.endRow(this.#history, writer, put, step, at);
  }

  #takeSystem(stats: Message): void {
    const writer = this.#kept.writer(this.#system);
    let put = 0;
    for (const item of stats.items(3)) {
      const value = numberOf(valueOf(item));
      if (value === null) continue;
      writer.put(`${SYSTEM}${item.path.join(".")}`, value);
      put++;
    }
    const at = stats.moment(2);
    this.#hear(at);
    if (put > 0) this.#kept.endRow(this.#system, writer, put, this.#systemRows++, at);
  }

  #takeSummary(summary: Message): void {
    for (const item of summary.items(1)) {
      if (!isOwn(item.path[0]) && item.path.length > 0) this.#summary.set(item.path.join("\0"), item);
    }
    for (const { path } of summary.items(2)) this.#summary.delete(path.join("\0"));
  }

  #takeConfig(config: Message | null): void {
    for (const item of config?.items(1) ?? []) this.#config.put(item);
    for (const item of config?.items(2) ?? []) this.#config.remove(item);
  }

  #takeMetric(metric: Message): void {
    const name = metricName(metric.text(1)) ?? metricName(metric.text(2));
    const x = metricName(metric.text(4));
    if (name !== null && x !== null && name !== x) this.#told.axes[name] = x;
  }

  #takeRun(run: Message): void {
    const told = this.#told;
    told.project = run.text(3) ?? told.project;
    told.group = run.text(6) ?? told.group;
    told.jobType = run.text(7) ?? told.jobType;
    told.name = run.text(8) ?? told.name;
    told.notes = run.text(9) ?? told.notes;
    if (run.texts(10).length > 0) told.tags = run.texts(10);
    told.startedAt ??= run.moment(17);
    this.#hear(run.moment(17));
    this.#takeConfig(run.inner(4));
    this.#say("host", run.text(13));
    this.#takeTelemetry(run.inner(19));
    this.#takeGit(run.inner(21));
  }

  #takeTelemetry(telemetry: Message | null): void {
    this.#say("python", telemetry?.text(4) ?? null);
    this.#say("wandb", telemetry?.text(5) ?? null);
  }

  #takeGit(git: Message | null): void {
    this.#say("repo", git?.text(1) ?? null);
    this.#say("commit", git?.text(2) ?? null);
  }

  #takeEnvironment(environment: Message): void {
    const texts = {
      1: "os",
      2: "python",
      4: "docker",
      6: "program",
      11: "root",
      12: "host",
      13: "username",
      14: "executable",
      18: "gpu",
    };
    for (const [field, name] of Object.entries(texts)) this.#say(name, environment.text(Number(field)));
    for (const [field, name] of [
      [16, "cpu_count"],
      [19, "gpu_count"],
    ] as const)
      this.#say(name, environment.whole(field));
    const args = environment.texts(5);
    if (args.length > 0) this.#say("args", args);
    this.#takeGit(environment.inner(9));
  }

  #say(name: string, value: unknown): void {
    if (value !== null) this.#environment[name] = value;
  }

  #hear(at: number | null): void {
    if (at !== null && Number.isFinite(at)) this.#told.lastAt = Math.max(this.#told.lastAt ?? at, at);
  }
}
