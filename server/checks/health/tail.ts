import type { Fold, FoldedPoints } from "./fold.ts";

/** The last finite points of a series. */
export class TailFold implements Fold {
  readonly #most: number;
  /** How many finite points it has seen. */
  n = 0;
  x: number[] = [];
  values: number[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  feed({ x, value }: FoldedPoints): void {
    for (let i = 0; i < x.length; i++) {
      if (!Number.isFinite(value[i])) continue;
      this.n++;
      this.x.push(x[i]);
      this.values.push(value[i]);
    }
    this.x = this.x.slice(-this.#most);
    this.values = this.values.slice(-this.#most);
  }

  copy(): TailFold {
    const copy = new TailFold(this.#most);
    return Object.assign(copy, { n: this.n, x: [...this.x], values: [...this.values] });
  }
}
