/** A trace of a figure as it is drawn. */
export interface Trace {
  name: string;
  form: "line" | "marks" | "bars";
  x: number[];
  y: number[];
}

export interface ReadFigure {
  title: string;
  xTitle: string;
  yTitle: string;
  traces: Trace[];
  /** Names of places on x, where they are no numbers. */
  categories: string[] | null;
  /** Kinds of traces that have no drawing here. */
  leftOut: string[];
}

const MOST = { traces: 12, points: 2000 } as const;

/** What is larger has no distance from its opposite that is a number. */
const LARGEST = 1e300;

type Table = Readonly<Record<string, unknown>>;
const isTable = (value: unknown): value is Table =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const ARRAYS: Readonly<Record<string, (bytes: ArrayBuffer) => ArrayLike<number>>> = {
  i1: (bytes) => new Int8Array(bytes),
  u1: (bytes) => new Uint8Array(bytes),
  i2: (bytes) => new Int16Array(bytes),
  u2: (bytes) => new Uint16Array(bytes),
  i4: (bytes) => new Int32Array(bytes),
  u4: (bytes) => new Uint32Array(bytes),
  f4: (bytes) => new Float32Array(bytes),
  f8: (bytes) => new Float64Array(bytes),
};

/** A column as a figure has it: a list, or an array of numbers as base64. */
function columnOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.slice(0, MOST.points);
  if (!isTable(value) || typeof value.bdata !== "string") return [];
  const type = textOf(value.dtype).replace(/^[<|=]/, "");
  if (!Object.hasOwn(ARRAYS, type)) return [];
  try {
    const bytes = Uint8Array.from(atob(value.bdata), (letter) => letter.charCodeAt(0));
    return Array.from(ARRAYS[type](bytes.buffer)).slice(0, MOST.points);
  } catch {
    return [];
  }
}

/** A text, or the `text` of an object with its font, as of a title. */
const textOf = (value: unknown): string => {
  const text = isTable(value) ? value.text : value;
  return typeof text === "string" ? text.slice(0, 120) : "";
};

/** A place on an axis of names. What is no text, number or switch has none. */
const wordOf = (value: unknown): string =>
  typeof value === "string"
    ? value.slice(0, 120)
    : typeof value === "number" || typeof value === "boolean"
      ? String(value)
      : "";

const numberOf = (value: unknown): number =>
  typeof value === "number"
    ? value
    : typeof value === "string" && value.trim() !== ""
      ? Number(value)
      : Number.NaN;

const typeOf = (trace: Table): string => textOf(trace.type) || "scatter";

function formOf(trace: Table): Trace["form"] | null {
  const type = typeOf(trace);
  if (type === "bar" && trace.orientation !== "h") return "bars";
  if (type !== "scatter" && type !== "scattergl") return null;
  return (textOf(trace.mode) || "lines").includes("lines") ? "line" : "marks";
}

/** What can be drawn of a figure of plotly: lines, points and bars on two axes. Null where nothing can. */
export function readFigure(figure: unknown): ReadFigure | null {
  if (!isTable(figure) || !Array.isArray(figure.data)) return null;
  const layout = isTable(figure.layout) ? figure.layout : {};
  const axis = (name: string) => (isTable(layout[name]) ? textOf(layout[name].title) : "");
  const sent = figure.data.filter(isTable);
  const leftOut = new Set<string>();
  const columns = sent.slice(0, MOST.traces).flatMap((trace, i) => {
    const form = formOf(trace);
    const y = columnOf(trace.y);
    if (form === null || y.length === 0) {
      leftOut.add(typeOf(trace));
      return [];
    }
    const x = trace.x === undefined ? y.map((_, place) => place) : columnOf(trace.x);
    return [{ form, name: textOf(trace.name) || `trace ${i}`, x, y }];
  });
  if (columns.length === 0) return null;
  const isNumeric = columns.every(({ x }) => x.every((value) => Number.isFinite(numberOf(value))));
  const words = isNumeric ? null : [...new Set(columns.flatMap(({ x }) => x.map(wordOf)))];
  const places = words && new Map(words.map((word, place) => [word, place]));
  const traces = columns.map(({ form, name, x, y }): Trace => {
    const kept = y
      .map((value, i) => [
        places ? (places.get(wordOf(x[i])) ?? Number.NaN) : numberOf(x[i]),
        numberOf(value),
      ])
      .filter((point) => point.every((value) => Math.abs(value) < LARGEST));
    return { form, name, x: kept.map(([px]) => px), y: kept.map(([, py]) => py) };
  });
  return {
    title: textOf(layout.title),
    xTitle: axis("xaxis"),
    yTitle: axis("yaxis"),
    traces,
    categories: words,
    leftOut: [...leftOut],
  };
}
