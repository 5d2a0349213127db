import type { Span } from "./secret-forms.ts";
import { isPlaceholder, isSecretValue } from "./secret-values.ts";

/** A way of handing a secret to a program, or of saying it in a sentence: its last group is the secret. */
interface Handed {
  pattern: RegExp;
  /** In a sentence anything may follow: only what looks like a key is one. */
  isSentence?: boolean;
}

const HANDED: readonly Handed[] = [
  {
    pattern: /\bwandb[ \t]{1,9}login[ \t]{1,9}(?:--[\w=:/.-]{1,200}[ \t]{1,9}){0,4}([A-Za-z0-9_-]{16,})/g,
  },
  {
    pattern:
      /\bcurl\b[^\n]{0,300}?[ \t](?:-u|--user|--proxy-user)[ \t=]{0,9}["']?[^\s:"'/]{1,100}:(?!\/\/)([^\s"']{1,300})/g,
  },
  { pattern: /\bsshpass[ \t]{1,9}-p[ \t]{0,9}["']?([^\s"']{1,300})/g },
  {
    pattern:
      /\b(?:docker|podman|nerdctl|buildah|skopeo|oras|helm[ \t]registry)[ \t]{1,9}login[^\n]{0,200}?[ \t]-p[ \t=]{1,9}["']?([^\s"']{1,300})/g,
  },
  { pattern: /\bmysql[a-z]{0,9}[ \t][^\n]{0,200}?(?<=[ \t])-p([^\s"']{1,300})/g },
  {
    pattern:
      /\b(?:machine[ \t]{1,9}\S{1,200}|default)\s{1,20}login\s{1,20}\S{1,200}\s{1,20}password\s{1,20}(\S{1,300})/g,
  },
  {
    pattern:
      /\b(?:api[ _-]?key|access key|password|passphrase|secret)[ \t]{1,3}(?:is[ \t]{1,3}|was[ \t]{1,3})?["'`]?([^\s"'`<>,;]{12,300})/gi,
    isSentence: true,
  },
];

/** What each of them holds: a text without any of these is read once and left. */
const ANY = /[a-z][ \t]login|curl|sshpass|mysql|password|passphrase|secret|api[ _-]?key|access key/i;

/** Secrets behind an option of a known program, in a `.netrc`, or in a sentence that calls them one. Linear: each look is bounded. */
export function findInCommands(text: string): Span[] {
  if (!ANY.test(text)) return [];
  const found: Span[] = [];
  for (const { pattern, isSentence } of HANDED) {
    for (const match of text.matchAll(pattern)) {
      const secret = match[1];
      if (isPlaceholder(secret) || (isSentence && !isSecretValue("key", secret))) continue;
      const to = match.index + match[0].length;
      found.push([to - secret.length, to]);
    }
  }
  return found;
}
