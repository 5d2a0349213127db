import type { Histogram } from "../contracts/external/media.ts";
import { fieldsOf, text, view } from "./protobuf.ts";
import type { ToldMedium } from "./told.ts";

/** What of a summary's value is a medium, before it has its key and step. */
export type EventMedium = Pick<ToldMedium, "kind" | "edges" | "counts" | "bytes" | "type"> & {
  ending: string;
};

/** A limit that stands for no end, as the last one of the usual buckets. */
const NO_END = 1e300;

/** Doubles of a field, packed or one by one. */
function pushDoubles(into: number[], bytes: Uint8Array): void {
  const numbers = view(bytes);
  for (let at = 0; at + 8 <= bytes.length; at += 8) into.push(numbers.getFloat64(at, true));
}

/** Without bins at the ends in which there is nothing: the usual buckets reach over all numbers. */
function trimmed({ edges, counts }: Histogram): Histogram {
  let [from, to] = [0, counts.length];
  while (from < to - 1 && counts[from] === 0) from += 1;
  while (to > from + 1 && counts[to - 1] === 0) to -= 1;
  return { edges: edges.slice(from, to + 1), counts: counts.slice(from, to) };
}

const histogram = (found: Histogram): EventMedium => {
  const { edges, counts } = trimmed(found);
  return { kind: "histogram", edges: [...edges], counts: [...counts], bytes: null, type: null, ending: "" };
};

/** `HistogramProto`: right ends of buckets and counts. */
function histogramOf(bytes: Uint8Array): EventMedium | null {
  let [min, max] = [Number.NaN, Number.NaN];
  const [limits, counts]: [number[], number[]] = [[], []];
  for (const { field, value } of fieldsOf(bytes)) {
    if (field === 1 && value.length === 8) min = view(value).getFloat64(0, true);
    else if (field === 2 && value.length === 8) max = view(value).getFloat64(0, true);
    else if (field === 6) pushDoubles(limits, value);
    else if (field === 7) pushDoubles(counts, value);
  }
  if (limits.length === 0 || limits.length !== counts.length) return null;
  const first = Math.min(Number.isNaN(min) ? limits[0] : min, limits[0]);
  const edges = [first, ...limits.map((limit) => (limit > NO_END ? Math.max(max, first) : limit))];
  return histogram({ edges, counts });
}

const PICTURES: readonly [begin: number, ending: string][] = [
  [0x89, "png"],
  [0xff, "jpg"],
  [0x47, "gif"],
];

function pictureOf(bytes: Uint8Array): EventMedium | null {
  if (bytes.length === 0) return null;
  const ending = PICTURES.find(([begin]) => bytes[0] === begin)?.[1] ?? "bin";
  const type = ending === "bin" ? "application/octet-stream" : `image/${ending === "jpg" ? "jpeg" : ending}`;
  return { kind: "image", bytes, type, ending };
}

const soundOf = (bytes: Uint8Array): EventMedium | null =>
  bytes.length === 0 ? null : { kind: "audio", bytes, type: "audio/wav", ending: "wav" };

/** The bytes of a field of a message; none where it has none. */
function bytesIn(message: Uint8Array, wanted: number): Uint8Array {
  for (const { field, wireType, value } of fieldsOf(message))
    if (field === wanted && wireType === 2) return value;
  return new Uint8Array();
}

/** A tensor's doubles and texts, as plugins for histograms, images and sounds write them. */
function tensorOf(bytes: Uint8Array): { doubles: number[]; texts: Uint8Array[] } {
  const doubles: number[] = [];
  const texts: Uint8Array[] = [];
  for (const { field, wireType, value, whole: _whole } of fieldsOf(bytes)) {
    if ((field === 4 && wireType === 2) || field === 6) pushDoubles(doubles, value);
    else if (field === 8 && wireType === 2) texts.push(value);
  }
  return { doubles, texts };
}

/** Rows of left end, right end and count. */
function histogramOfRows(rows: readonly number[]): EventMedium | null {
  const n = Math.floor(rows.length / 3);
  if (n === 0) return null;
  const at = (row: number, column: number): number => rows[3 * row + column];
  const edges = [...Array.from({ length: n }, (_, row) => at(row, 0)), at(n - 1, 1)];
  return histogram({ edges, counts: Array.from({ length: n }, (_, row) => at(row, 2)) });
}

const there = (media: readonly (EventMedium | null)[]): EventMedium[] => media.filter((one) => one !== null);

/** The media of one value of a summary, of the first event files and of those with tensors. */
export function mediaOfValue(bytes: Uint8Array): EventMedium[] {
  let tensor: Uint8Array | null = null;
  let plugin = "";
  for (const { field, wireType, value } of fieldsOf(bytes)) {
    if (wireType !== 2) continue;
    if (field === 4) return there([pictureOf(bytesIn(value, 4))]);
    if (field === 5) return there([histogramOf(value)]);
    if (field === 6) return there([soundOf(bytesIn(value, 4))]);
    if (field === 8) tensor = value;
    else if (field === 9) plugin = text(bytesIn(bytesIn(value, 1), 1));
  }
  if (tensor === null) return [];
  if (plugin === "histograms") return there([histogramOfRows(tensorOf(tensor).doubles)]);
  // Width and height stand before the pictures, and behind each sound what it is called.
  if (plugin === "images") return there(tensorOf(tensor).texts.slice(2).map(pictureOf));
  if (plugin === "audio")
    return there(
      tensorOf(tensor)
        .texts.filter((_, i) => i % 2 === 0)
        .map(soundOf),
    );
  return [];
}
