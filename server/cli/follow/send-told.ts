import { setTimeout as pause } from "node:timers/promises";
import {
  INGEST_LIMITS,
  INGEST_TYPES,
  ingestRequest,
  OpenedAnswer,
  type FinishWord,
  type GroupLine,
  type RowLine,
} from "../../../workers/protocol/ingest.ts";
import { toWire } from "../../../workers/protocol/events.ts";
import type { ToldBy } from "../../folders/folder.ts";
import { CliError } from "../exit.ts";

type Rollouts = ToldBy["rollouts"];
type Rows = ToldBy["history"];

/** A run elsewhere: where it is sent to, and what it is called there. */
export interface SentRun {
  url: string;
  token: string;
  experiment: string;
  key: string;
  name: string;
}

const LINES_AT_ONCE = 2000;
const LONGEST_PAUSE = 30_000;

/** Lines in bodies of bounded size. */
function* bodiesOf(lines: Iterable<string>): Generator<string> {
  let body: string[] = [];
  let size = 0;
  for (const line of lines) {
    if (
      body.length === LINES_AT_ONCE ||
      (body.length > 0 && size + line.length > INGEST_LIMITS.bodyBytes / 4)
    ) {
      yield body.join("\n");
      [body, size] = [[], 0];
    }
    body.push(line);
    size += line.length;
  }
  if (body.length > 0) yield body.join("\n");
}

const rowLine = ({ step, at, values }: Rows[number], n: number): RowLine => ({
  n,
  step,
  at,
  values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toWire(value)])),
});

const said = (turns: Rollouts[number]["prompt"]) =>
  turns.map(({ role, text, reward }) => ({
    role,
    content: text,
    ...(reward !== undefined && reward !== null && { reward }),
  }));

const cell = (value: string | number | boolean | null | undefined) =>
  typeof value === "number" ? toWire(value) : (value ?? null);

/** Completions of one group as the line that carries them. */
function groupLine(group: Rollouts): GroupLine {
  const [{ step, group: key, prompt, epoch, phase }] = group;
  const names = (of: (rollout: Rollouts[number]) => object) => [
    ...new Set(group.flatMap((r) => Object.keys(of(r)))),
  ];
  return {
    step,
    key,
    prompt: said(prompt),
    completions: group.map(({ completion }) => said(completion)),
    rewards: Object.fromEntries(
      names(({ rewards }) => rewards).map((name) => [name, group.map(({ rewards }) => cell(rewards[name]))]),
    ),
    reward: group.map(({ reward }) => cell(reward)),
    advantages: group.map(({ advantage }) => cell(advantage)),
    lengths: group.map(({ length }) => length),
    truncated: group.map(({ truncated }) => truncated),
    stopReasons: group.map(({ stopReason }) => stopReason),
    epoch,
    phase,
    extra: Object.fromEntries(
      names(({ extra }) => extra).map((name) => [name, group.map(({ extra }) => cell(extra[name]))]),
    ),
    places: group.map(({ place }) => place),
  };
}

/**
 * Sends what was read of a folder to a server, over the wire of our own clients. What is refused for now is sent again until
 * it is taken; what cannot be read at all is told to `complain` and set aside. Rows have numbers and completions places, so
 * that sending again stores nothing twice.
 */
export function sendTo(run: SentRun, complain: (message: string) => void) {
  /** By writer: how many of its rows are stored. */
  const stored = new Map<string, number>();
  /** What was complained of before there was a run to say it on. */
  const unsent = new Map<string, string>();
  let isStopAsked = false;
  let address = run.url;

  async function post(
    verb: string,
    body: string | Uint8Array<ArrayBuffer>,
    type: string,
    query: Record<string, string> = {},
  ): Promise<unknown> {
    const named = verb === "runs" ? query : { experiment: run.experiment, key: run.key, ...query };
    const to = { server: run.url, token: run.token, verb, query: named };
    for (let wait = 500; ; wait = Math.min(wait * 2, LONGEST_PAUSE)) {
      const answer = await fetch(...ingestRequest(to, { type, body })).catch(() => null);
      if (answer?.ok) {
        const read = (await answer.json().catch(() => null)) as { stop?: unknown } | null;
        if (read?.stop === true) isStopAsked = true;
        return read;
      }
      const why =
        ((await answer?.json().catch(() => null)) as { error?: string; message?: string } | null) ?? {};
      const reason = why.error ?? why.message ?? `status ${answer?.status}`;
      if (answer?.status === 401 || answer?.status === 403)
        throw new CliError(`The server does not take this ingest token (${reason}).`);
      if (answer !== null && [400, 413, 415].includes(answer.status)) {
        complain(`The server cannot read what was sent as ${verb} (${reason}); it is set aside.`);
        return null;
      }
      if (answer?.status === 404 && verb !== "runs") await open("main");
      await pause(wait);
    }
  }

  async function open(writer: string): Promise<void> {
    const { experiment, key, name } = run;
    const wanted = { experiment, key, name, writer, client: "ablab follow", resume: "allow" };
    const read = OpenedAnswer.safeParse(await post("runs", JSON.stringify(wanted), INGEST_TYPES.json));
    if (!read.success)
      throw new CliError(
        "The server does not understand how a run is opened. Is it an Ablab of this version?",
      );
    address = read.data.url;
    stored.set(writer, read.data.rows);
  }

  async function sendRows(writer: string, stream: string, first: number, rows: Rows): Promise<void> {
    if (rows.length === 0) return;
    const writes = writer.slice(-INGEST_LIMITS.word);
    if (!stored.has(writes)) await open(writes);
    const known = stream === "history" ? (stored.get(writes) ?? 0) : 0;
    const lines = rows
      .map((row, i) => ({ row, n: first + i }))
      .filter(({ n }) => n >= known)
      .map(({ row, n }) => JSON.stringify(rowLine(row, n)));
    for (const body of bodiesOf(lines))
      await post("rows", body, INGEST_TYPES.lines, { writer: writes, stream });
  }

  /** Files first, so that the server has them when it is told what they are. */
  async function sendMedia(writer: string, media: ToldBy["media"]): Promise<void> {
    for (const { path, bytes, type } of media)
      if (path !== null && bytes !== null)
        await post("files", new Uint8Array(bytes), type ?? INGEST_TYPES.bytes, { path });
    const lines = media.map(({ bytes: _bytes, type: _type, ...line }) => JSON.stringify(line));
    const query = { writer: writer.slice(-INGEST_LIMITS.word) };
    for (const body of bodiesOf(lines)) await post("media", body, INGEST_TYPES.lines, query);
  }

  return {
    /** Whether the run is there: it begins with the first that is sent. */
    isOpen: () => stored.size > 0,
    /** Where the run is seen; the server's address before it is opened. */
    address: () => address,
    isStopAsked: () => isStopAsked,
    async send({ writer, first, history, system, rollouts, media, facts, notes }: ToldBy): Promise<void> {
      for (const [id, text] of notes) unsent.set(id, text);
      const isNothing =
        history.length + system.length + rollouts.length + media.length + Object.keys(facts).length === 0;
      // A folder in which nothing is read leaves no run.
      if (stored.size === 0 && isNothing) return;
      if (stored.size === 0) await open("main");
      if (Object.keys(facts).length > 0) await post("facts", JSON.stringify(facts), INGEST_TYPES.json);
      await sendRows(writer, "history", first.history, history);
      await sendRows(writer, "system", first.system, system);
      const groups = Map.groupBy(rollouts, ({ step, group, phase }) => JSON.stringify([step, group, phase]));
      const lines = [...groups.values()].map((group) => JSON.stringify(groupLine(group)));
      for (const body of bodiesOf(lines)) await post("rollouts", body, INGEST_TYPES.lines);
      await sendMedia(writer, media);
      const alerts = [...unsent].map(([id, text]) =>
        JSON.stringify({ id: `follow:${id}`, level: "info", title: "", text }),
      );
      unsent.clear();
      for (const body of bodiesOf(alerts)) await post("alerts", body, INGEST_TYPES.lines);
    },
    hear: () => post("heartbeat", "", INGEST_TYPES.json),
    end: (state: FinishWord["state"]) =>
      post(
        "finish",
        JSON.stringify({ state, reason: "told to ablab follow", exitCode: null, witness: null }),
        INGEST_TYPES.json,
      ),
  };
}
