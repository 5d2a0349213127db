import { parquetReadObjects } from "hyparquet";
import type { LoggedRow } from "../contracts/external/logged-table.ts";
import { holdCompletions, rolloutsOfRows } from "../foreign/completions.ts";
import {
  isForeign,
  numberOf,
  paramsOf,
  parseForeign,
  stepOf,
  type Foreign,
} from "../foreign/foreign-values.ts";
import { nothing, type Reader, type Told } from "./told.ts";

const CONFIG = [
  "max_steps",
  "num_train_epochs",
  "train_batch_size",
  "logging_steps",
  "eval_steps",
  "save_steps",
];
const SUMMARY = [
  "total_flos",
  "num_input_tokens_seen",
  "best_metric",
  "best_global_step",
  "best_model_checkpoint",
];

function rowOf(entry: Foreign): LoggedRow {
  const values = Object.entries(entry).flatMap(([name, value]) => {
    const number = name === "step" ? null : numberOf(value);
    return number === null ? [] : [[name, number] as const];
  });
  return { step: stepOf(entry.step), at: null, values: Object.fromEntries(values) };
}

/**
 * `trainer_state.json` of checkpoints and of the end: each holds the whole history up to its step, so the one that is
 * furthest counts. Another history than before, as after going on from an earlier checkpoint, is a writer of its own from
 * where they part.
 */
export function trainerStateReader() {
  let reached = -1;
  let before: string[] = [];
  let writers = 0;
  let parted = 0;
  return {
    opens: (path: string) => /(^|\/)trainer_state\.json$/.test(path),
    read(path: string, bytes: Uint8Array): Told & { writer?: string } {
      const told = nothing();
      const state = parseForeign(bytes);
      const step = isForeign(state) ? stepOf(state.global_step) : null;
      if (!isForeign(state) || !Array.isArray(state.log_history) || step === null) {
        told.notes.set(`state:${path}`, `${path} is no state of a trainer; it is left out.`);
        return told;
      }
      const history = state.log_history.filter(isForeign);
      const said = history.map((entry) => JSON.stringify(entry));
      const part = before.findIndex((entry, i) => i < said.length && entry !== said[i]);
      if (part === -1 && (step < reached || said.length < before.length)) return told;
      if (part !== -1) [writers, parted] = [writers + 1, part];
      [reached, before] = [step, said];
      const only = (names: readonly string[]) =>
        Object.fromEntries(
          names.filter((name) => (state[name] ?? null) !== null).map((name) => [name, state[name]]),
        );
      return {
        ...told,
        writer: writers === 0 ? "trainer_state.json" : `trainer_state.json ${writers + 1}`,
        history: history.slice(writers === 0 ? 0 : parted).map(rowOf),
        facts: { config: paramsOf(only(CONFIG)), summary: paramsOf(only(SUMMARY)) },
      };
    },
  } satisfies Reader;
}

/** TRL's `completions/completions_STEP.parquet`. An evaluation at the same step takes the file's place; both are kept. */
export const completionsReader = (): Reader => ({
  opens: (path) => /(^|\/)completions_\d+\.parquet$/.test(path),
  async read(path, bytes) {
    const told = nothing();
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
    const rows: Foreign[] = await parquetReadObjects({ file });
    const step = Number(/_(\d+)\.parquet$/.exec(path)![1]);
    if (holdCompletions(rows)) return { ...told, rollouts: rolloutsOfRows(rows, { step, phase: null }) };
    told.notes.set(`parquet:${path}`, `${path} has no prompts and completions; it is left out.`);
    return told;
  },
});
