import { matchesAt, type Cues, type FirstLook } from "./cues.ts";
import type { Span } from "./secret-forms.ts";
import { isPlaceholder, isRandom, isSecretValue } from "./secret-values.ts";

const ADDRESS = /:\/\/([^\s/@:"'\\]{0,200})(?::([^\s/"'\\]{1,500}))?@/g;
/** The same without its beginning, as a client writes where it connects to: `user:password@node:5432`. */
const BARE_ADDRESS =
  /(?<![\w.:/@-])(?!mailto:)[A-Za-z][\w.%+-]{0,60}:([^\s:@/"'\\,;()]{3,200})@[A-Za-z0-9][\w.-]{0,200}:\d{2,5}\b/g;
const SIGNATURES =
  /[?&](?:sig|signature|x-amz-signature|x-amz-credential|x-goog-signature|code)=([^&\s"'<>]{8,})/iy;
const SCHEME = /\b(?:bearer|basic|token)\s+([A-Za-z0-9._~+/=-]{8,})/iy;

/** Cookies that say who is logged in, outside of their header. */
const SESSIONS =
  /\b(?:[A-Z]{1,8}SESS(?:ION)?ID|sessionid|connect\.sid)["']?[=:][ \t]{0,3}["']?([^\s"';,&]{12,300})/g;

const endOf = (match: RegExpExecArray, group: string): Span => {
  const to = match.index + match[0].length;
  return [to - group.length, to];
};

/** What a text is looked through for by `findInAddresses`. */
export const ADDRESS_CUES: readonly Cues[] = [
  { kind: "at", cues: [["@"]] },
  { kind: "session", cues: [["SESS", "ioni", "ect."]] },
  { kind: "signature", cues: [["[?&]sig", "[?&]x-a", "[?&]x-g", "[?&]cod"]], isLoose: true },
  { kind: "scheme", cues: [["bea|rer\\s"], ["ba|sic\\s", "to|ken\\s"]], isLoose: true },
];

/** Behind the password of a `BARE_ADDRESS`. */
const NODE_AND_PORT = /@[A-Za-z0-9][\w.-]{0,200}:\d{2,5}\b/y;

function hasNode(text: string, places: readonly number[]): boolean {
  return places.some((at) => {
    NODE_AND_PORT.lastIndex = at;
    return NODE_AND_PORT.test(text);
  });
}

/** `user:password@` of an address, what signs one, and credentials behind "Bearer". */
export function findInAddresses(text: string, look: FirstLook): Span[] {
  const found: Span[] = [];
  const ats = look.places("at");
  if (ats.length > 0 && text.includes("://"))
    for (const match of text.matchAll(ADDRESS)) {
      const [all, user, password] = match;
      const secret = password ?? user;
      const to = match.index + all.length - 1;
      if (!isPlaceholder(secret) && (password !== undefined || isSecretValue("key", user)))
        found.push([to - secret.length, to]);
    }
  if (hasNode(text, ats))
    for (const match of text.matchAll(BARE_ADDRESS)) {
      const from = match.index + match[0].indexOf(":") + 1;
      if (!isPlaceholder(match[1])) found.push([from, from + match[1].length]);
    }
  if (look.seen("session")) for (const match of text.matchAll(SESSIONS)) found.push(endOf(match, match[1]));
  for (const match of matchesAt(SIGNATURES, text, look.places("signature")))
    found.push(endOf(match, match[1]));
  for (const match of matchesAt(SCHEME, text, look.places("scheme"))) {
    const isHeader = /^bearer/i.test(match[0]) ? /\d/.test(match[1]) || match[1].length >= 20 : false;
    if (isHeader || isRandom(match[1]) || isSecretValue("key", match[1])) found.push(endOf(match, match[1]));
  }
  return found;
}
