import type { Span } from "./secret-forms.ts";
import { isPlaceholder, isRandom, isSecretValue } from "./secret-values.ts";

const ADDRESS = /:\/\/([^\s/@:"'\\]{0,200})(?::([^\s/"'\\]{1,500}))?@/g;
/** The same without its beginning, as a client writes where it connects to: `user:password@node:5432`. */
const BARE_ADDRESS =
  /(?<![\w.:/@-])(?!mailto:)[A-Za-z][\w.%+-]{0,60}:([^\s:@/"'\\,;()]{3,200})@[A-Za-z0-9][\w.-]{0,200}:\d{2,5}\b/g;
const SIGNATURES =
  /[?&](?:sig|signature|x-amz-signature|x-amz-credential|x-goog-signature|code)=([^&\s"'<>]{8,})/gi;
const SCHEME = /\b(?:bearer|basic|token)\s+([A-Za-z0-9._~+/=-]{8,})/gi;

/** Cookies that say who is logged in, outside of their header. */
const SESSIONS =
  /\b(?:[A-Z]{1,8}SESS(?:ION)?ID|sessionid|connect\.sid)["']?[=:][ \t]{0,3}["']?([^\s"';,&]{12,300})/g;

const endOf = (match: RegExpExecArray, group: string): Span => {
  const to = match.index + match[0].length;
  return [to - group.length, to];
};

/** `user:password@` of an address, what signs one, and credentials behind "Bearer". */
export function findInAddresses(text: string): Span[] {
  const found: Span[] = [];
  if (text.includes("@")) {
    for (const match of text.matchAll(ADDRESS)) {
      const [all, user, password] = match;
      const secret = password ?? user;
      const to = match.index + all.length - 1;
      if (!isPlaceholder(secret) && (password !== undefined || isSecretValue("key", user)))
        found.push([to - secret.length, to]);
    }
    for (const match of text.matchAll(BARE_ADDRESS)) {
      const from = match.index + match[0].indexOf(":") + 1;
      if (!isPlaceholder(match[1])) found.push([from, from + match[1].length]);
    }
  }
  if (text.includes("SESS") || text.includes("sessionid") || text.includes("connect.sid"))
    for (const match of text.matchAll(SESSIONS)) found.push(endOf(match, match[1]));
  if (text.includes("=")) for (const match of text.matchAll(SIGNATURES)) found.push(endOf(match, match[1]));
  for (const match of text.matchAll(SCHEME)) {
    const isHeader = /^bearer/i.test(match[0]) ? /\d/.test(match[1]) || match[1].length >= 20 : false;
    if (isHeader || isRandom(match[1]) || isSecretValue("key", match[1])) found.push(endOf(match, match[1]));
  }
  return found;
}
