import { isDeepStrictEqual } from "node:util";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type {
  KnownRun,
  Note,
  OpenedRun,
  ExternalEvaluation,
  ExternalFacts,
  ExternalPoint,
  ExternalRun,
  ExternalVerbs,
  Rollout,
} from "../contracts/external/verbs.ts";
import type { LoggedMedium } from "../contracts/external/media.ts";
import type { LoggedRow } from "../contracts/external/logged-table.ts";
import { rowsOfTable } from "../contracts/external/testing.ts";
import { fakeArtifacts } from "./testing.artifacts.ts";
import { jsonAnswer, type Adapter, type AdapterAnswer, type AdapterRequest } from "./adapter.ts";

const NO_FACTS: ExternalFacts = {
  name: null,
  group: null,
  jobType: null,
  tags: [],
  notes: null,
  config: {},
  environment: {},
  summary: {},
  axes: {},
};

/** A run as the fake verbs keep it. */
export interface FakeRun {
  id: string;
  opened: ExternalRun;
  facts: ExternalFacts;
  /** By "writer:stream", each row at its number. */
  rows: Map<string, LoggedRow[]>;
  ids: Set<string>;
  output: Map<string, string>;
  files: Map<string, { type: string | null; bytes: Uint8Array }>;
  media: LoggedMedium[];
  rollouts: Map<string, Rollout>;
  evaluations: Map<string, ExternalEvaluation>;
  notes: { level: string; message: string }[];
  /** What was said by an alert() of the client. */
  alerts: NonNullable<Note["alert"]>[];
  noteIds: Set<string>;
  heard: number;
  end: Parameters<ExternalVerbs["end"]>[1] | null;
  stop: boolean;
}

/** The verbs in memory, for tests of wires. `runs` is what came, by "experiment/key". */
export function fakeVerbs(): ExternalVerbs & { runs: Map<string, FakeRun> } {
  const runs = new Map<string, FakeRun>();
  const byId = (id: string): FakeRun => {
    const run = [...runs.values()].find((r) => r.id === id);
    if (!run) throw new Error(`There is no run ${id}.`);
    return run;
  };
  const told = (run: FakeRun, created: boolean, writer: string): OpenedRun => {
    const steps = [...run.rows.values()].flat().flatMap(({ step }) => (step === null ? [] : [step]));
    return {
      runId: run.id,
      created,
      name: run.facts.name ?? run.opened.key,
      facts: run.facts,
      rows: run.rows.get(`${writer}:history`)?.length ?? 0,
      lastStep: steps.length > 0 ? steps.reduce((a, b) => Math.max(a, b)) : null,
      ended: run.end !== null,
    };
  };
  const known = (run: FakeRun): KnownRun => ({
    ...told(run, false, "main"),
    order: Number(run.id.slice(1)),
    experiment: run.opened.experiment,
    key: run.opened.key,
    state: run.end?.state ?? "running",
    createdAt: 0,
    startedAt: run.opened.startedAt ?? null,
    endedAt: run.end ? 0 : null,
  });
  const pointsOf = (run: FakeRun, metric: string): ExternalPoint[] =>
    [...run.rows.values()]
      .flat()
      .filter(({ values }) => Object.hasOwn(values, metric))
      .map(({ step, at, values }) => ({ step: step ?? 0, at, value: values[metric] }))
      .sort((a, b) => a.step - b.step);
  const described = (facts: ExternalFacts, more: Partial<ExternalFacts>): ExternalFacts => ({
    ...facts,
    ...more,
    config: { ...facts.config, ...more.config },
    environment: { ...facts.environment, ...more.environment },
    summary: { ...facts.summary, ...more.summary },
    axes: { ...facts.axes, ...more.axes },
  });

  return {
    runs,
    open(wanted) {
      const place = `${wanted.experiment}/${wanted.key}`;
      const known = runs.get(place);
      const { experiment: _e, key: _k, client: _c, writer, resume: _r, begunAs: _b, ...facts } = wanted;
      const run = known ?? {
        id: `r${runs.size + 1}`,
        opened: wanted,
        facts: NO_FACTS,
        rows: new Map<string, LoggedRow[]>(),
        ids: new Set<string>(),
        output: new Map<string, string>(),
        files: new Map<string, { type: string | null; bytes: Uint8Array }>(),
        media: [],
        rollouts: new Map<string, Rollout>(),
        evaluations: new Map<string, ExternalEvaluation>(),
        notes: [],
        alerts: [],
        noteIds: new Set<string>(),
        heard: 0,
        end: null,
        stop: false,
      };
      run.facts = described(run.facts, facts);
      run.end = null;
      runs.set(place, run);
      return told(run, !known, writer);
    },
    find({ experiment, key }) {
      const run = runs.get(`${experiment}/${key}`);
      return run ? told(run, false, "main") : null;
    },
    read: (id) => {
      const run = [...runs.values()].find((r) => r.id === id);
      return run ? known(run) : null;
    },
    list: (experiment, before) =>
      [...runs.values()]
        .filter((r) => r.opened.experiment === experiment)
        .map(known)
        .filter(({ order }) => !before || order < before)
        .reverse(),
    called(experiment) {
      return this.list(experiment);
    },
    places: () => [...new Set([...runs.values()].map((r) => r.opened.experiment))].reverse(),
    points: (id, metric, { from, most }) => pointsOf(byId(id), metric).slice(from, from + most),
    rows: (id, { metrics, from, to, samples, hasAll }) =>
      [...byId(id).rows.values()]
        .flat()
        .map(({ step, at, values }) => ({ step: step ?? 0, at, values }))
        .filter(({ step }) => step >= (from ?? 0) && step < (to ?? Infinity))
        .filter(({ values }) => !hasAll || (metrics ?? []).every((metric) => Object.hasOwn(values, metric)))
        .slice(0, samples ?? Infinity),
    latestOf(ids, metrics) {
      return new Map(ids.map((id) => [id, this.latest(id, metrics)]));
    },
    latest(id, metrics) {
      const run = byId(id);
      const all = [...run.rows.values()].flat().flatMap(({ values }) => Object.keys(values));
      const names = all.filter((name) => !metrics || metrics.includes(name));
      return Object.fromEntries(names.map((name) => [name, pointsOf(run, name).at(-1)!]));
    },
    describe(id, facts) {
      const run = byId(id);
      run.facts = described(run.facts, facts);
    },
    log(id, { writer, stream, offset, ids, table, isResent = false }) {
      const run = byId(id);
      const place = `${writer}:${stream}`;
      const stored = run.rows.get(place) ?? [];
      run.rows.set(place, stored);
      const before = isResent ? [...run.rows.values()].flat() : [];
      rowsOfTable(table).forEach((row, i) => {
        if (before.some((one) => one.at === row.at && isDeepStrictEqual(one.values, row.values))) return;
        if (offset === null) {
          if (ids && run.ids.has(ids[i])) return;
          if (ids) run.ids.add(ids[i]);
          stored.push(row);
        } else if (offset + i >= stored.length) stored[offset + i] = row;
      });
      return stored.length;
    },
    logInTurns(id, batch) {
      return this.log(id, batch);
    },
    print(id, { writer, offset, unit = "bytes", text }) {
      const { output } = byId(id);
      if (unit === "lines") {
        const stored = (output.get(writer) ?? "").split("\n").slice(0, -1);
        const sent = text.split("\n").slice(0, -1);
        const all = [...stored, ...sent.slice(Math.max(0, stored.length - offset))];
        return void output.set(writer, all.map((line) => `${line}\n`).join(""));
      }
      const had = Buffer.from(output.get(writer) ?? "");
      const more = Buffer.from(text).subarray(Math.max(0, had.length - offset));
      output.set(writer, Buffer.concat([had, more]).toString());
    },
    keepFile: (id, { path, type, bytes }) => void byId(id).files.set(path, { type, bytes }),
    listFiles: (id) => [...byId(id).files].map(([path, { bytes }]) => ({ path, bytes: bytes.length })),
    readFile: (id, path) => byId(id).files.get(path)?.bytes ?? null,
    artifacts: fakeArtifacts(),
    keepMedia: (id, media) => void byId(id).media.push(...media),
    keepRollouts(id, rollouts) {
      const { rollouts: kept } = byId(id);
      for (const r of rollouts) kept.set(`${r.phase ?? "train"}/${r.step}/${r.group}/${r.place}`, r);
    },
    moveGroups(id, groups, phase) {
      const { rollouts: kept } = byId(id);
      const isMeant = (r: Rollout) => groups.some(({ step, group }) => step === r.step && group === r.group);
      for (const [place, r] of [...kept].filter((one) => isMeant(one[1]))) {
        kept.delete(place);
        kept.set(`${phase}/${r.step}/${r.group}/${r.place}`, { ...r, phase });
      }
    },
    keepEvaluation: (id, evaluation) => void byId(id).evaluations.set(evaluation.key, evaluation),
    say(id, ...notes) {
      const run = byId(id);
      for (const { level, message, id: noteId, alert } of notes) {
        if (noteId !== undefined && run.noteIds.has(noteId)) continue;
        if (noteId !== undefined) run.noteIds.add(noteId);
        run.notes.push({ level, message });
        if (alert) run.alerts.push(alert);
      }
    },
    hear: (id) => void (byId(id).heard += 1),
    leave: () => {},
    end: (id, end) => void (byId(id).end = end),
    isStopAsked: (id) => byId(id).stop,
  };
}

/** A request as a wire gets it. `body` that is no text and no bytes goes as JSON. */
export function request(method: string, address: string, body?: unknown, headers = {}): AdapterRequest {
  const { pathname, searchParams } = new URL(address, "http://bench");
  const text = () => (typeof body === "string" || body === undefined ? (body ?? "") : JSON.stringify(body));
  const bytes = body instanceof Uint8Array ? body : Buffer.from(text());
  return {
    method,
    path: decodeURIComponent(pathname),
    query: searchParams,
    headers,
    body: bytes,
    origin: "http://127.0.0.1:7400",
    owner: { tokenId: "token", projectId: "project" },
  };
}

/** What goes wrong with a request: nothing, refused before it is taken, taken and then refused, or cut off either way. */
export type Fault = "none" | "500" | "500 after" | "drop" | "drop after";

/** A server that has one wire and nothing else, for real clients. `next` says what goes wrong with each request. */
export async function serveAdapter(adapter: Adapter, verbs: ExternalVerbs, next: () => Fault = () => "none") {
  const requests: string[] = [];
  const unclaimed: string[] = [];
  const tokens = new Set<string | null>();
  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    const { method = "GET", url = "/" } = incoming;
    const sent = request(method, url, new Uint8Array(Buffer.concat(parts)), incoming.headers);
    const taken = { ...sent, origin: `http://${incoming.headers.host ?? ""}` };
    requests.push(`${method} ${taken.path}`);
    if (adapter.drops?.(method, taken.path)) return void outgoing.writeHead(200).end("{}");
    const token = adapter.tokenOf(taken);
    tokens.add(token);
    if (!adapter.claims(method, taken.path)) unclaimed.push(`${method} ${taken.path}`);
    // As the gate has it: nobody asks a wire anything without a token.
    if (token === null) return void outgoing.writeHead(401).end();
    const fault = next();
    if (fault === "drop") return void incoming.socket.destroy();
    const fail: AdapterAnswer = jsonAnswer({ error: "for the test" }, 500);
    const given = fault === "500" ? fail : await adapter.take(taken, verbs);
    if (fault === "drop after") return void incoming.socket.destroy();
    const answer = fault === "500 after" ? fail : given;
    const body = Buffer.from(answer.body);
    outgoing.writeHead(answer.status, { "content-type": answer.type, "content-length": body.length });
    outgoing.end(body);
  };
  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch((error: unknown) => {
      unclaimed.push(String(error));
      outgoing.writeHead(500).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return { url: `http://127.0.0.1:${port}`, requests, unclaimed, tokens, close };
}
