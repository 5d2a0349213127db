import type { PointBlock } from "./point-store.ts";

/** Decoded points by name, the least recently used dropped first. Blocks are shared: nobody changes them. */
export class PointCache {
  readonly #blocks = new Map<string, PointBlock>();
  readonly #limit: number;
  #bytes = 0;

  constructor(limitBytes: number) {
    this.#limit = limitBytes;
  }

  get(name: string): PointBlock | undefined {
    const found = this.#blocks.get(name);
    if (found) {
      this.#blocks.delete(name);
      this.#blocks.set(name, found);
    }
    return found;
  }

  set(name: string, block: PointBlock): void {
    this.delete(name);
    this.#blocks.set(name, block);
    this.#bytes += bytesOf(block);
    for (const oldest of this.#blocks.keys()) {
      if (this.#bytes <= this.#limit) break;
      this.delete(oldest);
    }
  }

  delete(name: string): void {
    const found = this.#blocks.get(name);
    if (!found) return;
    this.#bytes -= bytesOf(found);
    this.#blocks.delete(name);
  }
}

const bytesOf = ({ x }: PointBlock) => 24 * x.length;
