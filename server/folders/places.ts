const MOST_GROUPS = 5000;

/** Places in groups that grow from several files: the first that is asked for has 0. Bounded: the oldest group is forgotten. */
export class Places {
  #groups = new Map<string, Map<string, number>>();

  of(group: string, id: string): number {
    const places = this.#groups.get(group) ?? new Map<string, number>();
    if (!this.#groups.has(group)) this.#groups.set(group, places);
    if (this.#groups.size > MOST_GROUPS) this.#groups.delete(this.#groups.keys().next().value!);
    if (!places.has(id)) places.set(id, places.size);
    return places.get(id)!;
  }
}
