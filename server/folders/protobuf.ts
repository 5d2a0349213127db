/** Bytes of a value by its wire type, where that says it. */
const SIZE = [0, 8, -1, 0, 0, 4];

/** Fields of a protobuf message: number, and the value by wire type: fixed 64, fixed 32, bytes, or a whole number. */
export function* fieldsOf(
  bytes: Uint8Array,
): Generator<{ field: number; wireType: number; value: Uint8Array; whole: number }> {
  let at = 0;
  const varint = (): number => {
    const from = at;
    let short = 0;
    for (let scale = 1; at < bytes.length && scale < 2 ** 49; scale *= 128) {
      const byte = bytes[at++];
      short += (byte & 127) * scale;
      if (byte < 128) return short;
    }
    at = from;
    let value = 0n;
    // No whole number has more than ten bytes; one without an end would grow with each.
    for (let shift = 0n; at < bytes.length && shift < 70n; shift += 7n) {
      const byte = bytes[at++];
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) break;
    }
    return Number(BigInt.asIntN(64, value));
  };
  while (at < bytes.length) {
    const key = varint();
    const field = Math.floor(key / 8);
    const wireType = key % 8;
    const whole = wireType === 0 || wireType === 2 ? varint() : 0;
    const size = wireType === 2 ? whole : wireType === 0 ? 0 : SIZE[wireType];
    if (!(size >= 0) || wireType === 3 || wireType === 4 || wireType > 5 || at + size > bytes.length) return;
    yield { field, wireType, value: bytes.subarray(at, at + size), whole };
    at += size;
  }
}

export const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const decoder = new TextDecoder();
export const text = (bytes: Uint8Array) => decoder.decode(bytes);
