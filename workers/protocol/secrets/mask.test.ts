import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mulberry32 } from "../../math/rng.ts";
import { MASK } from "./mask-mark.ts";
import { holdNoSecret, maskArguments, maskBytes, maskJson, maskNamed, maskTable, maskText } from "./mask.ts";
import { HARMLESS_ENTRIES } from "./testing/golden-harmless.ts";
import { HARMLESS_TEXTS } from "./testing/golden-harmless-texts.ts";
import { SECRET_ENTRIES, SECRET_TEXTS } from "./testing/golden-secrets.ts";

const withoutMarks = (marked: string): string => marked.replace(/[⟦⟧]/g, "");

describe("what a secret is", () => {
  it("is known by name and by form, in at least 80 cases", () => {
    expect(SECRET_ENTRIES.length + SECRET_TEXTS.length).toBeGreaterThanOrEqual(80);
    expect(SECRET_ENTRIES.filter(([name, value]) => maskNamed(name, value) !== MASK)).toEqual([]);
    const shown = SECRET_TEXTS.map((marked) => [maskText(withoutMarks(marked)), marked]);
    expect(shown.filter(([masked, marked]) => masked !== marked.replace(/⟦[\s\S]*⟧/, MASK))).toEqual([]);
    // The same in the bytes of a log, where other letters are several.
    const left = SECRET_TEXTS.filter((marked) => {
      const masked = Buffer.from(maskBytes(Buffer.from(withoutMarks(marked)))).toString();
      return masked !== marked.replace(/⟦([\s\S]*)⟧/, (_, secret: string) => "*".repeat(secret.length));
    });
    expect(left).toEqual([]);
  });

  it("leaves alone what is none, in at least 200 cases", () => {
    expect(HARMLESS_ENTRIES.length).toBeGreaterThanOrEqual(200);
    expect(HARMLESS_ENTRIES.filter(([name, value]) => maskNamed(name, value) !== value)).toEqual([]);
    expect(HARMLESS_TEXTS.filter((text) => maskText(text) !== text)).toEqual([]);
  });

  it("is no number, boolean or null under any name", () => {
    for (const value of [3, 0.5, true, false, null]) expect(maskNamed("wandb_api_key", value)).toBe(value);
  });

  it("is seen in each argument of a command, behind an option or within one", () => {
    const argv = [
      "python",
      "t.py",
      "--wandb_key",
      "V",
      "--hf-token=V",
      "openai_api_key=V",
      "+logger.wandb.key=V",
      "--eos_token",
      "V",
    ];
    expect(maskArguments(argv)).toEqual([
      "python",
      "t.py",
      "--wandb_key",
      MASK,
      `--hf-token=${MASK}`,
      `openai_api_key=${MASK}`,
      `+logger.wandb.key=${MASK}`,
      "--eos_token",
      "V",
    ]);
    expect(maskArguments(["--wandb_key", "--steps", "3"])).toEqual(["--wandb_key", "--steps", "3"]);
  });

  it("is seen at every depth of a table", () => {
    const told = {
      logger: { wandb: { key: "abc", project: "p" } },
      argv: ["--hf_token", "abc"],
      n: [1, null],
      api_keys: ["abc"],
      env: [{ name: "HF_TOKEN", value: "abc" }],
      hf_key: { desc: null, value: "abc" },
      pairs: [
        ["hub_token", "a8f3k2b1c9d4"],
        ["hub_token", "base_url"],
      ],
    };
    expect(maskJson(told)).toEqual({
      logger: { wandb: { key: MASK, project: "p" } },
      argv: ["--hf_token", MASK],
      n: [1, null],
      api_keys: [MASK],
      env: [{ name: "HF_TOKEN", value: MASK }],
      hf_key: { desc: null, value: MASK },
      pairs: [
        ["hub_token", MASK],
        ["hub_token", "base_url"],
      ],
    });
  });

  it("is the second of a pair among pairs, as programs keep headers, and never another name", () => {
    const headers = [
      ["Authorization", "Bearer abc"],
      ["x-api-key", "hunterword"],
      ["api_key", "base_url"],
      ["Accept", "json"],
      ["sort_key", "reward"],
    ];
    expect(
      maskJson({ headers, own: ["Authorization", "Bearer abc"], names: ["password", "username"] }),
    ).toEqual({
      headers: [["Authorization", MASK], ["x-api-key", MASK], ...headers.slice(2)],
      own: ["Authorization", MASK],
      names: ["password", "username"],
    });
  });

  it("is masked with all around it where it lies too deep to be looked at", () => {
    const deep = (n: number): unknown => (n === 0 ? { api_key: "hunterword" } : [deep(n - 1)]);
    expect(JSON.stringify(maskJson(deep(100)))).toContain(`{"api_key":"${MASK}"}`);
    expect(JSON.stringify(maskJson(deep(1000)))).not.toContain("hunterword");
  });

  it("is found among random letters and digits, all but one of a thousand", () => {
    const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    const random = mulberry32(26);
    const missed = (alphabet: string, length: number) =>
      Array.from({ length: 3000 }, () =>
        Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join(""),
      ).filter((key) => maskText(`key ${key} went out`).includes(key)).length;
    for (const length of [32, 40, 48]) expect(missed(letters, length)).toBeLessThanOrEqual(8);
    expect(missed(letters.slice(0, 26) + letters.slice(-10), 32)).toBeLessThanOrEqual(8);
  });

  it("is each item of a list, and each row of a column", () => {
    const list = 'passwords = ["hunter2", "hunter3"], lr = ["a", "b"]';
    expect(maskText(list)).toBe('passwords = ["***", "***"], lr = ["a", "b"]');
    expect(maskText("api_keys:\n  - abc1\n  - abc2\nlr: 1")).toBe("api_keys:\n  - ***\n  - ***\nlr: 1");
    const table = 'id,password,note\n1,hunter2,a\n2,,b\n3,"hunter, 3",c\nend of it, hunter4';
    expect(maskText(table)).toBe('id,password,note\n1,***,a\n2,,b\n3,"***",c\nend of it, hunter4');
  });

  it.each([
    "name,api_key,lr\nrun,⟦a8f3k2b1c9d4⟧,0.1",
    '"name";"hf_token"\n"a";"⟦hunter2⟧"',
    "user\tpassword\nbench\t⟦hunter2⟧",
    "| name | api_key |\n|------|---------|\n| a | ⟦a8f3k2b1c9d4⟧ |",
    "user    password  host\nbench   ⟦hunter2⟧   node1",
  ])("stands below its name in a table: %j", (marked) => {
    expect(maskText(withoutMarks(marked))).toBe(marked.replace(/⟦[\s\S]*⟧/, MASK));
  });

  it.each([
    "name,max_tokens,token_loss\nrun,a8f3k2b1c9d4,mean",
    "metric_key\tkey_dim\na8f3k2b1c9d4\tsmall",
    "step  num_tokens  loss\nfirst  a8f3k2b1c9d4  high",
    "query, key, value\nproj, norm, out",
    'api_key,base_url\n["a8f3k2b1c9d4", 3]',
    "api_key,base_url\nword,http\n\na8f3k2b1c9d4,http",
  ])("is not what stands below another name: %j", (text) => {
    expect(maskText(text)).toBe(text);
  });

  it("does not stand in the name of an entry either", () => {
    expect(maskTable({ hf_AbCdEfGhIjKlMnOpQrSt: 1 })).toEqual({ [MASK]: 1 });
    const table = { lr: 1, name: "r1" };
    expect(maskTable(table)).toBe(table);
  });
});

const piece = fc.oneof(
  fc.constantFrom(...SECRET_TEXTS.map(withoutMarks)),
  fc.constantFrom(...HARMLESS_TEXTS),
  fc.constantFrom(..."=:,\"'& \n{}[]()/\\*@?-".split("")),
  fc.constantFrom(
    "--wandb_key",
    "password",
    "token",
    "Bearer ",
    "://u:",
    "-----BEGIN PRIVATE KEY-----",
    "***",
    "sk-",
    "eyJ",
  ),
  fc.string({ maxLength: 12 }),
);
const texts = fc.array(piece, { maxLength: 12 }).map((parts) => parts.join(""));

describe("masking", () => {
  it("of names looks through all of them at once, and misses none", () => {
    const secret = fc.constantFrom(...SECRET_TEXTS.map(withoutMarks).filter((text) => !text.includes("\n")));
    const names = fc.array(fc.oneof(fc.constantFrom("loss", "train/kl", "a.b"), secret), { maxLength: 6 });
    fc.assert(
      fc.property(names, fc.constantFrom("forms" as const, "names" as const), (given, only) => {
        const isClean = given.every((name) => maskText(name, only) === name);
        expect(holdNoSecret(given, only)).toBe(isClean);
      }),
    );
  });

  it("twice is masking once", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const once = maskText(text);
        expect(maskText(once)).toBe(once);
      }),
    );
  });

  it("takes out what is secret and keeps every other character in its order", () => {
    fc.assert(
      fc.property(texts, (text) => {
        let at = 0;
        for (const character of maskText(text).replaceAll("*", "")) {
          at = text.indexOf(character, at) + 1;
          expect(at).toBeGreaterThan(0);
        }
      }),
    );
  });

  it("keeps the length of bytes, and changes none that is no secret", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const bytes = Buffer.from(text);
        const masked = Buffer.from(maskBytes(bytes));
        expect(masked.length).toBe(bytes.length);
        expect([...masked].every((byte, i) => byte === bytes[i] || byte === 42)).toBe(true);
        expect(Buffer.from(maskBytes(masked)).equals(masked)).toBe(true);
      }),
    );
  });

  it("finds each secret in the middle of any text", () => {
    const quiet = fc.constantFrom(...HARMLESS_TEXTS);
    fc.assert(
      fc.property(quiet, fc.constantFrom(...SECRET_TEXTS), quiet, (before, marked, after) => {
        const masked = maskText(`${before}\n${withoutMarks(marked)}\n${after}`);
        expect(masked).toBe(`${before}\n${marked.replace(/⟦[\s\S]*⟧/, MASK)}\n${after}`);
      }),
    );
  });
});
