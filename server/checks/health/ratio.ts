import type { Fold, FoldedPoints } from "./fold.ts";

/** Hands on the ratio of a series to a second one, where both have a value and the second one is not 0. */
export class RatioFold<T extends Fold> implements Fold {
  readonly inner: T;

  constructor(inner: T) {
    this.inner = inner;
  }

  feed({ x, value, beside }: FoldedPoints): void {
    const ratio = value.map((one, i) => (beside?.[i] ? one / beside[i] : NaN));
    this.inner.feed({ x, value: ratio, beside: null, paired: null });
  }

  copy(): RatioFold<T> {
    return new RatioFold(this.inner.copy() as T);
  }
}
