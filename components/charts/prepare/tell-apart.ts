/** A name with what may tell it from others of the same name: what a person knows it by first, what is always unique last. */
export interface Named {
  name: string;
  marks: readonly string[];
}

/**
 * Names that tell everything apart. Where several have one name, the first kind of mark that differs between all of them is
 * added; where none does, or that would be the name of another, the last.
 */
export function tellApart(things: readonly Named[]): string[] {
  const byName = Map.groupBy(things, ({ name }) => name);
  const names = things.map(({ name, marks }) => {
    const same = byName.get(name) ?? [];
    if (same.length < 2) return name;
    const differs = (_: string, kind: number) =>
      new Set(same.map((one) => one.marks[kind])).size === same.length;
    const kind = marks.findIndex(differs);
    return marked(name, marks.at(kind < 0 ? -1 : kind));
  });
  const often = Map.groupBy(names, (name) => name);
  return names.map((name, i) =>
    (often.get(name)?.length ?? 0) > 1 ? marked(name, things[i].marks.at(-1)) : name,
  );
}

const marked = (name: string, mark: string | undefined): string =>
  mark === undefined || name.endsWith(`, ${mark}`) ? name : `${name}, ${mark}`;
