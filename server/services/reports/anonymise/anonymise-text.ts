export const REMOVED = "(removed)";

/**
 * What names a machine, a person or a place in a file system, by its shape. Order matters: addresses that hold paths come
 * before paths, names with a host before hosts.
 */
const SHAPES: RegExp[] = [
  /\b(?:ssh|git|file|smb|nfs|sftp|s3|gs):\/\/\S+/gi,
  /\bhttps?:\/\/(?:www\.)?(?:github|gitlab|bitbucket|codeberg|gitea|sr\.ht|dev\.azure)\S*/gi,
  /\bhttps?:\/\/\S+\.git\b/gi,
  /\bhttps?:\/\/(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:]+\]|[\w-]+(?=[:/]))(?::\d+)?\S*/gi,
  // A metric at k (RR@5, pass@k) is no address: a host starts with a letter and has two characters at least.
  /\b[\w.+-]+@[A-Za-z][\w-]+(?:\.[\w-]+)*(?::[\w./~-]+)?/g,
  /\\\\[\w.-]+\\[^\s"'`]+/g,
  /\b[A-Za-z]:\\[^\s"'`]+/g,
  /(?:~|\$\{?HOME\}?)\/[^\s"'`)<>,;]*/g,
  /(?<![\w.:/<~])\/(?:[\w.@+~-]+\/)+[\w.@+~-]*/g,
  /(?<![\w.:/<~])\/(?:home|Users|root|mnt|scratch|tmp|data|work|workspace)\b/g,
  /\b(?:localhost|\d{1,3}(?:\.\d{1,3}){3}):\d{2,5}\b/g,
  /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.])/g,
  /\b[\w-]+(?:\.[\w-]+)*\.(?:local|lan|internal|intra|corp|localdomain|home\.arpa)\b/gi,
];

const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A function that takes out every known name and everything shaped like a path, a host, a person or a remote. Pure. */
export function textAnonymiser(words: string[]): (text: string) => string {
  const known =
    words.length === 0
      ? null
      : new RegExp(`(?<![\\p{L}\\p{N}_])(?:${words.map(escapePattern).join("|")})(?![\\p{L}\\p{N}_])`, "giu");
  return (text) => {
    const shaped = SHAPES.reduce((t, shape) => t.replace(shape, REMOVED), text);
    return known ? shaped.replace(known, REMOVED) : shaped;
  };
}
