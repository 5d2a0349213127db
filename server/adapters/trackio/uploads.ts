import { randomUUID } from "node:crypto";
import { BoundedStore } from "../../numbers/bounded-store.ts";

/** A file that came before it was said whose it is. */
export interface Upload {
  name: string;
  bytes: Uint8Array;
}

const MIB = 1024 * 1024;
/** Files that wait, of one token and of all; a client names its file at once. */
const FILES = { bytes: 160 * MIB, bytesOfOwner: 129 * MIB, lives: 10 * 60_000 };
const NAMES = { bytes: 8 * MIB, bytesOfOwner: MIB, lives: 10 * 60_000 };

/**
 * Files between `/api/upload`, which names no run, and the call that does. In memory, bounded and by token: the oldest go first,
 * and a client that is told nothing of its file sends both again.
 */
export class Uploads {
  readonly #held = new BoundedStore<Upload>(FILES);
  /** Which upload is a blob of a project, by its digest. */
  readonly #blobs = new BoundedStore<string>(NAMES);

  hold(owner: string, upload: Upload): string {
    const id = randomUUID();
    this.#held.set(owner, id, upload);
    return id;
  }

  find = (owner: string, id: unknown): Upload | null =>
    typeof id === "string" ? (this.#held.get(owner, id) ?? null) : null;

  drop(owner: string, id: string): void {
    this.#held.delete(owner, id);
  }

  /** Remembers which upload is the blob of a project with this digest, until an artifact names it. */
  nameBlob(owner: string, place: { project: string; digest: string }, id: string): void {
    this.#blobs.set(owner, JSON.stringify([place.project, place.digest]), id);
  }

  takeBlob(owner: string, { project, digest }: { project: string; digest: string }): Upload | null {
    return this.find(owner, this.#blobs.get(owner, JSON.stringify([project, digest])));
  }
}
