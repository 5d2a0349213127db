import type { Cues, FirstLook } from "./cues.ts";
import { orBytes, type Span } from "./secret-forms.ts";
import { isPlaceholder, isSecretValue } from "./secret-values.ts";

/** A way of handing a secret to a program, or of saying it in a sentence: its last group is the secret. */
interface Handed {
  pattern: RegExp;
  /** In a sentence anything may follow: only what looks like a key is one. */
  isSentence?: boolean;
}

/** An option of a program, as `\bmysql ... -p`, whose value follows. */
const option = (programs: string, options: string, value = String.raw`["']?([^\s"'<>|;&]{1,300})`): RegExp =>
  new RegExp(String.raw`\b(?:${programs})\b[^\n|;&]{0,200}?(?<=[ \t])(?:${options})${value}`, "g");

/** Password and key in Chinese and Russian. */
const IN_OTHER_WORDS = ["密码", "密碼", "密钥", "口令", "пароль", "Пароль"].map(orBytes).join("|");

const APART = String.raw`[ \t=]{1,9}["']?([^\s"'<>|;&-][^\s"'<>|;&]{0,300})`;

const IN_COMMANDS: readonly Handed[] = [
  {
    pattern: /\bwandb[ \t]{1,9}login[ \t]{1,9}(?:--[\w=:/.-]{1,200}[ \t]{1,9}){0,4}([A-Za-z0-9_-]{16,})/g,
  },
  {
    pattern: option(
      "curl|http|https|xh",
      "-u|--user|--proxy-user|-a|--auth",
      String.raw`[ \t=]{0,9}["']?[^\s:"'/]{1,100}:(?!//)([^\s"']{1,300})`,
    ),
  },
  {
    pattern: option(
      "curl",
      "-b|--cookie",
      String.raw`[ \t=]{0,9}["']?([^\s"'=]{1,100}=[^"'\n]{1,300})(?=["'])`,
    ),
  },
  { pattern: option("sshpass", "-p", String.raw`[ \t]{0,9}["']?([^\s"']{1,300})`) },
  {
    pattern: option(
      "(?:docker|podman|nerdctl|buildah|skopeo|oras|az|helm[ \\t]registry)[ \\t]{1,9}login",
      "-p",
      APART,
    ),
  },
  { pattern: option("mysql[a-z]{0,9}", "-p") },
  { pattern: option("mongo|mongosh|mongodump|mongorestore|clickhouse-client", "-p|--password", APART) },
  { pattern: option("redis-cli", "-a|--pass", APART) },
  { pattern: option("ldap[a-z]{3,9}", "-w", APART) },
  { pattern: option("zip|unzip", "-P", APART) },
  { pattern: option("7z[ar]?", "-p") },
  { pattern: option("ssh-keygen", "-N|-P", APART) },
  {
    pattern: option(
      "openssl",
      String.raw`-k|-pass(?:in|out)?[ \t]{1,9}pass:`,
      String.raw`[ \t]{0,9}["']?([^\s"'-][^\s"']{0,300})`,
    ),
  },
  {
    pattern: option("smbclient|rpcclient", "-U", String.raw`[ \t]{0,9}["']?[^\s%"']{1,100}%([^\s"']{1,300})`),
  },
  {
    pattern:
      /\becho[ \t]{1,9}(?:-n[ \t]{1,9})?["']?([^\s"'|$]{1,300})["']?[ \t]{0,9}\|[ \t]{0,9}(?:sudo[ \t]{1,9}-S|[^\n|]{1,100}--password-stdin)/g,
  },
];

const IN_WORDS: readonly Handed[] = [
  {
    pattern:
      /\b(?:machine[ \t]{1,9}\S{1,200}|default)\s{1,20}login\s{1,20}\S{1,200}\s{1,20}password\s{1,20}(\S{1,300})/g,
  },
  {
    pattern: /\bauth\s?=\s?(?:[A-Za-z.]{0,40}Auth)?\(\s?["'][^"'\n]{1,100}["'],\s?["']([^"'\n]{1,300})["']/g,
  },
  {
    pattern: new RegExp(
      String.raw`(?:${IN_OTHER_WORDS})["']?[ \t]{0,3}(?:[:=]|${orBytes("：")}|${orBytes("是")})[ \t]{0,3}["']?([^\s"',]{2,300})`,
      "g",
    ),
  },
  { pattern: /(?<=\bPrivate-Lines: \d{1,3}\r?\n)((?:[A-Za-z0-9+/=]{1,64}\r?\n){1,60})/g },
  {
    pattern:
      /\b(?:[th]?otp|mfa|2fa|one[ -]time|verification)(?:[ \t](?:code|password|pin))?[ \t]{0,3}(?:is|:|=)?[ \t]{0,3}(\d{6,8})\b/gi,
  },
  {
    pattern:
      /\b(?:api[ _-]?key|access key|passw(?:or)?d|passphrase|secret)(?:[ \t]{1,3}\[[^\]\n]{0,40}\])?[ \t]{0,3}(?:[:=]|[ \t](?:is|was))?[ \t]{1,3}["'`]?([^\s"'`<>,;]{12,300})/gi,
    isSentence: true,
  },
];

/** What each of them holds: a text without any of these is read once and left. */
const PROGRAMS =
  /[a-z][ \t]login|curl|sshpass|mysql|mongo|clickhouse|redis-cli|ldap|zip |7z|ssh-keygen|openssl|smbclient|rpcclient|https? |xh |sudo -S|-stdin/;
const WORDS =
  /passw|passphrase|secret|api[ _-]?key|access key|auth\s?=|otp|mfa|2fa|verification|one[ -]time|private-lines/i;
const OTHER_WORDS = new RegExp(IN_OTHER_WORDS);

/** What a text is looked through for by `findInCommands`. */
export const COMMAND_CUES: readonly Cues[] = [
  {
    kind: "program",
    cues: [
      ["curl", "sshp", "mysq", "mong", "ldap", "smbc", "rpcc", "sudo"],
      ["ogin", "ickh", "s-cl", "h-ke", "pens", "tdin", "zip ", "ttp ", "tps "],
      ["xh ", "7z "],
      ["7z[ar] ", "7z[.]e", "7z[\"'] "],
    ],
  },
  {
    kind: "word",
    cues: [
      ["assw", "assp", "secr", "api[-_k]", "fica", "ate-"],
      ["api k", "ss k", "uth[\\s=]", "ne[- ]t"],
      ["otp", "[m2]fa"],
    ],
    isLoose: true,
  },
  { kind: "other word", cues: [["[\u00e5\u00d0]"]] },
];

/** Secrets behind an option of a known program, in a `.netrc`, or in a sentence that calls them one. Linear: each look is bounded. */
export function findInCommands(text: string, look: FirstLook): Span[] {
  const hasProgram =
    look.seen("program") &&
    (text.includes(" -") || text.includes("\t-") || text.includes("login")) &&
    PROGRAMS.test(text);
  const hasWord =
    (look.seen("word") && WORDS.test(text)) || (look.seen("other word") && OTHER_WORDS.test(text));
  const found: Span[] = [];
  for (const { pattern, isSentence } of [...(hasProgram ? IN_COMMANDS : []), ...(hasWord ? IN_WORDS : [])]) {
    for (const match of text.matchAll(pattern)) {
      const secret = match[1];
      if (isPlaceholder(secret) || (isSentence && !isSecretValue("key", secret))) continue;
      const from = match.index + match[0].lastIndexOf(secret);
      found.push([from, from + secret.length]);
    }
  }
  return found;
}
