import { isIPv6 } from "node:net";

/** What one shape takes out: its matches, or those of them that `isPrivate` names. */
interface Shape {
  pattern: RegExp;
  isPrivate?: (found: string) => boolean;
}

/** Sites that papers are cited from. Every other address may name a machine, a person or an account. */
const CITED =
  /^(?:[\w-]+\.)?(?:arxiv\.org|doi\.org|openreview\.net|aclanthology\.org|wikipedia\.org|neurips\.cc|mlr\.press|jmlr\.org|acm\.org|ieee\.org|nature\.com|semanticscholar\.org|python\.org|pytorch\.org)$/i;

/** Whether an address of the web leads to anything but a paper. */
export function isPrivateAddress(found: string): boolean {
  const [, host = "", rest = ""] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(found) ?? [];
  return !CITED.test(host) || /\.git\b/i.test(rest);
}

const isIpv6Address = (found: string) => isIPv6(found.replace(/[.:]$/, "")) || isIPv6(found);

/** A name of three or more parts, one of them with a digit and the last of letters, as node17.hall.site. */
const isNumberedHost = (found: string) => /\d/.test(found) && /\.[a-z]{2,}$/i.test(found);

/** "~half" and its like are an estimate; "~alice" is the folder of a person. */
const isHomeOf = (found: string) =>
  !/^~(?:half|one|two|three|four|five|six|seven|eight|nine|ten|twenty|hundred|thousand|million|zero|equal|same)s?$/i.test(
    found,
  );

const TLD =
  "local|localdomain|lan|internal|intra|corp|home\\.arpa|(?:edu|ac|com|co|org|gov)\\.[a-z]{2}|edu|com|org|net|io|cloud|ai|dev|gov|mil|int";
const COUNTRY = "de|fr|ch|at|nl|eu|uk|jp|cn|kr|ca|se|fi|dk|pl|cz|es";
/** Of a part of a path, as it is in any language. */
const PART = "[\\p{L}\\p{M}\\p{N}_.@+~%=$-]";
/** What ends a path that begins with the name of a disk, a host or a scheme. */
const REST = "[^\\s\"'`<>|,;)\\]}]";

/**
 * What names a machine, a person or a place in a file system, by its form. Order matters: addresses that hold paths come
 * before paths, names with a host before hosts. Every repetition is bounded or starts where none of its own characters
 * stands before it, so that the work grows with the length of a text and not with its square.
 */
const SHAPES: Shape[] = [
  { pattern: /(?<![A-Za-z\d+.-])(?!https?:)[A-Za-z][A-Za-z\d+.-]{0,30}:\/\/[^\s"'`<>)\]}]+/gi },
  { pattern: /(?<![A-Za-z\d])https?:\/\/[^\s"'`<>)]+/gi, isPrivate: isPrivateAddress },
  { pattern: /(?<![A-Za-z\d%])[A-Za-z][A-Za-z\d+.-]{0,30}(?:%3A|:)(?:%2F|\\\/){2}[^\s"'`<>)]+/gi },
  { pattern: /(?:%2F[\w.@+~-]+){2,}/gi },
  // A metric at k (pass@8, Recall@k) is no address: a host starts with a letter and has two characters at least.
  {
    pattern:
      /(?:(?<![\p{L}\p{N}_.+-])[\p{L}\p{M}\p{N}_.+-]{1,64})?@[\p{L}][\p{L}\p{N}_-]{1,62}(?:\.[\p{L}\p{N}_-]{1,63}){0,8}(?::[\w./~-]{1,300})?/gu,
  },
  // A name in such a path may hold single spaces, as long as a further part of the path follows.
  {
    pattern: new RegExp(
      `(?<![\\p{L}\\p{N}])[A-Za-z]:(?:\\\\+|\\/(?!\\/))(?:[^\\\\/:*?"<>|\\s]+(?: [^\\\\/:*?"<>|\\s]+){0,3}[\\\\/]+)*${REST}*`,
      "gu",
    ),
  },
  { pattern: /\\\\[\w.?-]{1,255}\\[^\s"'`]+/g },
  { pattern: /(?<![\w\\])\\[A-Za-z0-9][\w.-]{1,254}\\[\w.$-]+(?:\\[^\s"'`\\]*)+/g },
  // host:/a/path, file:/a, data:/a: any name before the colon.
  {
    pattern: new RegExp(
      `(?<![\\p{L}\\p{N}_.-])[\\p{L}\\p{N}][\\p{L}\\p{N}_.-]{0,62}:\\/(?!\\/)${REST}+`,
      "gu",
    ),
  },
  { pattern: /(?<![\w/~])(?:~(?:[\p{L}_][\p{L}\p{N}_.-]{0,32})?|\$\{?[A-Z_]{3,40}\}?)\/[^\s"'`)<>,;]*/gu },
  { pattern: /(?<![\p{L}\p{N}_/~.)\]])~[\p{L}_][\p{L}\p{N}_.-]{1,31}/gu, isPrivate: isHomeOf },
  { pattern: new RegExp(`(?<![\\p{L}\\p{N}_./<~])(?:\\\\?\\/${PART}+){2,}(?:\\\\?\\/)?`, "gu") },
  { pattern: new RegExp(`(?<![\\p{L}\\p{N}_./<~])\\/${PART}+\\/`, "gu") },
  { pattern: /(?<![\w./<~])\/(?:home|Users|root|mnt|scratch|tmp|data|work|workspace)\b/g },
  { pattern: /(?<![\w:])(?:[0-9a-f]{2}:){5}[0-9a-f]{2}(?![\w:])/gi },
  { pattern: /(?<![\w:.])[0-9a-f]{0,4}:[0-9a-f:.]{1,41}(?![\w:])/gi, isPrivate: isIpv6Address },
  { pattern: /(?<![\w.-])(?:localhost|\d{1,3}(?:\.\d{1,3}){3}):\d{2,5}\b/g },
  { pattern: /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?!\w|\.\w)/g },
  { pattern: /(?<![\w.-])[a-z][\w-]{0,62}(?:\.[a-z][\w-]{0,62}){1,8}:\d{2,5}(?!\w)/gi },
  {
    pattern: new RegExp(
      `(?<![\\w-]|\\w\\.|:\\/\\/)(?:[a-z0-9][\\w-]{0,62}\\.){1,20}(?:${TLD})(?::\\d{1,5})?(?![\\w-]|\\.\\w)`,
      "gi",
    ),
  },
  {
    pattern: new RegExp(
      `(?<![\\w-]|\\w\\.|:\\/\\/)(?:[a-z0-9][\\w-]{1,62}\\.){2,20}(?:${COUNTRY})(?::\\d{1,5})?(?![\\w-]|\\.\\w)`,
      "gi",
    ),
  },
  {
    pattern: /(?<![\w.-])[a-z][\w-]{0,62}(?:\.[a-z][\w-]{0,62}){2,8}(?![\w-]|\.\w)/gi,
    isPrivate: isNumberedHost,
  },
];

/** Puts `instead` in the place of everything that has the form of a path, a host, a person or a remote. Pure. */
export const withoutShapes = (text: string, instead: string): string =>
  SHAPES.reduce(
    (rest, { pattern, isPrivate }) =>
      rest.replace(pattern, (found: string) => (!isPrivate || isPrivate(found) ? instead : found)),
    text,
  );

/** The first thing in a text that has such a form; null where there is none. Pure. */
export function findShape(text: string): string | null {
  for (const { pattern, isPrivate } of SHAPES)
    for (const [found] of text.matchAll(pattern)) if (!isPrivate || isPrivate(found)) return found;
  return null;
}
