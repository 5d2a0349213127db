/** Bytes of all requests that are under way, bodies and the points read from them, */
const HELD_BYTES = 96 * 1024 * 1024;
/** and of those of one attempt: no training may take the room of all others. */
const HELD_BY_ONE = 32 * 1024 * 1024;

/** Too much is under way; the same request may be sent again. Known by `name`. */
export class TooBusy extends Error {
  constructor() {
    super("Too many points are on their way at this moment; send the same again.");
    this.name = "TooBusy";
  }
}

/** What one request holds in memory. */
export interface Hold {
  readonly owner: string;
  /** False, and nothing is added, where all requests, or those of its owner, would hold too much. */
  add(bytes: number): boolean;
  /** Gives everything back, once; a second call changes nothing. */
  release(): void;
}

/** Keeps what requests hold in memory within limits: beyond them a sender is asked to come again. */
export function createHolds(limit = HELD_BYTES, limitOfOne = HELD_BY_ONE): (owner: string) => Hold {
  let held = 0;
  const heldBy = new Map<string, number>();
  const take = (owner: string, bytes: number) => {
    held += bytes;
    const left = (heldBy.get(owner) ?? 0) + bytes;
    if (left === 0) heldBy.delete(owner);
    else heldBy.set(owner, left);
  };
  return (owner) => {
    let mine = 0;
    return {
      owner,
      add(bytes) {
        if (held + bytes > limit || (heldBy.get(owner) ?? 0) + bytes > limitOfOne) return false;
        take(owner, bytes);
        mine += bytes;
        return true;
      },
      release() {
        take(owner, -mine);
        mine = 0;
      },
    };
  };
}

/** Does a piece of work that needs so much room when it is its owner's turn, and tells how it ended. */
type InTurn = <T>(owner: string, needs: number, work: () => Promise<T>) => Promise<T>;

interface Piece {
  needs: number;
  begin: () => void;
}

/**
 * Lets pieces of work run together as far as `room` reaches, and the others wait; one alone may need more. Owners take
 * turns, one piece each: whoever brings hundreds keeps another waiting for one of them, not for all.
 */
export function createTurns(room: number): InTurn {
  const waiting = new Map<string, Piece[]>();
  let taken = 0;

  /** Begins the oldest piece of the owner who waits longest, and puts that owner behind the others; then the next. */
  function beginSome(): void {
    for (const [owner, pieces] of waiting) {
      const [{ needs, begin }] = pieces;
      // A smaller piece from behind is not let pass, or a large one might wait for ever.
      if (taken > 0 && taken + needs > room) return;
      waiting.delete(owner);
      pieces.shift();
      if (pieces.length > 0) waiting.set(owner, pieces);
      taken += needs;
      begin();
    }
  }

  return async (owner, needs, work) => {
    await new Promise<void>((begin) => {
      const pieces = waiting.get(owner);
      if (pieces) pieces.push({ needs, begin });
      else waiting.set(owner, [{ needs, begin }]);
      beginSome();
    });
    try {
      return await work();
    } finally {
      taken -= needs;
      beginSome();
    }
  };
}
