import { type Production, PRODUCTIONS, type Symbol } from "./grammar.ts";

/** An open place of a program: what may stand there, and the holes around it, the nearest first. */
export interface Hole {
  symbol: Symbol;
  around: readonly { production: number; hole: number }[];
}

/** How many holes around an open one are known. */
export const AROUND = 3;

/** A program in the making: always the leftmost hole is filled next. */
export class Draft {
  readonly derivation: number[] = [];
  readonly #open: Hole[] = [{ symbol: "P", around: [] }];

  /** The hole to fill; undefined when the program is whole. */
  get next(): Hole | undefined {
    return this.#open.at(-1);
  }

  /** Throws where the production does not fit the hole. */
  fill(id: number): void {
    const hole = this.next;
    const production: Production = PRODUCTIONS[id];
    if (hole?.symbol !== production.symbol)
      throw new RangeError(`${production.name} does not fit ${hole?.symbol ?? "a whole program"}.`);
    this.#open.pop();
    this.derivation.push(id);
    for (let k = production.holes.length - 1; k >= 0; k--)
      this.#open.push({
        symbol: production.holes[k],
        around: [{ production: id, hole: k }, ...hole.around].slice(0, AROUND),
      });
  }
}
