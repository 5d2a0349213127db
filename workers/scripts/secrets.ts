const SECRET = /token|secret|passw|api[-_]?key|credential/i;
/** Tokens of a text, and what counts or makes them: --max_new_tokens, --tokenizer, --eos_token. */
const OF_TEXT =
  /tokeni[sz]|(?<!(?:auth|access|api|hub|hf|bearer)[-_]?)tokens|(?:bos|eos|pad|unk|sep|cls|mask|stop|start|end|special|image)[-_]?token|token[-_]?(?:loss|level|ids?|budget|count|limit|length|type)/gi;

/** What is called so has a value that nobody else may read. */
export const isSecretName = (name: string): boolean => SECRET.test(name.replace(OF_TEXT, ""));

/** A command line in which what is called token, secret, password or key has no value. */
export function withoutSecrets(words: readonly string[]): string[] {
  return words.map((word, i) => {
    const [name] = word.split("=", 1);
    if (word.includes("=") && isSecretName(name)) return `${name}=***`;
    const before = words[i - 1] ?? "";
    return before.startsWith("-") && !before.includes("=") && isSecretName(before) && !word.startsWith("-")
      ? "***"
      : word;
  });
}

/** A quoted text that something called so is set to, as code and configuration write it. */
const SET_TO =
  /((?:token|secret|passw(?:or)?d?|api[-_]?key|credential)s?\w{0,20}["']?\]?\s{0,4}[:=,]\s{0,4})(["'])[^"'\n]{4,400}\2/gi;
/** The same without quotes, as in a .env file or YAML. */
const BARE =
  /((?:token|secret|password|passwd|api[-_]?key|credential)s?[ \t]{0,4}[:=][ \t]{0,4})(?=[A-Za-z_\-+/]{0,400}\d)(?=[A-Za-z0-9_\-+/]{16,400}[ \t]*$)[^\s"']+/gim;
/** A key that is given to a function under that name alone: login(key="..."). */
const LONG_KEY = /(\bkey\s{0,4}[:=]\s{0,4})(["'])[A-Za-z0-9_\-+/=]{32,400}\2/gi;
/** Name and password in an address, and what follows in a header. */
const IN_ADDRESS = /(\b[a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/:@"']{0,200}:[^\s/@"']{1,400}@/gi;
const IN_HEADER = /(\b(?:bearer|basic)[ \t]{1,4})[A-Za-z0-9_\-+/=.~]{16,4000}/gi;
/** The lines of a private key, as they are or as lines of a diff. */
const PRIVATE =
  /(-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----)(?:(?:\n|\\n)[+\- ]?(?!-)[A-Za-z0-9+/=:, ]{0,200}){0,400}/g;
/** Keys that are known by how they begin. */
const KNOWN =
  /\b(hf_[A-Za-z0-9]{20,}|sk-[A-Za-z0-9_-]{20,}|gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{30,}|glpat-[\w-]{20,}|xox[abprs]-[\w-]{10,}|AKIA[0-9A-Z]{16}|AIza[\w-]{30,}|abl_in_[A-Za-z0-9]{30,})\b/g;

/** A text, such as a diff, in which values of what is called a secret, and keys that are known by their form, are taken out. */
export const redacted = (text: string): string =>
  text
    .replace(PRIVATE, "$1***")
    .replace(KNOWN, "***")
    .replace(SET_TO, "$1$2***$2")
    .replace(LONG_KEY, "$1$2***$2")
    .replace(BARE, "$1***")
    .replace(IN_ADDRESS, "$1***@")
    .replace(IN_HEADER, "$1***");
