/** Who sent something this recently is likely to send again. */
const RECENT_MS = 100;

/** Who sent lately: for as long as somebody sends, nobody stays on for more than 100 ms. */
export class RecentSenders<T> {
  /** When each sent last, the longest ago first. */
  readonly #at = new Map<T, number>();

  get size(): number {
    return this.#at.size;
  }

  /** `now` in ms, never less than before. */
  note(sender: T, now: number): void {
    this.#at.delete(sender);
    this.#at.set(sender, now);
    for (const [other, at] of this.#at) {
      if (now - at <= RECENT_MS) break;
      this.#at.delete(other);
    }
  }
}
