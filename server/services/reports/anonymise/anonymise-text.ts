import { isIPv6 } from "node:net";

/** What one shape takes out: its matches, or those of them that `isPrivate` names. */
interface Shape {
  pattern: RegExp;
  isPrivate?: (found: string) => boolean;
}

/** Sites that papers are cited from. Every other address may name a machine, a person or an account. */
const CITED =
  /^(?:[\w-]+\.)?(?:arxiv\.org|doi\.org|openreview\.net|aclanthology\.org|wikipedia\.org|neurips\.cc|mlr\.press|jmlr\.org|acm\.org|ieee\.org|nature\.com|semanticscholar\.org|python\.org|pytorch\.org)$/i;

function isPrivateAddress(found: string): boolean {
  const [, host = "", rest = ""] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(found) ?? [];
  return !CITED.test(host) || /\.git\b/i.test(rest);
}

const isIpv6Address = (found: string) => isIPv6(found.replace(/[.:]$/, "")) || isIPv6(found);

/** A name of three or more parts, one of them with a digit and the last of letters, as node17.hall.site. */
const isNumberedHost = (found: string) => /\d/.test(found) && /\.[a-z]{2,}$/i.test(found);

const TLD =
  "local|localdomain|lan|internal|intra|corp|home\\.arpa|(?:edu|ac|com|co|org|gov)\\.[a-z]{2}|edu|com|org|net|io|cloud|ai|dev|gov|mil|int";
const COUNTRY = "de|fr|ch|at|nl|eu|uk|jp|cn|kr|ca|se|fi|dk|pl|cz|es";

/**
 * What names a machine, a person or a place in a file system, by its form. Order matters: addresses that hold paths come
 * before paths, names with a host before hosts. Every repetition is bounded or starts where none of its own characters
 * stands before it, so that the work grows with the length of a text and not with its square.
 */
const SHAPES: Shape[] = [
  { pattern: /\b(?:ssh|git|file|smb|nfs|sftp|s3|gs):\/\/\S+/gi },
  { pattern: /\bhttps?:\/\/[^\s"'`<>)]+/gi, isPrivate: isPrivateAddress },
  // A metric at k (RR@5, pass@k) is no address: a host starts with a letter and has two characters at least.
  {
    pattern: /(?:(?<![\w.+-])[\w.+-]{1,64})?@[A-Za-z][\w-]{1,62}(?:\.[\w-]{1,63}){0,8}(?::[\w./~-]{1,300})?/g,
  },
  { pattern: /\\\\[\w.-]{1,255}\\[^\s"'`]+/g },
  { pattern: /(?<![\w\\])\\[A-Za-z0-9][\w.-]{1,254}\\[\w.$-]+(?:\\[^\s"'`\\]*)+/g },
  { pattern: /\b[A-Za-z]:\\[^\s"'`]+/g },
  { pattern: /(?<![\w/~])(?:~(?:[A-Za-z_][\w.-]{0,32})?|\$\{?HOME\}?)\/[^\s"'`)<>,;]*/g },
  { pattern: /(?<![\w.:/<~])\/(?:[\w.@+~-]+\/)+[\w.@+~-]*/g },
  { pattern: /(?<![\w.:/<~])\/(?:home|Users|root|mnt|scratch|tmp|data|work|workspace)\b/g },
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

/** A network path as it stands in Markdown, where a pair of backslashes is an escape that drawing would turn into one. */
const RAW_NETWORK_PATH = /(?<![^\s"'`([])\\\\[\w.-]{2,255}\\[^\s"'`{}]*/g;

export const REMOVED = "(removed)";

const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

const withoutShape = (text: string, { pattern, isPrivate }: Shape): string =>
  text.replace(pattern, (found: string) => (!isPrivate || isPrivate(found) ? REMOVED : found));

/** A function that takes out every known name and everything shaped like a path, a host, a person or a remote. Pure. */
export function textAnonymiser(words: string[]): (text: string) => string {
  const known =
    words.length === 0
      ? null
      : new RegExp(`(?<![\\p{L}\\p{N}_])(?:${words.map(escapePattern).join("|")})(?![\\p{L}\\p{N}_])`, "giu");
  return (text) => {
    const shaped = SHAPES.reduce(withoutShape, text);
    return known ? shaped.replace(known, REMOVED) : shaped;
  };
}

/** Takes network paths out of Markdown before it is read, because reading turns their backslashes into something else. Pure. */
export const anonymiseSource = (markdown: string): string => markdown.replace(RAW_NETWORK_PATH, REMOVED);
