import type { Following } from "./point-store.ts";

interface Follower extends Following {
  /** The least x that came since it was asked. */
  from: number;
}

/**
 * From which x on series have other points, for whoever goes through them again and again and reads only that. An append that
 * is undone was noted all the same: points are then read once more.
 */
export class FollowedSeries {
  readonly #followers = new Map<number, Set<Follower>>();

  follow(seriesId: number): Following {
    const ofSeries = this.#followers.get(seriesId) ?? new Set();
    this.#followers.set(seriesId, ofSeries);
    const follower: Follower = {
      from: -Infinity,
      take() {
        const { from } = follower;
        follower.from = Infinity;
        return from;
      },
      end: () => {
        ofSeries.delete(follower);
        if (ofSeries.size === 0 && this.#followers.get(seriesId) === ofSeries)
          this.#followers.delete(seriesId);
      },
    };
    ofSeries.add(follower);
    return follower;
  }

  /** Points with these x came for a series. */
  note(seriesId: number, x: Float64Array): void {
    const ofSeries = this.#followers.get(seriesId);
    if (!ofSeries) return;
    let least = Infinity;
    for (let i = 0; i < x.length; i++) if (x[i] < least) least = x[i];
    for (const follower of ofSeries) follower.from = Math.min(follower.from, least);
  }
}
