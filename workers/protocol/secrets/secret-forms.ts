import { inLists, matchesAt, type Cues, type FirstLook } from "./cues.ts";

/**
 * Texts that are a secret wherever they stand, by the form that their makers gave them, behind the cues that they begin with. Each
 * begins with its mark, ends with its alphabet, and is found in one pass: no part of it can be read in two ways.
 */
const FORMS: readonly (readonly [cues: string, form: string])[] = [
  // Ours.
  ["abl_", String.raw`abl_[a-z]{2,8}_[A-Za-z0-9]{20,}`],
  // Hugging Face, and organizations of it.
  ["hf_[A-Za-z0-9]", String.raw`hf_(?:oauth_)?(?:[A-Za-z0-9]{16,}|(?=[A-Za-z]{0,16}\d)[A-Za-z0-9]{8,})`],
  ["api_", String.raw`api_org_[A-Za-z0-9]{20,}`],
  // W&B since 2025.
  ["wan|db_v", String.raw`wandb_v\d_[A-Za-z0-9_]{20,}`],
  // OpenAI, Anthropic, OpenRouter, DeepSeek, Langfuse: a name or two, then the key.
  [
    "[spr]k-[A-Za-z0-9_-]",
    String.raw`[spr]k-(?:[a-z]{2,8}-){0,2}(?:[A-Za-z0-9]{16,}[A-Za-z0-9_-]*|(?=[A-Za-z_-]{0,40}\d)[A-Za-z0-9_-]{20,})`,
  ],
  ["[spr]k_[ltp]", String.raw`[spr]k_(?:live|test|prod)_[A-Za-z0-9]{10,}`],
  // GitHub, GitLab.
  ["gh[opusr]_", String.raw`gh[opusr]_[A-Za-z0-9]{16,}`],
  ["gith|ub_p", String.raw`github_pat_[A-Za-z0-9_]{20,}`],
  [
    "glpa gldt glrt glcb glpt glso glft glim glag",
    String.raw`gl(?:pat|dt|rt|cbt|ptt|soat|ft|imt|agent)-[A-Za-z0-9_.-]{16,}`,
  ],
  // AWS ids of keys.
  ["A[KSB]IA ACCA", String.raw`A(?:KIA|SIA|BIA|CCA)[A-Z0-9]{16}(?![A-Za-z0-9])`],
  // Slack.
  ["xox[abeoprsc]", String.raw`xox[abeoprsc](?:\.xox[bp])?-[A-Za-z0-9-]{10,}`],
  ["xapp", String.raw`xapp-[A-Za-z0-9-]{10,}`],
  // Google.
  ["AIza", String.raw`AIza[A-Za-z0-9_-]{30,}`],
  ["ya29", String.raw`ya29\.[A-Za-z0-9_-]{20,}`],
  ["GOCS", String.raw`GOCSPX-[A-Za-z0-9_-]{20,}`],
  // JSON web tokens.
  ["eyJ[A-Za-z0-9_-]", String.raw`eyJ[A-Za-z0-9_-]{8,2000}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]+){0,3}`],
  // Registries and clouds.
  ["npm_", String.raw`npm_[A-Za-z0-9]{30,}`],
  ["py|pi-[A-Za-z0-9_-]", String.raw`pypi-[A-Za-z0-9_-]{30,}`],
  ["dckr", String.raw`dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,}`],
  ["do[opr]_", String.raw`do[opr]_v1_[a-f0-9]{40,}`],
  ["hv[sbr][.]", String.raw`hv[sbr]\.[A-Za-z0-9_-]{20,}`],
  ["dapi", String.raw`dapi[a-f0-9]{32}`],
  ["SG[.][A-Za-z0-9_-]", String.raw`SG\.[A-Za-z0-9_-]{16,80}\.[A-Za-z0-9_-]{16,}`],
  ["shp[acps]", String.raw`shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{30,}`],
  ["AGE-", String.raw`AGE-SECRET-KEY-1[A-Z0-9]{50,}`],
  [
    "lin_ ntn_ figd glsa glc_ psca esec verc sbp_",
    String.raw`(?:lin_api|ntn|figd|glsa|glc|pscale_tkn|esecret|vercel_blob_rw|sbp)_[A-Za-z0-9_]{20,}`,
  ],
  ["dp[.][psc]", String.raw`dp\.(?:pt|st|ct|sa)\.[A-Za-z0-9_]{30,}`],
  ["dt0[cs]", String.raw`dt0[cs]\d\d\.[A-Z0-9]{20,40}\.[A-Z0-9]{30,}`],
  ["pat[A-Za-z0-9]", String.raw`pat[A-Za-z0-9]{14}\.[a-f0-9]{64}`],
  [
    "NRAK PMAK sq0[a-z] tske",
    String.raw`(?:NRAK-[A-Z0-9]{27}|PMAK-[a-f0-9]{24}-[a-f0-9]{34}|sq0[a-z]{3}-[A-Za-z0-9_-]{20,}|tskey-[a-z]{2,10}-[A-Za-z0-9-]{16,})`,
  ],
  // Discord: the number of a bot, a time, a signature. Twilio: the number of an account or a key, then what belongs to it.
  [
    "[MNO][DTjz][A-Za-z][A-Za-z0-9]",
    String.raw`[MNO][DTjz][A-Za-z0-9_-]{22,26}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}`,
  ],
  [
    "AC[0-9a-f][0-9a-f] SK[0-9a-f][0-9a-f]",
    String.raw`(?:AC[0-9a-f]{32}["']?[\s,:;|]{1,4}["']?[0-9a-f]{32}|SK[0-9a-f]{32}["']?[\s,:;|]{1,4}["']?[A-Za-z0-9]{32})(?![A-Za-z0-9])`,
  ],
  // W&B on a server of one's own, Mailgun.
  ["lo|cal- key-", String.raw`(?:local-[a-f0-9]{40}|key-[a-f0-9]{32})(?![A-Za-z0-9])`],
  // The file of an account of Google, and private keys, in base64.
  [
    "eyJ0 LS0t",
    String.raw`(?:eyJ0eXBlIjog?(?:InNlcnZpY2V|ic2VydmljZ)|LS0tLS1CRUdJTi(?:BQUklW|BSU0EgUFJJVk|BFQyBQUklW|BPUEVOU1NIIFBSSVZ|BFTkNSWVBURUQgUFJJVk))[A-Za-z0-9+/=_-]{20,}`,
  ],
  // Models, search, sandboxes, observability.
  [
    "xai[-_] pplx csk[-_] e2b[-_] gsk[-_] r8[-_][A-Za-z0-9] fw[-_][A-Za-z0-9] rpa[-_] jina tgp_",
    String.raw`(?:xai|pplx|csk|e2b|gsk|r8|fw|rpa|jina|tgp_v1)[-_][A-Za-z0-9]{20,}`,
  ],
  ["a[ks][-_][A-Za-z0-9]", String.raw`a[ks](?:-|_(?=[A-Za-z]{0,40}\d))[A-Za-z0-9]{20,}`],
  [
    "nvap tvly lsv2 pcsk tgp_",
    String.raw`(?:nvapi|tvly|lsv2_(?:pt|sk)|pcsk|tgp_v1)[-_](?=[A-Za-z_-]{0,40}\d)[A-Za-z0-9_-]{20,}`,
  ],
];

const ALL_FORMS = FORMS.map(([, form]) => form).join("|");
const MARKS = new RegExp(`(?<![A-Za-z0-9_])(?:${ALL_FORMS})`, "y");
/** The same behind a word of a name, as in `notes_ghp_...txt`: those alone whose length leaves no doubt. */
const MARKS_IN_NAMES =
  /(?<=_)(?:hf_[A-Za-z0-9]{30,}|gh[opusr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{60,}|glpat-[A-Za-z0-9_-]{20,}|xox[abp]-[A-Za-z0-9-]{20,}|AIza[A-Za-z0-9_-]{35}|A(?:KIA|SIA)[A-Z0-9]{16}|npm_[A-Za-z0-9]{36}|sk-(?:[a-z]{2,8}-){0,2}[A-Za-z0-9]{24,})(?![A-Za-z0-9])/y;
/** Our own, whatever stands around it, as the word that a witness puts before one. */
const OWN = /abl_(?:in_[A-Za-z0-9]{33}|(?:op|wk|at|se|lo)_[A-Za-z0-9]{43}|sh_[0-9a-z]{26})/y;
/** Incoming webhooks: their path is the key. */
const WEBHOOKS =
  /(?<=https:\/\/(?:hooks\.slack\.com\/(?:services|workflows|triggers)|(?:ptb\.|canary\.)?discord(?:app)?\.com\/api\/webhooks|[a-z0-9-]{1,60}\.webhook\.office\.com\/webhookb2|open\.(?:feishu\.cn|larksuite\.com)\/open-apis\/bot\/v2\/hook)\/)[A-Za-z0-9/_@-]{10,}/g;
const BEGIN = /-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----/g;
const END = /-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----/y;
/** Lines of a key whose end is missing: base64, or a header of it, with line breaks as they are or as `\n`. */
const BODY = /(?:[A-Za-z0-9+/=]|\\[nr]|[\r\n\t ]|\\\\[nr])*/y;

/** A text, or its bytes in UTF-8 read as one character each, as logs are read. */
export const orBytes = (text: string): string =>
  `(?:${text}|${Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("")})`;

/** From where to where a secret stands in a text. */
export type Span = [from: number, to: number];

/** What a text is looked through for by `findForms`. */
const CUES = FORMS.flatMap(([cues]) => cues.split(" "));
export const FORM_CUES: readonly Cues[] = [
  {
    kind: "mark",
    cues: [
      ...inLists(
        CUES.filter((cue) => !cue.includes("|")),
        8,
      ),
      ...CUES.filter((cue) => cue.includes("|")).map((cue) => [cue]),
    ],
  },
  { kind: "webhook", cues: [["ks.s", "isco", "ok.o", "-api"]] },
  { kind: "private key", cues: [["PRIV"]] },
];

/** Secrets by their form: the marks of their makers, private keys, and our own tokens. */
export function findForms(text: string, look: FirstLook): Span[] {
  const found: Span[] = [];
  const marks = look.places("mark");
  if (marks.length > 0)
    for (const pattern of [MARKS, MARKS_IN_NAMES, OWN])
      for (const match of matchesAt(pattern, text, marks))
        found.push([match.index, match.index + match[0].length]);
  if (look.seen("webhook"))
    for (const match of text.matchAll(WEBHOOKS)) found.push([match.index, match.index + match[0].length]);
  return look.seen("private key") && text.includes("PRIVATE KEY")
    ? [...found, ...findPrivateKeys(text)]
    : found;
}

/** A key's text between its marks; without an end it goes as far as its alphabet. */
function findPrivateKeys(text: string): Span[] {
  const found: Span[] = [];
  let at = 0;
  let mark = 0;
  for (const match of text.matchAll(BEGIN)) {
    if (match.index < at) continue;
    const from = match.index + match[0].length;
    if (mark >= 0 && mark < from) mark = text.indexOf("-----END ", from);
    END.lastIndex = mark;
    const isWhole = mark >= 0 && mark - from < 20_000 && END.test(text);
    BODY.lastIndex = from;
    BODY.test(text);
    const to = isWhole ? mark : BODY.lastIndex;
    if (!/^[\s*]*$/.test(text.slice(from, to))) found.push([from, to]);
    at = to;
  }
  return found;
}

const OF_PIECE = new Uint8Array(128);
for (const character of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+/=-")
  OF_PIECE[character.charCodeAt(0)] = 1;
/**
 * Stretches of letters, digits and what stands between them in keys, from `shortest` characters on. Each window is read from its
 * end, so that most of a text of short words is passed over; no character is looked at more than twice.
 */
export function longPieces(text: string, shortest: number): Span[] {
  const found: Span[] = [];
  let from = 0;
  while (from + shortest <= text.length) {
    let at = from + shortest - 1;
    while (at >= from && OF_PIECE[text.charCodeAt(at)] === 1) at -= 1;
    if (at >= from) {
      from = at + 1;
      continue;
    }
    let to = from + shortest;
    // Behind the end the code is NaN, which is of no piece.
    while (OF_PIECE[text.charCodeAt(to)] === 1) to += 1;
    found.push([from, to]);
    from = to + 1;
  }
  return found;
}
