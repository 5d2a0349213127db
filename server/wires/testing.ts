import type {
  LoggedRow,
  OpenedRun,
  OutsideEvaluation,
  OutsideFacts,
  OutsideRun,
  OutsideVerbs,
  Rollout,
} from "../services/outside/verbs.ts";

const NO_FACTS: OutsideFacts = {
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
  opened: OutsideRun;
  facts: OutsideFacts;
  /** By "writer:stream", each row at its number. */
  rows: Map<string, LoggedRow[]>;
  ids: Set<string>;
  output: Map<string, string>;
  files: Map<string, { type: string | null; bytes: Uint8Array }>;
  rollouts: Map<string, Rollout>;
  evaluations: Map<string, OutsideEvaluation>;
  notes: { level: string; message: string }[];
  noteIds: Set<string>;
  heard: number;
  end: Parameters<OutsideVerbs["end"]>[1] | null;
  stop: boolean;
}

/** The verbs in memory, for tests of wires. `runs` is what came, by "experiment/key". */
export function fakeVerbs(): OutsideVerbs & { runs: Map<string, FakeRun> } {
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
  const described = (facts: OutsideFacts, more: Partial<OutsideFacts>): OutsideFacts => ({
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
      const { experiment: _e, key: _k, client: _c, writer, resume: _r, ...facts } = wanted;
      const run = known ?? {
        id: `r${runs.size + 1}`,
        opened: wanted,
        facts: NO_FACTS,
        rows: new Map<string, LoggedRow[]>(),
        ids: new Set<string>(),
        output: new Map<string, string>(),
        files: new Map<string, { type: string | null; bytes: Uint8Array }>(),
        rollouts: new Map<string, Rollout>(),
        evaluations: new Map<string, OutsideEvaluation>(),
        notes: [],
        noteIds: new Set<string>(),
        heard: 0,
        end: null,
        stop: false,
      };
      run.facts = described(run.facts, facts);
      runs.set(place, run);
      return told(run, !known, writer);
    },
    find({ experiment, key }) {
      const run = runs.get(`${experiment}/${key}`);
      return run ? told(run, false, "main") : null;
    },
    describe(id, facts) {
      const run = byId(id);
      run.facts = described(run.facts, facts);
    },
    log(id, { writer, stream, offset, ids, rows }) {
      const run = byId(id);
      const place = `${writer}:${stream}`;
      const stored = run.rows.get(place) ?? [];
      run.rows.set(place, stored);
      rows.forEach((row, i) => {
        if (offset === null) {
          if (ids && run.ids.has(ids[i])) return;
          if (ids) run.ids.add(ids[i]);
          stored.push(row);
        } else if (offset + i >= stored.length) stored[offset + i] = row;
      });
      return stored.length;
    },
    print(id, { writer, offset, text }) {
      const { output } = byId(id);
      const had = Buffer.from(output.get(writer) ?? "");
      const more = Buffer.from(text).subarray(Math.max(0, had.length - offset));
      output.set(writer, Buffer.concat([had, more]).toString());
    },
    keepFile: (id, { path, type, bytes }) => void byId(id).files.set(path, { type, bytes }),
    keepRollouts(id, rollouts) {
      for (const r of rollouts) byId(id).rollouts.set(`${r.step}/${r.group}/${r.place}`, r);
    },
    keepEvaluation: (id, evaluation) => void byId(id).evaluations.set(evaluation.key, evaluation),
    say(id, { level, message, id: noteId }) {
      const run = byId(id);
      if (noteId !== undefined && run.noteIds.has(noteId)) return;
      if (noteId !== undefined) run.noteIds.add(noteId);
      run.notes.push({ level, message });
    },
    hear: (id) => void (byId(id).heard += 1),
    end: (id, end) => void (byId(id).end = end),
    isStopAsked: (id) => byId(id).stop,
  };
}
