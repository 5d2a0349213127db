import { mayBeDigits, strengthOf } from "./secret-names.ts";

const SAYS_NOTHING =
  /^(?:|none|null|nil|true|false|yes|no|on|off|n\/?a|undefined|empty|dummy|default|auto|todo|tbd|placeholder|hidden|masked|redacted|unset|not[ _-]?set|required|missing|disabled|enabled|str|string|int|integer|float|bool|boolean|bytes|secretstr|changeme|change[ _-]me|replace[ _-]?me|fake|test|-+|\*+|\.{2,}|…|x{3,}|\[\]|\{\}|\(\)|[({[]+)$/i;
const BRACKETED = /^(?:<[^<>]*>|\[[A-Z_ ]*\]|\{\{?[^{}]*\}?\}|<\|[^|]*\|>)$/;
const SAYS_WHOSE =
  /^(?:your|my|insert|enter|put|add)[ _-].*(?:key|token|secret|password|here)[ _-]?(?:here)?$/i;
const REFERS =
  /^(?:\$\{[^{}]*\}?$|\$\(.*|\$[A-Za-z_]\w*|%\w+%|\$\{\{.*\}\}|(?:env|oc\.env|os\.environ)[:/.[(].*)$/;
/** The name of a variable that holds it: `api_key: OPENAI_API_KEY`. */
const IS_A_VARIABLE = /^[A-Z][A-Z0-9]*_(?:[A-Z0-9]+_)*(?:KEY|TOKEN|SECRET|PASSWORD|PWD)$/;

/** A text that keeps no secret: empty, "None", "<your key>", "${WANDB_API_KEY}", "EMPTY". */
export const isPlaceholder = (text: string): boolean => {
  const value = text.trim();
  if (value.length > 200) return false;
  return (
    SAYS_NOTHING.test(value) ||
    BRACKETED.test(value) ||
    SAYS_WHOSE.test(value) ||
    REFERS.test(value) ||
    IS_A_VARIABLE.test(value)
  );
};

/** Of a text: how often neighbors are of different kinds, which kinds there are, how much stands in runs of one case, as words do. */
function shapeOf(text: string): { turns: number; kinds: number; wordy: number; letters: number } {
  let changes = 0;
  let pairs = 0;
  let kinds = 0;
  let run = 0;
  let inRuns = 0;
  let isCapital = false;
  let before = 0;
  for (let i = 0; i <= text.length; i++) {
    const kind = kindOf(text.charCodeAt(i));
    if (kind !== 0 && before !== 0) {
      pairs += 1;
      if (kind !== before) changes += 1;
    }
    if (kind !== before) {
      // A word may begin with a capital, which was a run of its own.
      if (before !== DIGIT && (run >= 4 || (run === 3 && before === LOWER)))
        inRuns += run + (isCapital ? 1 : 0);
      isCapital = before === UPPER && run === 1 && kind === LOWER;
      run = 0;
    }
    run += 1;
    kinds |= kind;
    before = kind;
  }
  return {
    turns: pairs === 0 ? 0 : changes / pairs,
    kinds,
    wordy: inRuns / text.length,
    letters: new Set(text).size,
  };
}

const LOWER = 1;
const UPPER = 2;
const DIGIT = 4;

function kindOf(code: number): number {
  if (code >= 97 && code <= 122) return LOWER;
  if (code >= 65 && code <= 90) return UPPER;
  return code >= 48 && code <= 57 ? DIGIT : 0;
}

/** A digest, a uuid, a ULID, also behind a word: "GPU-3f2a1b4c-...", "sha512-...". */
const HASHED =
  /^(?:[A-Za-z]{1,12}[-_])?(?:0x)?[0-9a-f-]+$|^(?:sha\d{1,3}|md5)[-_:]|^(?:[a-z]{1,12}[-_])?[0-7][0-9A-HJKMNP-TV-Z]{25}$/i;
const SHORTEST_RANDOM = 30;
/** Longer ones are pictures, weights and packed data. */
const LONGEST_RANDOM = 256;
/** Of a token of this server: 256 bits in base64url. */
const OWN_LENGTH = 43;

/**
 * A long random text, as keys are: letters and digits that change kind all the time. Names of models and checkpoints are made
 * of words, and what is hexadecimal is a hash of something or an id.
 */
export function isRandom(text: string): boolean {
  if (text.length < SHORTEST_RANDOM || text.length > LONGEST_RANDOM || HASHED.test(text)) return false;
  const { turns, kinds, wordy, letters } = shapeOf(text);
  if (letters < 14) return false;
  const breaks = text.length - text.replace(/[-_+/=]/g, "").length;
  if (text.length === OWN_LENGTH && breaks <= 6 && letters >= 20 && (kinds & UPPER) !== 0) return turns > 0.3;
  if (breaks * 8 > text.length) return false;
  if (kinds === (LOWER | UPPER | DIGIT)) return turns - wordy / 2 > 0.2 || (turns > 0.1 && !isOfWords(text));
  if (breaks > 0) return false;
  if (kinds === (LOWER | UPPER)) return turns > 0.3 && !isOfWords(text);
  return kinds === (LOWER | DIGIT) && (turns > 0.22 || (turns > 0.06 && !isOfWords(text)));
}

/** Two letters that stand beside each other in words: nearly all that do in a text of words, a third of those in a random one. */
const IN_WORDS: ReadonlySet<string> = new Set(
  (
    "th he in er an re on at en nd ti es or te of ed is it al ar st to nt ng se ha as ou io le ve co me de hi ri ro ic ne ea " +
    "ra ce li ch ll be ma si om ur ca el ta la ns di fo ho pe ec pr no ct us ac ot il tr ly nc et ut ss so rs un lo wa ge ie " +
    "wh ee wi em ad ol rt po we na ul ni ts mo ow pa im mi ai sh ir su id os iv ia am fi ci vi pl ig tu ev ld ry mp fe bl ab " +
    "gh ty op wo sa ay ex ke fr oo av ag if ap gr od bo sp rd do uc bu ei ov by rm ep tt oc fa ef cu rn sc gi da cr cl du ga " +
    "qu ue ff ba ey va um pp up lu go ru ug ds lt pi rc eg au ck ew br bi pt ak pu rg ib tl ki rk ys ob mm fu ph og ud mb ip " +
    "ub gu dr ft wn nu af hu nn rv xp gn sm fl iz ok my gl aw oa eq sy sl ps lf nv nk kn xt"
  ).split(" "),
);
const LEAST_PAIRS = 8;

function isOfWords(text: string): boolean {
  const letters = text.toLowerCase();
  let [pairs, known] = [0, 0];
  for (let i = 1; i < letters.length; i++) {
    if (kindOf(letters.charCodeAt(i - 1)) !== LOWER || kindOf(letters.charCodeAt(i)) !== LOWER) continue;
    pairs += 1;
    if (IN_WORDS.has(letters.slice(i - 1, i + 1))) known += 1;
  }
  return pairs >= LEAST_PAIRS && known > 0.62 * pairs;
}

/** Of a secret access key of AWS and of stores that speak like it. */
const ACCESS_KEY = /^[A-Za-z0-9+/]{40}$/;

/**
 * A secret access key: 40 characters of base64, which may hold what looks like a path. `around` is what stands on both sides of it;
 * next to the id of such a key less of its form has to tell.
 */
export function isSecretAccessKey(text: string, around: string): boolean {
  if (!ACCESS_KEY.test(text)) return false;
  const { turns, kinds, wordy, letters } = shapeOf(text);
  if (kinds !== (LOWER | UPPER | DIGIT) || letters < 20) return false;
  const disorder = turns - wordy / 2;
  if ((letters >= 22 && disorder > 0.25) || (letters >= 26 && disorder > 0.17)) return true;
  // No path and no name holds a plus.
  if (text.includes("+") && letters >= 24 && disorder > 0.05) return true;
  // The one of AWS's own documents, which many copy.
  if (text.endsWith("EXAMPLEKEY") || text.split("/").some(isRandom)) return true;
  return disorder > 0.12 && /A[KS]IA|access.?key|secret/i.test(around);
}

/** `user:password`, as it is or in base64, which is what "auth" means by itself; no address of a server. */
function isUserAndPassword(text: string): boolean {
  const [, user, password] = /^(?:basic\s+)?([^\s:/]{1,100}):([^\s/]{2,300})$/i.exec(text) ?? [];
  if (user !== undefined) return !(/^\d{2,5}$/.test(password) && /\.|^localhost$/i.test(user));
  const [, packed] = /^(?:basic\s+)?([A-Za-z0-9+/]{8,400}={0,2})$/i.exec(text) ?? [];
  if (packed === undefined) return false;
  try {
    return /^[\x21-\x7e]+:[\x20-\x7e]+$/.test(atob(packed));
  } catch {
    return false;
  }
}

const IS_AUTH = /(?:^|[^a-z])auth$/i;

/** Whether a text is no word, name, path, version or number, as a key under a name that may also mean something else. */
function isOpaque(text: string): boolean {
  if (/[\s<>|{}()[\]"']/.test(text) || text.length < 8) return false;
  if (/^[./~]|^[a-z]+:\/\//i.test(text) || /^[+-]?[\d.,:eE+-]+$/.test(text)) return false;
  return text.split(/[._/:@,-]+/).some((piece) => {
    if (piece.length < 8 || /^[A-Za-z]+$/.test(piece) || /^\d+$/.test(piece)) return false;
    const { turns } = shapeOf(piece);
    return turns > 0.2 || (turns > 0.1 && /^[0-9a-f]{16,}$/i.test(piece));
  });
}

/** What a value of this name is, whatever it looks like: a secret or not. Numbers, booleans and null never are. */
export function isSecretValue(name: string, value: unknown): value is string {
  if (typeof value !== "string") return false;
  const strength = strengthOf(name);
  if (strength === "never") return false;
  const text = value.trim();
  if (isPlaceholder(text)) return false;
  if (/^[+-]?[\d.]+$/.test(text))
    return strength === "always" && (mayBeDigits(name) ? /^\d{4,}$/ : /^\d{10,}$/).test(text);
  if (/^(?:pwd|oldpwd)$/i.test(name.split(/[./]/).at(-1) ?? "") && /^[/~.]/.test(text)) return false;
  return (
    strength === "always" || isOpaque(text.slice(0, 160)) || (IS_AUTH.test(name) && isUserAndPassword(text))
  );
}
