/** Bytes of all requests that are under way, bodies and the points read from them. */
const HELD_BYTES = 96 * 1024 * 1024;

/** Too much is under way; the same request may be sent again. Known by `name`. */
export class TooBusy extends Error {
  constructor() {
    super("Too many points are on their way at this moment; send the same again.");
    this.name = "TooBusy";
  }
}

/** What one request holds in memory. */
export interface Hold {
  /** False, and nothing is added, where all requests together would hold too much. */
  add(bytes: number): boolean;
  /** Gives everything back, once; a second call changes nothing. */
  release(): void;
}

/** Keeps what requests hold in memory within `limit` bytes: beyond it a sender is asked to come again. */
export function createHolds(limit: number = HELD_BYTES): () => Hold {
  let held = 0;
  return () => {
    let mine = 0;
    return {
      add(bytes) {
        if (held + bytes > limit) return false;
        held += bytes;
        mine += bytes;
        return true;
      },
      release() {
        held -= mine;
        mine = 0;
      },
    };
  };
}
