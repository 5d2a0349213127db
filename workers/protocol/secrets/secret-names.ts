import type { Cues } from "./cues.ts";

/**
 * What a name says of its value. `always`: any text is a secret. `opaque`: a text that is no word or name is one, as under a
 * bare `key`. `never`: the name speaks of something else, as `pad_token`, and only the form of the value can tell.
 */
export type NameStrength = "always" | "opaque" | "never";

const words = (...lines: string[]): ReadonlySet<string> => new Set(lines.flatMap((line) => line.split(" ")));

/** Before "key" and "token": who or what the key opens. */
const OWNERS = words(
  "api access secret private auth oauth jwt bearer session refresh personal security sas pat ssh gpg pgp rsa tls ssl",
  "encryption decryption signing license licence subscription account client service master admin root deploy deployment",
  "app application write writer read reader ingest login upload push registration webhook bot proxy cloud storage bucket",
  "wandb wb weave hf huggingface hub trackio mlflow swanlab comet neptune clearml dagshub aim tensorboard logger tracker",
  "openai oai anthropic claude gemini google gcp vertex aws amazon azure s3 minio oss cos github gh gitlab bitbucket",
  "langfuse langsmith langchain together groq mistral deepseek cohere replicate fireworks openrouter perplexity xai grok",
  "serper serpapi tavily exa bing brave jina searchapi e2b modal daytona runpod lambda vast coreweave nvidia ngc ngrok",
  "slack discord telegram twilio sendgrid stripe sentry datadog pinecone qdrant weaviate mongo mongodb postgres mysql redis",
  "kaggle docker dockerhub npm pypi conda dashscope zhipu glm moonshot kimi minimax volc ark siliconflow baidu tencent",
  "fernet hmac aes enc kube kubeconfig vault consul nomad bootstrap csrf xsrf feishu lark dingtalk wechat tinker primeintellect prime vllm sglang llm ray k8s kubernetes databricks snowflake ablab",
);

/** Before "key" and "token": what is looked up, sorted or said by it. */
const OTHERS = words(
  "sort sorting metric group grouping prompt input output label image images video audio answer reward rewards score response",
  "question message messages column field data dataset feature text chat chosen rejected config state num number query q k v",
  "kv cache index map dict lookup primary foreign partition hash category class sample problem solution ground truth target",
  "source context history tool tools metadata meta multimodal monitor best objective advantage value eval train step reference",
  "pad padding eos bos unk sep cls mask stop special think thinking start end begin eot eop eod im next last first per max min",
  "new vision placeholder completion separator boundary delimiter reasoning action loss kl ref system assistant decoder",
  "forced total avg mean bad suppress extra added additional blank fim prefix suffix middle box point mm",
);

/** Behind the secret: words about it. `api_key_env` names a variable, `secret_name` an object of a cluster. */
const ABOUT = words(
  "name names path paths file files filename dir directory folder env var variable variables type types kind mode len length",
  "size count num dim dims id ids level loss limit budget rate required enabled policy manager provider store prompt hint ref",
  "version field column index position offset usage cost per value heads cache head format prefix suffix regex pattern url",
  "dataset datasets mean max min std sum ratio weight weights mask logprob logprobs entropy accuracy per_second classification embedding accepted allowed enable",
);

const ALONE = words(
  "secret secrets password passwords passwd passphrase passcode pwd credential credentials creds authorization cookie cookies",
  "apikey apikeys apitoken accesskey accesstoken secretkey privatekey authtoken authkey bearer",
  "otp totp hotp mfa 2fa kennwort geheimnis wachtwoord contrasena senha",
);
/** Before "pass" and "pw", of which the first is a step of a training behind any other word. */
const WITH_PASS = words(
  "db database user username smtp imap mail email ftp sftp sudo http https proxy root admin login mysql postgres pg redis mongo",
  "minio rabbitmq ssh ldap vpn registry docker git wifi login keystore truststore vault wallet zip cert",
);
/** Behind a key: which one of several it is, or how it is written. */
const WHICH = words("prod production dev development staging live pem b64 base64");

/** Tables of secrets: whatever text stands below is one. */
const TABLES = words(
  "secrets secret credentials credential creds passwords apikeys apitokens authorization cookies",
);

/** "wandbApiKey", "WANDB_API_KEY", "x-api-key" -> lower-case words. */
function wordsOf(part: string): string[] {
  return part
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "")
    .flatMap(apart);
}

/** "wandbkey" -> wandb, key; "dbpass" -> db, pass; "monkey" stays. */
function apart(word: string): string[] {
  const [, before, what] = /^([a-z0-9]+?)(keys?|tokens?|pass)\d*$/.exec(word) ?? [];
  if (before === undefined) return [word];
  return (what === "pass" ? WITH_PASS : OWNERS).has(before) ? [before, what] : [word];
}

/** A code that is typed in once, beside a password. */
const IS_CODE = /^(?:two)?factorcode$|^smscode$|^recoverycodes?$|^backupcodes$|^pincode$|^motdepasse$/;
/** As servers call what says who is logged in. */
const IS_SESSION = /^(?:j|php|aspnet)?sess(?:ion)?id$/;

const isAlone = (word: string): boolean =>
  ALONE.has(word) || /passw(?:or)?[dt]|credential|^secret(?!ar)|secrets?$/.test(word);

/** "apiKey2" -> api, key. */
const withoutNumbers = (own: readonly string[]): string[] =>
  own.map((word, i) => (i > 0 ? word.replace(/^((?:key|token|pass)s?)\d+$/, "$1") : word));

function strengthOfWords(all: readonly string[], parent: readonly string[]): NameStrength {
  const own = withoutNumbers(all);
  const last = own.at(-1) ?? "";
  const isAbout = own.length > 1 && ABOUT.has(last);
  const joined = own.join("");
  if (
    own.some(isAlone) ||
    IS_CODE.test(joined) ||
    /^(?:proxy|basic|http|digest|redis|rediscli)auth$/.test(joined)
  )
    return isAbout ? "opaque" : "always";
  if (last === "pw" && own.length === 1) return "always";
  if (last === "pass" || last === "pw") {
    if (WITH_PASS.has([...parent, ...own].at(-2) ?? "")) return "always";
    return own.length === 1 ? "opaque" : "never";
  }
  if (joined === "idtoken") return "always";
  if (own.length === 1 && IS_SESSION.test(joined)) return "opaque";
  const at = own.findLastIndex((word) => /^(?:key|token)s?$/.test(word));
  if (at < 0 && own.length === 1 && OWNERS.has(joined) && /^(?:keys|tokens)$/.test(parent.at(-1) ?? ""))
    return "opaque";
  if (at < 0) return /^(?:auth|jwt|pat|bearer)$/.test(last) ? "opaque" : "never";
  const before = at > 0 ? own.slice(0, at) : parent;
  const isOwned = before.some((word) => OWNERS.has(word));
  const next = own.slice(at + 1).filter((word) => !/^\d+$/.test(word) && !WHICH.has(word));
  const isAccessKeyId = next.join() === "id" && own[at] === "key" && before.includes("access");
  const isOther = OTHERS.has(before.at(-1) ?? "");
  if (isAccessKeyId || (isOwned && !isOther && next.length === 0)) return "always";
  if (isOther || (at === 0 && next.length > 0)) return "never";
  if (next.length > 0) return isOwned && !isAbout ? "opaque" : "never";
  if (own[at].endsWith("s")) return "never";
  return "opaque";
}

const remembered = new Map<string, NameStrength>();
const MOST_REMEMBERED = 4096;
const LONGEST_NAME = 300;

/** What a name says: its last part decides, by its own words and, where it is a bare `key`, by those of the part before it. */
export function strengthOf(name: string): NameStrength {
  const known = remembered.get(name);
  if (known !== undefined) return known;
  const strength = judge(name.slice(-LONGEST_NAME));
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  if (name.length <= LONGEST_NAME) remembered.set(name, strength);
  return strength;
}

function judge(name: string): NameStrength {
  if (!MENTIONS.test(name)) return "never";
  if (IN_OTHER_LETTERS.test(name)) return "always";
  const parts = name.split(/[./:[\]\s]+/).filter((part) => part !== "");
  // As clients wrap what they send: `api_key.value`.
  if (parts.length > 1 && parts.at(-1) === "value") parts.pop();
  if (parts.at(-1) === "_auth") return "always";
  const own = wordsOf(parts.at(-1) ?? "");
  const above = parts.slice(0, -1).map(wordsOf);
  if (above.some((part) => TABLES.has(part.join("")) || TABLES.has(part.at(-1) ?? ""))) return "always";
  return strengthOfWords(own, above.at(-1) ?? []);
}

/** What a text is searched for, and nearly every name of a secret holds: each further beginning makes the search dearer. */
export const IN_TEXTS =
  /key|token|secret|passw|passphrase|passcode|pwd|credential|creds|auth|cookie|jwt|bearer|pass(?![a-z])|pw(?![a-z])|otp(?![a-z])|[m2]fa/i;
export const MENTION_CUES: Cues = {
  kind: "mention",
  cues: [
    ["toke", "cred", "auth", "bear"],
    ["secr", "cook", "pass"],
    ["key", "pwd", "jwt"],
    ["otp", "[m2]fa"],
    ["pw[^a-z]"],
  ],
  isLoose: true,
};
/** What every name of a secret holds. */
const MENTIONS = new RegExp(
  `${IN_TEXTS.source}|pat$|(?:or|sms|ery|pin)_?code|backup_?codes|de_?passe|sess(?:ion)?id|kennwort|geheimnis|wachtwoord|contrase|senha|\u5bc6[\u7801\u78bc\u94a5]|\u53e3\u4ee4|\u043f\u0430\u0440\u043e\u043b\u044c`,
  "i",
);
/** Chinese and Russian names of passwords and keys. */
const IN_OTHER_LETTERS = /[\u5bc6\u53e3\u043f]/i;

/** A field of a recipe that takes a secret: its value never leaves the machine that needs it. */
export const isSecretName = (name: string): boolean => strengthOf(name) === "always";

/** The same where a number of digits is no secret: ids and counts are called tokens too, passwords may be digits. */
export const mayBeDigits = (name: string): boolean => {
  const words = wordsOf(name);
  return (
    words.some((word) => isAlone(word) || word === "pw") ||
    /code(?:s)?$/.test(words.join("")) ||
    IN_OTHER_LETTERS.test(name)
  );
};
