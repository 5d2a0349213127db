import { Buffer } from "node:buffer";
import { crc32 } from "node:zlib";

const BLOCK = 32_768;
const PART_HEAD = 7;

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest % 128) + 128);
  }
}

/** A field of a protobuf message: a whole number, a text or a message. */
export function field(number: number, value: number | string | Buffer): Buffer {
  if (typeof value === "number") return Buffer.concat([varint(number * 8), varint(value)]);
  const bytes = Buffer.from(value);
  return Buffer.concat([varint(number * 8 + 2), varint(bytes.length), bytes]);
}

export const message = (...fields: Buffer[]): Buffer => Buffer.concat(fields);

/** A moment in ms as W&B's client writes it. */
export const moment = (ms: number): Buffer =>
  message(field(1, Math.floor(ms / 1000)), field(2, (ms % 1000) * 1e6));

/** Entries by their path, names joined by "/". */
export const items = (number: number, values: Record<string, unknown>, json = JSON.stringify): Buffer[] =>
  Object.entries(values).map(([path, value]) =>
    field(number, message(...path.split("/").map((name) => field(2, name)), field(16, json(value)))),
  );

/** A row of a history. */
export const row = (step: number, at: number, values: Record<string, unknown>): Buffer =>
  field(
    2,
    message(
      ...items(1, { ...values, _timestamp: at / 1000 }),
      field(2, step === 0 ? message() : message(field(1, step))),
    ),
  );

export interface MadeRun {
  id: string;
  at: number;
  name?: string;
  config?: Record<string, unknown>;
}

/** The record that a run begins with. */
export const runRecord = ({ id, at, name, config = {} }: MadeRun): Buffer =>
  field(
    17,
    message(
      field(1, id),
      field(3, "grpo"),
      field(4, message(...items(1, { _wandb: {}, ...config }))),
      ...(name === undefined ? [] : [field(8, name)]),
      field(10, "seeds"),
      field(13, "node7"),
      field(17, moment(at)),
      field(19, message(field(5, "0.31.0"))),
    ),
  );

/** The end of a process, by its exit code. */
export const exitRecord = (code: number): Buffer =>
  field(18, code === 0 ? message() : message(field(1, code)));

/** A log of W&B's client: records in blocks of 32 KiB, each part with its checksum. */
export function wandbLog(records: readonly Buffer[]): Buffer {
  const parts: Buffer[] = [Buffer.from([0x3a, 0x57, 0x26, 0x42, 0xe1, 0xbe, 0])];
  let at = 7;
  const write = (bytes: Buffer): void => {
    parts.push(bytes);
    at = (at + bytes.length) % BLOCK;
  };
  for (const record of records) {
    if (BLOCK - at < PART_HEAD) write(Buffer.alloc(BLOCK - at));
    for (let from = 0, isFirst = true; isFirst || from < record.length; isFirst = false) {
      const to = Math.min(record.length, from + BLOCK - at - PART_HEAD);
      const isLast = to === record.length;
      const type = isFirst ? (isLast ? 1 : 2) : isLast ? 4 : 3;
      const content = Buffer.concat([Buffer.from([type]), record.subarray(from, to)]);
      const head = Buffer.alloc(6);
      head.writeUInt32LE(crc32(content));
      head.writeUInt16LE(to - from, 4);
      write(Buffer.concat([head, content]));
      from = to;
    }
  }
  return Buffer.concat(parts);
}
