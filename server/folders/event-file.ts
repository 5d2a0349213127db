import { toDigits } from "../numbers/round.ts";
import { paramsOf } from "../foreign/foreign-values.ts";
import { configOfText } from "./configurations.ts";
import { readHparams } from "./event-hparams.ts";
import { fieldsOf, text, view } from "./protobuf.ts";
import { mediaOfValue } from "./event-media.ts";
import { nothing, setText, type Tail, type Told, type ToldMedium } from "./told.ts";

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? (c >>> 1) ^ 0x82f63b78 : c >>> 1;
  return c >>> 0;
});

/** CRC-32C (Castagnoli) of bytes, as TFRecord masks it: rotated by 15 bits and shifted, so that a checksum of a checksum is none. */
export function maskedCrc32c(bytes: Uint8Array): number {
  let c = 0xffffffff;
  for (const byte of bytes) c = TABLE[(c ^ byte) & 255] ^ (c >>> 8);
  c = (c ^ 0xffffffff) >>> 0;
  return (((c >>> 15) | (c << 17)) + 0xa282ead8) >>> 0;
}

/** The shortest decimal that is this 32-bit number: 1e-5 was logged, and 0.000009999999747378752 is what is stored of it. */
export function shortest32(value: number): number {
  for (const digits of [7, 8]) {
    const short = toDigits(value, digits);
    if (Math.fround(short) === value) return short;
  }
  return toDigits(value, 9);
}

/** A tensor of one number, or of one text; null for others. Numbers of the types that summaries of scalars have. */
function readTensor(bytes: Uint8Array): number | string | null {
  let type = 0;
  let content: Uint8Array | null = null;
  let given: number | string | null = null;
  let size = 1;
  for (const { field, wireType, value, whole } of fieldsOf(bytes)) {
    if (field === 1) type = whole;
    else if (field === 2)
      for (const dim of fieldsOf(value))
        if (dim.field === 2) for (const of of fieldsOf(dim.value)) if (of.field === 1) size *= of.whole;
    if (field === 4) content = value;
    else if (field === 5 && value.length >= 4) given = shortest32(view(value).getFloat32(0, true));
    else if (field === 6 && value.length >= 8) given = view(value).getFloat64(0, true);
    else if ((field === 7 || field === 10) && wireType === 0) given = whole;
    else if (field === 8) given = text(value);
  }
  if (size !== 1) return null;
  if (given !== null || content === null) return given;
  if (type === 1 && content.length === 4) return shortest32(view(content).getFloat32(0, true));
  if (type === 2 && content.length === 8) return view(content).getFloat64(0, true);
  if (type === 3 && content.length === 4) return view(content).getInt32(0, true);
  if (type === 9 && content.length === 8) return Number(view(content).getBigInt64(0, true));
  return null;
}

/** One value of a summary: its tag, and a number or a text; null for histograms, images and others. */
function readValue(bytes: Uint8Array): { tag: string; value: number | string | null } {
  let tag = "";
  let value: number | string | null = null;
  for (const { field, value: inner } of fieldsOf(bytes)) {
    if (field === 1) tag = text(inner);
    else if (field === 2) value = shortest32(view(inner).getFloat32(0, true));
    else if (field === 8) value = readTensor(inner);
  }
  return { tag, value };
}

/** The tag under which add_hparams writes what a session began with. */
const HPARAMS = "_hparams_/session_start_info";

/** Adds the histograms, pictures and sounds of a value; what is none of these is named. */
function tellMedia(
  told: Told,
  path: string,
  { key, step, at }: Pick<ToldMedium, "key" | "step" | "at">,
  value: Uint8Array,
): void {
  if (key.includes("_hparams_/")) return;
  const media = mediaOfValue(value);
  if (media.length === 0)
    told.notes.set(`left out:${key}`, `${path} has values of "${key}" that are of no kind that is read.`);
  media.forEach(({ ending, ...medium }, place) => {
    const safe = key.replace(/[^\w.-]+/g, "_").slice(-100);
    const mark = medium.bytes && maskedCrc32c(medium.bytes).toString(16);
    const file = mark === null ? null : `media/${medium.kind}/${safe}_${step}_${place}_${mark}.${ending}`;
    told.media.push({ ...medium, key, step, at, place, path: file });
    told.notes.set(
      `media:${path}`,
      `The histograms, images and sounds of ${path} stand by step under Media.`,
    );
  });
}

/** Adds what an event says: one row, so that rows have the same numbers however much of the file is read at once. */
function readEvent(bytes: Uint8Array, path: string, prefix: string, told: Told): void {
  let [at, step]: [number | null, number] = [null, 0];
  const values: [string, number][] = [];
  for (const { field, wireType, value, whole } of fieldsOf(bytes)) {
    if (field === 1 && wireType === 1) at = Math.round(view(value).getFloat64(0, true) * 1000);
    else if (field === 2 && wireType === 0) step = whole;
    else if (field === 5 && wireType === 2)
      for (const one of fieldsOf(value)) {
        if (one.field !== 1) continue;
        const { tag, value: found } = readValue(one.value);
        const config =
          tag === HPARAMS
            ? readHparams(one.value)
            : typeof found === "string"
              ? configOfText(tag, found)
              : null;
        if (config !== null) told.facts.config = { ...told.facts.config, ...paramsOf(config) };
        else if (typeof found === "number") values.push([prefix + tag, found]);
        else if (typeof found === "string" && !tag.startsWith("_hparams_"))
          setText(told, prefix + tag, found);
        else if (found === null) tellMedia(told, path, { key: prefix + tag, step, at }, one.value);
      }
  }
  if (values.length > 0) told.history.push({ step, at, values: Object.fromEntries(values) });
}

const HEAD = 12;
const FOOT = 4;

/**
 * An event file of TensorBoard: TFRecords of protobuf events. One whose length is damaged ends the reading, since nothing
 * tells where the next begins; one whose content is damaged is left out. Both are said, or end in what `refuse` throws.
 */
export function eventFileTail(path: string, prefix: string, refuse?: (byte: number) => never): Tail {
  let offset = 0;
  let isDamaged = false;
  return {
    take(given) {
      const told = nothing();
      // A part of a Buffer takes several times as long to make as one of plain bytes.
      const bytes = new Uint8Array(given.buffer, given.byteOffset, given.length);
      const numbers = view(bytes);
      let at = 0;
      while (!isDamaged && at + HEAD <= bytes.length) {
        const length = numbers.getUint32(at, true) + numbers.getUint32(at + 4, true) * 2 ** 32;
        if (numbers.getUint32(at + 8, true) !== maskedCrc32c(bytes.subarray(at, at + 8))) {
          refuse?.(offset + at);
          isDamaged = true;
          told.notes.set(
            `damaged:${path}`,
            `${path} is damaged at byte ${offset + at}; what follows is not read.`,
          );
          break;
        }
        const end = at + HEAD + length + FOOT;
        if (end > bytes.length) break;
        const content = bytes.subarray(at + HEAD, end - FOOT);
        if (numbers.getUint32(end - FOOT, true) === maskedCrc32c(content))
          readEvent(content, path, prefix, told);
        else {
          refuse?.(offset + at);
          told.notes.set(
            `damaged:${path}:${offset + at}`,
            `${path} has a damaged record at byte ${offset + at}; it is left out.`,
          );
        }
        at = end;
      }
      const used = isDamaged ? bytes.length : at;
      offset += used;
      return { told, used };
    },
  };
}
