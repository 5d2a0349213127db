import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchesAt } from "./cues.ts";
import { firstLook } from "./first-look.ts";
import { maskText } from "./mask.ts";
import { SECRET_TEXTS } from "./testing/golden-secrets.ts";

/** How something of each kind may begin. */
const BEGINNINGS: readonly (readonly [kind: string, ...texts: string[]])[] = [
  [
    "mark",
    "abl_in_",
    "hf_a",
    "hf_9",
    "wandb_v1_",
    "sk-a",
    "pk-9",
    "rk_live",
    "ghp_",
    "github_pat_",
    "glpat-",
  ],
  [
    "mark",
    "AKIA",
    "ACCA",
    "xoxb-",
    "AIza",
    "eyJh",
    "pypi-A",
    "hvs.",
    "SG.a",
    "local-0",
    "key-0",
    "r8_a",
    "LS0t",
  ],
  ["mention", "key", "TOKEN", "Secret", "passw", "pwd", "creds", "otp", "2fa", "MFA", "pw=", "pw\n"],
  ["at", "@"],
  ["signature", "?sig=", "&X-Amz-Signature", "?code="],
  ["scheme", "Bearer a", "basic\ta", "token\na", "token\u00a0a", "token\u3000a"],
];
const SEEN: readonly (readonly [kind: string, ...texts: string[]])[] = [
  ["webhook", "hooks.slack.com", "discord.com", "webhook.office.com", "open-apis"],
  ["private key", "BEGIN RSA PRIVATE KEY"],
  ["session", "JSESSIONID", "sessionid", "connect.sid"],
  [
    "program",
    "curl -u",
    "docker login",
    "7z a",
    "7za x",
    "zip -P",
    "xh -a",
    "http -a",
    "https -a",
    "redis-cli -a",
  ],
  ["program", "ssh-keygen -N", "openssl -k", "--password-stdin", "clickhouse-client", "sudo -S"],
  [
    "word",
    "Password",
    "passphrase",
    "api key",
    "api-key",
    "apikey",
    "access key",
    "auth =",
    "auth=",
    "one time",
  ],
  ["other word", "\u5bc6\u7801", "\u041f\u0430", "\u00e5\u00af", "\u00d0\u00bf"],
];
const around = fc.oneof(fc.string({ maxLength: 9 }), fc.string({ unit: "binary", maxLength: 5 }));
const oneOf = (table: typeof SEEN) =>
  fc.constantFrom(
    ...table.flatMap(([kind, ...texts]) => texts.map((text): [string, string] => [kind, text])),
  );

describe("a first look", () => {
  it("finds each cue, wherever it stands", () => {
    fc.assert(
      fc.property(around, oneOf(BEGINNINGS), around, (before, [kind, text], after) => {
        expect(firstLook(before + text + after, true).places(kind)).toContain(before.length);
        expect(firstLook(before + text, true).places(kind)).toContain(before.length);
      }),
      { numRuns: 1000 },
    );
    fc.assert(
      fc.property(around, oneOf(SEEN), around, (before, [kind, text], after) => {
        expect(firstLook(before + text + after, true).seen(kind)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it("gives places in their order, and for forms alone no others", () => {
    const text = "github_pat_ wandb_v1_ sk-a key @ abl_in_ Bearer a";
    const places = [...new Set(firstLook(text, true).places("mark"))];
    expect(places).toEqual(["github_pat_", "wandb_v1", "sk-a", "abl_in_"].map((mark) => text.indexOf(mark)));
    const forms = firstLook(text, false);
    expect([...new Set(forms.places("mark"))]).toEqual(places);
    expect(["mention", "at", "scheme"].map((kind) => forms.places(kind))).toEqual([[], [], []]);
  });

  it("leaves most of a log without a place", () => {
    const line =
      "{'loss': 0.3121, 'grad_norm': 1.5, 'num_tokens': 81.0, 'reward': 0.5} step 7/100 [00:12<14:33]\n";
    const look = firstLook(line.repeat(100), true);
    expect(look.places("mention").length).toBe(100);
    for (const kind of ["mark", "at", "signature", "scheme"]) expect(look.places(kind)).toEqual([]);
    for (const kind of ["webhook", "private key", "session", "program", "word"])
      expect(look.seen(kind)).toBe(false);
  });
});

it("finds at places what a pattern finds in the whole text, none within another", () => {
  const text = "aaaa b aa";
  const places = Array.from({ length: text.length }, (_, at) => at);
  const found = [...matchesAt(/aa/y, text, places)].map(({ index }) => index);
  expect(found).toEqual([...text.matchAll(/aa/g)].map(({ index }) => index));
});

it("masks a secret at each place of a text in the same way", () => {
  for (const marked of SECRET_TEXTS)
    for (const before of ["\n", "x\n", "ab\n"])
      expect(maskText(before + marked.replace(/[⟦⟧]/g, ""))).toBe(
        before + marked.replace(/⟦[\s\S]*⟧/, "***"),
      );
});
