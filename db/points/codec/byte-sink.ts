/** Grows as bytes are written to it; the buffer is reused from one block to the next. */
export class ByteSink {
  bytes = new Uint8Array(1 << 16);
  view = new DataView(this.bytes.buffer);
  length = 0;

  /** Makes room for `more` bytes behind what is written. */
  reserve(more: number): void {
    const needed = this.length + more;
    if (needed <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, 2 * this.bytes.length));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
    this.view = new DataView(grown.buffer);
  }

  byte(value: number): void {
    this.reserve(1);
    this.bytes[this.length++] = value;
  }

  uint32(value: number): void {
    this.reserve(4);
    this.view.setUint32(this.length, value, true);
    this.length += 4;
  }

  float64(value: number): void {
    this.reserve(8);
    this.view.setFloat64(this.length, value, true);
    this.length += 8;
  }

  append(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }
}

/** Reads what a sink wrote. */
export class ByteSource {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = at;
  }

  byte(): number {
    return this.view.getUint8(this.at++);
  }

  uint32(): number {
    this.at += 4;
    return this.view.getUint32(this.at - 4, true);
  }

  float64(): number {
    this.at += 8;
    return this.view.getFloat64(this.at - 8, true);
  }

  /** The next bytes, as a view. */
  take(count: number): Uint8Array {
    this.at += count;
    return this.bytes.subarray(this.at - count, this.at);
  }
}
