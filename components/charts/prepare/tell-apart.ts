/** A name with what may tell it from others of the same name: what a person knows it by first, what is always unique last. */
export interface Named {
  name: string;
  marks: readonly string[];
}

/**
 * Names that tell everything apart. Where several have one name, the first kind of mark that differs between all of them is
 * added; where none does, the last.
 */
export function tellApart(things: readonly Named[]): string[] {
  const byName = Map.groupBy(things, ({ name }) => name);
  return things.map(({ name, marks }) => {
    const same = byName.get(name) ?? [];
    if (same.length < 2) return name;
    const differs = (_: string, kind: number) =>
      new Set(same.map((one) => one.marks[kind])).size === same.length;
    const kind = marks.findIndex(differs);
    const mark = marks.at(kind < 0 ? -1 : kind);
    return mark === undefined ? name : `${name}, ${mark}`;
  });
}
