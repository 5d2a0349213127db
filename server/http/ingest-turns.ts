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
