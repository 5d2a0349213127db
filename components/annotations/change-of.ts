import type { Keep } from "#server/contracts/housekeeping/annotations.ts";

/** Words between blanks or commas, each once. */
export const readTags = (text: string): string[] => [...new Set(text.split(/[\s,]+/).filter(Boolean))];

/** What the dialog of a thing lets people write. */
export interface Written {
  name: string;
  tags: readonly string[];
  notes: string;
}

/** What was changed in the dialog alone, so that saving writes over nothing that others changed while it was open. */
export function changeOf(id: string, before: Written, after: Written): Keep {
  const addTags = after.tags.filter((tag) => !before.tags.includes(tag));
  const removeTags = before.tags.filter((tag) => !after.tags.includes(tag));
  return {
    id,
    ...(after.name !== before.name && { name: after.name, nameWas: before.name }),
    ...(addTags.length > 0 && { addTags }),
    ...(removeTags.length > 0 && { removeTags }),
    ...(after.notes !== before.notes && { notes: after.notes, notesWere: before.notes }),
  };
}
