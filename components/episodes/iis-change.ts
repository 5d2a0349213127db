export interface IisChange {
  /** Members before and after, in the order of the list before. */
  kept: string[];
  /** Before only. */
  left: string[];
  /** After only. */
  entered: string[];
}

/** What an action did to the IIS; null where one of the two was not computed, which says nothing about it. */
export function iisChange(before: string[] | null, after: string[] | null): IisChange | null {
  if (before === null || after === null) return null;
  const [was, is] = [new Set(before), new Set(after)];
  return {
    kept: before.filter((name) => is.has(name)),
    left: before.filter((name) => !is.has(name)),
    entered: after.filter((name) => !was.has(name)),
  };
}

const size = (members: string[] | null) => (members === null ? "?" : String(members.length));

/** "4 → 2": members before and after, a question mark where they were not computed. */
export function iisSizes(before: string[] | null, after: string[] | null): string {
  return `${size(before)} → ${size(after)}`;
}
