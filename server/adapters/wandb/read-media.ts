import type { LoggedTable } from "../../contracts/external/logged-table.ts";
import type { Histogram, LoggedMedium, MediaKind } from "../../contracts/external/media.ts";
import { STEP_METRICS } from "../../../workers/protocol/default-axis.ts";
import { isForeign, numberOf, textOf, type Foreign } from "../../foreign/foreign-values.ts";

/** A medium in a row of a message. */
export interface RowMedium {
  /** Number of the row in its message. */
  row: number;
  medium: Omit<LoggedMedium, "step" | "at">;
}

/** What a value of a type of the client's is, where it is one file. */
const ONE_FILE: Readonly<Record<string, MediaKind>> = {
  "image-file": "image",
  "html-file": "html",
  "audio-file": "audio",
  "video-file": "video",
  "plotly-file": "plotly",
  "table-file": "table",
  "incremental-table-file": "increment",
  "bokeh-file": "file",
  "object3D-file": "file",
  "molecule-file": "file",
  "graph-file": "file",
};

/** Where a value of several files has them. */
const SEVERAL: Readonly<Record<string, { kind: MediaKind; list: string }>> = {
  html: { kind: "html", list: "html" },
  audio: { kind: "audio", list: "audio" },
  videos: { kind: "video", list: "videos" },
  plotly: { kind: "plotly", list: "plotly" },
};

const TYPE = "_type";

/** Files of one value that are kept as media. */
const MOST_FILES = 256;

const captionsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A histogram in either form of the client's: with all edges, or with the first one and a width. */
function histogramOf(value: Foreign): Histogram | null {
  const counts = Array.isArray(value.values) ? value.values.map((n) => numberOf(n) ?? Number.NaN) : null;
  if (counts === null) return null;
  if (Array.isArray(value.bins)) return { edges: value.bins.map((n) => numberOf(n) ?? Number.NaN), counts };
  const packed = value.packedBins;
  if (!isForeign(packed)) return null;
  const [min, size] = [numberOf(packed.min) ?? Number.NaN, numberOf(packed.size) ?? Number.NaN];
  return { edges: Array.from({ length: counts.length + 1 }, (_, i) => min + i * size), counts };
}

const fileOf = (kind: MediaKind, key: string, place: number, path: unknown, caption: unknown) =>
  textOf(path) === null
    ? []
    : [{ kind, key, place, path: String(path), caption: textOf(caption), histogram: null }];

/** The media that a value with a type of the client's stands for; null where it stands for none that is known. */
export function mediaOf(key: string, value: Foreign): RowMedium["medium"][] | null {
  const type = String(value[TYPE]);
  if (type === "histogram") {
    const histogram = histogramOf(value);
    return histogram && [{ kind: "histogram", key, place: 0, path: null, caption: null, histogram }];
  }
  if (Object.hasOwn(ONE_FILE, type)) return fileOf(ONE_FILE[type], key, 0, value.path, value.caption);
  if (type === "images/separated" && Array.isArray(value.filenames)) {
    const captions = captionsOf(value.captions);
    return value.filenames
      .slice(0, MOST_FILES)
      .flatMap((path, i) => fileOf("image", key, i, path, captions[i]));
  }
  if (!Object.hasOwn(SEVERAL, type)) return null;
  const { kind, list } = SEVERAL[type];
  const files = value[list];
  if (!Array.isArray(files)) return null;
  const captions = captionsOf(value.captions);
  return files
    .slice(0, MOST_FILES)
    .flatMap((file, i) =>
      isForeign(file) ? fileOf(kind, key, i, file.path, file.caption ?? captions[i]) : [],
    );
}

/**
 * Media of rows where their values stand: at the train step that their row, or one before it in the message, names. One that no
 * row before it names stands at the client's own step, and says so.
 */
export function placedMedia(media: readonly RowMedium[], table: LoggedTable): LoggedMedium[] {
  if (media.length === 0) return [];
  const x = STEP_METRICS.map((name) => table.columns.find(({ metric }) => metric === name)).find(
    (column) => column !== undefined,
  );
  const steps = new Float64Array(table.n).fill(Number.NaN);
  x?.value.forEach((value, i) => (steps[x.rows === null ? i : x.rows[i]] = value));
  for (let row = 1; row < table.n; row++) if (Number.isNaN(steps[row])) steps[row] = steps[row - 1];
  return media.map(({ row, medium }) => {
    const own = Number.isNaN(steps[row]);
    const at = table.at[row];
    return {
      ...medium,
      step: own ? (Number.isNaN(table.step[row]) ? row : table.step[row]) : steps[row],
      at: Number.isFinite(at) ? at : null,
      ...(own && { isOwnStep: true }),
    };
  });
}
