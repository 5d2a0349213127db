/**
 * Rewrites a WebAssembly module so that its work is counted without a clock: each time round a loop costs 1, and memory that is
 * copied or filled at once 1 per 16 bytes. When the count is below 0 the module traps. Work inside one call of the engine (a
 * search, a sort, the flattening of a list) is counted like any other, which an interrupt handler of the engine never sees.
 * Sections and instructions by the WebAssembly core specification 2.0, section 5; what is not of it is refused.
 */

/** What a metered module exports besides its own: the count, and the first global of the module (of Emscripten's: its stack). */
export const METER_EXPORTS = { fuel: "ablab_fuel", stack: "ablab_stack" } as const;

const SECTION = { type: 1, import: 2, function: 3, memory: 5, global: 6, export: 7, code: 10 } as const;
const [I32, FUNC, VOID] = [0x7f, 0x60, 0x40];
const OP = {
  unreachable: 0,
  loop: 3,
  if: 4,
  end: 0x0b,
  localGet: 0x20,
  globalGet: 0x23,
  globalSet: 0x24,
} as const;
const [CALL, I32_CONST, I32_LT_S, I32_SUB, I32_SHR_U] = [0x10, 0x41, 0x48, 0x6b, 0x76];
const [BULK, COPY, FILL] = [0xfc, 10, 11];
/** The greatest count there is, in signed LEB128: what a module may do while it is loaded. */
const MOST = [0xff, 0xff, 0xff, 0xff, 0x07];
/** Bytes copied for one unit: 2 to this. */
const BYTES_SHIFT = 4;

function unsigned(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    bytes.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
    rest >>>= 7;
  } while (rest > 0);
  return bytes;
}

/** Reads a module from front to back. */
class Reader {
  at = 0;
  readonly bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
  byte(): number {
    return this.bytes[this.at++];
  }
  u32(): number {
    let [value, shift, byte] = [0, 0, 0];
    do {
      byte = this.byte();
      value |= (byte & 0x7f) << shift;
      shift += 7;
    } while (byte & 0x80);
    return value >>> 0;
  }
  /** A number of any width whose value does not matter. */
  skipNumber(): void {
    while (this.byte() & 0x80);
  }
  skip(n: number): void {
    this.at += n;
  }
  since(start: number): Uint8Array {
    return this.bytes.subarray(start, this.at);
  }
}

/** Passes over what follows an instruction. */
function skipImmediates(reader: Reader, op: number): void {
  const numbers = (n: number) => {
    for (let i = 0; i < n; i++) reader.skipNumber();
  };
  if (op === 0x0e) return numbers(reader.u32() + 1);
  if (op === 0x1c) return reader.skip(reader.u32());
  if (op === 0x43) return reader.skip(4);
  if (op === 0x44) return reader.skip(8);
  if ([0x02, 0x03, 0x04, 0x0c, 0x0d, 0x10, 0x3f, 0x40, 0x41, 0x42, 0xd0, 0xd2].includes(op))
    return numbers(1);
  if (op >= 0x20 && op <= 0x26) return numbers(1);
  if (op === 0x11 || (op >= 0x28 && op <= 0x3e)) return numbers(2);
  if (op === BULK) {
    const sub = reader.u32();
    if (sub > 17) throw new Error(`The engine has an instruction fc ${sub}, which cannot be metered.`);
    return numbers([0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1][sub]);
  }
  const isPlain =
    op <= 0x01 || op === 0x05 || op === 0x0b || op === 0x0f || op === 0x1a || op === 0x1b || op === 0xd1;
  if (!isPlain && (op < 0x45 || op > 0xc4))
    throw new Error(`The engine has an instruction ${op.toString(16)}, which cannot be metered.`);
}

interface Meter {
  /** Index of the global that counts. */
  fuel: number;
  /** Indices of the functions that stand for copying and filling. */
  copy: number;
  fill: number;
}

/** Takes from the count what lies on the stack after `cost`, and traps where it is below 0. */
function charge(fuel: number, cost: readonly number[]): number[] {
  const [get, set] = [OP.globalGet, OP.globalSet].map((op) => [op, ...unsigned(fuel)]);
  const trap = [I32_CONST, 0, I32_LT_S, OP.if, VOID, OP.unreachable, OP.end];
  return [...get, ...cost, I32_SUB, ...set, ...get, ...trap];
}

/** A function that charges for the bytes in its third parameter and then does the bulk instruction. */
function bulkFunction(fuel: number, instruction: readonly number[]): number[] {
  const cost = [OP.localGet, 2, I32_CONST, BYTES_SHIFT, I32_SHR_U];
  const given = [0, 1, 2].flatMap((local) => [OP.localGet, local]);
  const body = [0, ...charge(fuel, cost), ...given, ...instruction, OP.end];
  return [...unsigned(body.length), ...body];
}

/** Copies the code of a function, with a charge at the head of each loop. */
function meterBody(body: Uint8Array, { fuel, copy, fill }: Meter): number[] {
  const reader = new Reader(body);
  const out: number[] = [];
  const take = (bytes: Uint8Array) => {
    for (const byte of bytes) out.push(byte);
  };
  const groups = reader.u32();
  for (let i = 0; i < groups; i++) {
    reader.u32();
    reader.byte();
  }
  take(reader.since(0));
  const perRound = charge(fuel, [I32_CONST, 1]);
  while (reader.at < body.length) {
    const start = reader.at;
    const op = reader.byte();
    skipImmediates(reader, op);
    const instruction = reader.since(start);
    const stand =
      op === BULK
        ? new Map([
            [COPY, copy],
            [FILL, fill],
          ]).get(instruction[1])
        : undefined;
    if (stand === undefined) take(instruction);
    else out.push(CALL, ...unsigned(stand));
    if (op === OP.loop) out.push(...perRound);
  }
  return out;
}

/** The module with its meter. Throws where it has an instruction that is not known. */
export function meterWasm(source: Uint8Array): Uint8Array<ArrayBuffer> {
  const reader = new Reader(source);
  reader.skip(8);
  const sections: { id: number; start: number; end: number }[] = [];
  while (reader.at < source.length) {
    const id = reader.byte();
    const size = reader.u32();
    sections.push({ id, start: reader.at, end: reader.at + size });
    reader.skip(size);
  }
  const readerOf = (id: number): Reader => {
    const found = sections.find((section) => section.id === id);
    if (!found) throw new Error(`The engine has no section ${id}, so that it cannot be metered.`);
    return new Reader(source.subarray(found.start, found.end));
  };
  const countOf = (id: number) => readerOf(id).u32();
  const functions = importedFunctions(readerOf(SECTION.import)) + countOf(SECTION.function);
  const meter: Meter = { fuel: countOf(SECTION.global), copy: functions, fill: functions + 1 };
  const bulkType = countOf(SECTION.type);
  const exportGlobal = (name: string, index: number) => {
    const bytes = new TextEncoder().encode(name);
    return [bytes.length, ...bytes, 3, ...unsigned(index)];
  };
  const added: Record<number, { n: number; bytes: number[] }> = {
    [SECTION.type]: { n: 1, bytes: [FUNC, 3, I32, I32, I32, 0] },
    [SECTION.function]: { n: 2, bytes: [...unsigned(bulkType), ...unsigned(bulkType)] },
    [SECTION.global]: { n: 1, bytes: [I32, 1, I32_CONST, ...MOST, OP.end] },
    [SECTION.export]: {
      n: 2,
      bytes: [...exportGlobal(METER_EXPORTS.fuel, meter.fuel), ...exportGlobal(METER_EXPORTS.stack, 0)],
    },
    [SECTION.code]: {
      n: 2,
      bytes: [...bulkFunction(meter.fuel, [BULK, COPY, 0, 0]), ...bulkFunction(meter.fuel, [BULK, FILL, 0])],
    },
  };
  const out: Uint8Array[] = [source.subarray(0, 8)];
  for (const { id, start, end } of sections) {
    const own = new Reader(source.subarray(start, end));
    const more = added[id] as (typeof added)[number] | undefined;
    const parts: Uint8Array[] = [];
    if (more) {
      const n = own.u32();
      parts.push(Uint8Array.from(unsigned(n + more.n)));
      if (id === SECTION.code) for (let i = 0; i < n; i++) parts.push(...meteredFunction(own, meter));
      else parts.push(own.bytes.subarray(own.at));
      parts.push(Uint8Array.from(more.bytes));
    } else parts.push(own.bytes);
    const size = parts.reduce((sum, part) => sum + part.length, 0);
    out.push(Uint8Array.from([id, ...unsigned(size)]), ...parts);
  }
  return joined(out);
}

function meteredFunction(code: Reader, meter: Meter): [Uint8Array, Uint8Array] {
  const size = code.u32();
  const start = code.at;
  code.skip(size);
  const body = Uint8Array.from(meterBody(code.since(start), meter));
  return [Uint8Array.from(unsigned(body.length)), body];
}

/** How many of the imports are functions. */
function importedFunctions(imports: Reader): number {
  const n = imports.u32();
  let functions = 0;
  for (let i = 0; i < n; i++) {
    for (let name = 0; name < 2; name++) imports.skip(imports.u32());
    const kind = imports.byte();
    if (kind === 0) {
      functions++;
      imports.u32();
    } else if (kind === 2) {
      const hasMost = imports.byte() & 1;
      for (let k = 0; k <= hasMost; k++) imports.u32();
    } else
      throw new Error(`The engine imports what is no function and no memory, so that it cannot be metered.`);
  }
  return functions;
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
