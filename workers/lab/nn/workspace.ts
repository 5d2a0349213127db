const PAGE = 65536;
/** Zero page: address 0 stays unused, so that a forgotten address fails a test instead of reading data. */
const FIRST_ADDRESS = 1024;
const ALIGNMENT = 16;

/** A block of kernel memory: the address for the kernel, the view for JavaScript. */
export interface Block<View = Float32Array> {
  readonly address: number;
  readonly values: View;
}

/**
 * Kernel memory of a fixed size, handed out block by block and never grown or freed, so that views never detach and a
 * process has a known upper bound. Pages that nothing touches cost no resident memory.
 */
export class Workspace {
  readonly memory: WebAssembly.Memory;
  #next = FIRST_ADDRESS;

  /** `bytes` is the total that will be asked for, over at most `blocks` blocks. */
  constructor(bytes: number, blocks: number) {
    const pages = Math.ceil((FIRST_ADDRESS + bytes + blocks * ALIGNMENT) / PAGE);
    this.memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
  }

  /** A zeroed block of `count` 32-bit floats. Throws RangeError when the workspace was sized too small. */
  takeFloats(count: number): Block {
    const address = this.#take(4 * count);
    return { address, values: new Float32Array(this.memory.buffer, address, count) };
  }

  /** A zeroed block of `count` bytes. Throws RangeError when the workspace was sized too small. */
  takeBytes(count: number): Block<Uint8Array> {
    const address = this.#take(count);
    return { address, values: new Uint8Array(this.memory.buffer, address, count) };
  }

  #take(bytes: number): number {
    const address = this.#next;
    const end = Math.ceil((address + bytes) / ALIGNMENT) * ALIGNMENT;
    const { byteLength } = this.memory.buffer;
    if (end > byteLength) {
      throw new RangeError(`A block of ${bytes} bytes does not fit: ${byteLength - address} are left.`);
    }
    this.#next = end;
    return address;
  }
}
