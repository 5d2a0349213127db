import { visibleName } from "#server/contracts/visible-name.ts";

/** Roles whose words are code or what a program answered; they are read letter by letter. */
const OF_PROGRAMS = /^(tool|function|code|calculator|interpreter|ipython|python|environment|observation)\b/i;

/** A role as it is shown, and whether its text is drawn in the face of code. */
export function roleLook(role: string): { name: string; isCode: boolean } {
  return { name: role === "" ? "no role" : visibleName(role), isCode: OF_PROGRAMS.test(role) };
}
