import { createParser } from "nuqs/server";
import { LAST_PAGE } from "#server/contracts/ask-limits.ts";

/** The beginning of a text, without half of a character at its end. */
export const cutText = (text: string, most: number): string =>
  text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, "");

/** A text of the address; none where it is empty, and what is too long to be asked for is cut. */
export const parseAsText = (most: number) =>
  createParser<string>({ parse: (text) => cutText(text, most) || null, serialize: (text) => text });

/** A name of the address; one that is empty or too long names nothing. */
export const parseAsName = (most: number) =>
  createParser<string>({
    parse: (text) => (text.trim() === "" || text.length > most ? null : text),
    serialize: (text) => text,
  });

/** A page from 0; what is no page is none. */
export const parseAsPage = createParser<number>({
  parse: (text) => (/^\d{1,7}$/.test(text) && Number(text) <= LAST_PAGE ? Number(text) : null),
  serialize: String,
});

/** A step of a training; what is none is none. */
export const parseAsStep = createParser<number>({
  parse: (text) => (/^\d{1,15}$/.test(text) ? Number(text) : null),
  serialize: String,
});
