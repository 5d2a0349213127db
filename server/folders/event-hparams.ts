import { fieldsOf, text, view } from "./protobuf.ts";

/** A value of google.protobuf.Value: a number, a text or a truth; null for others. */
function readValue(bytes: Uint8Array): number | string | boolean | null {
  for (const { field, wireType, value, whole } of fieldsOf(bytes)) {
    if (field === 2 && wireType === 1) return view(value).getFloat64(0, true);
    if (field === 3 && wireType === 2) return text(value);
    if (field === 4 && wireType === 0) return whole === 1;
  }
  return null;
}

/** The bytes along a path of field numbers, of all that lie there. */
function* below(bytes: Uint8Array, [first, ...rest]: readonly number[]): Generator<Uint8Array> {
  for (const { field, wireType, value } of fieldsOf(bytes)) {
    if (field !== first || wireType !== 2) continue;
    if (rest.length === 0) yield value;
    else yield* below(value, rest);
  }
}

/** Value.metadata.plugin_data.content, in it session_start_info.hparams: entries of a map from name to value. */
const ENTRIES = [9, 1, 2, 3, 1];

function readEntry(bytes: Uint8Array): [string, unknown] {
  let [name, value]: [string, unknown] = ["", null];
  for (const { field, wireType, value: inner } of fieldsOf(bytes)) {
    if (wireType !== 2) continue;
    if (field === 1) name = text(inner);
    else if (field === 2) value = readValue(inner);
  }
  return [name, value];
}

/** The hyperparameters that `add_hparams` of TensorBoard's writers puts into the metadata of one value of a summary. */
export const readHparams = (bytes: Uint8Array): Readonly<Record<string, unknown>> =>
  Object.fromEntries([...below(bytes, ENTRIES)].map(readEntry));
