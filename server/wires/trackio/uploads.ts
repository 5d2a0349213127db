import { randomUUID } from "node:crypto";

/** A file that came before it was said whose it is. */
export interface Upload {
  name: string;
  bytes: Uint8Array;
}

const MOST_BYTES = 128 * 1024 * 1024;

/**
 * Files between `/api/upload`, which names no run, and the call that does. In memory and bounded: the oldest go first, and a
 * client that is told nothing of its file sends both again.
 */
export class Uploads {
  #held = new Map<string, Upload>();
  #bytes = 0;
  #blobs = new Map<string, string>();

  hold(upload: Upload): string {
    const id = randomUUID();
    this.#held.set(id, upload);
    this.#bytes += upload.bytes.length;
    for (const oldest of this.#held.keys()) {
      if (this.#bytes <= MOST_BYTES || oldest === id) break;
      this.drop(oldest);
    }
    return id;
  }

  find = (id: unknown): Upload | null => (typeof id === "string" ? (this.#held.get(id) ?? null) : null);

  drop(id: string): void {
    this.#bytes -= this.#held.get(id)?.bytes.length ?? 0;
    this.#held.delete(id);
  }

  /** Remembers which upload is the blob of a project with this digest, until an artifact names it. */
  nameBlob(project: string, digest: string, id: string): void {
    this.#blobs.set(`${project}\n${digest}`, id);
  }

  takeBlob(project: string, digest: string): Upload | null {
    const id = this.#blobs.get(`${project}\n${digest}`);
    return id === undefined ? null : this.find(id);
  }
}
