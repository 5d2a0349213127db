import { expect, it } from "vitest";
import { growthOfSteps } from "../../math/testing/count-steps.ts";
import { maskBytes, maskText } from "./mask.ts";

/** Beginnings of secrets that never become one, and names without a value, one behind the other. */
const HOSTILE = [
  "key",
  "token=",
  "--api_key ",
  "eyJabcdefgh-",
  "sk-",
  "sk-a-",
  "-----BEGIN PRIVATE KEY-----",
  "://",
  "://a:",
  "a@",
  "Bearer ",
  "password: ",
  "{(",
  "hf_",
  "key=((",
  "wandb({key=",
  '\\\\"key\\\\":',
  "Aa0-",
  "SG.aaaaaaaaaaaaaaaaaaaaa",
  "glpat-a.",
  "***",
  "?sig=",
  "secret",
  "x=",
  "-",
  " ",
  "cookie: ",
  "AKIA",
  "api_key \n",
  'token" ,value',
  "curl -u a",
  "docker login ",
  "mysql -",
  "machine a login b password ",
  "password is ",
  "wandb login --a ",
  "\u001b[1m",
  "key\u001b[0m",
  "key   | ",
  "<secret>",
  "LS0tLS1CRUdJTiBQUklW",
  "curl -b 'a=",
  "zip -P",
  "mongo -u -p",
  "openssl -passin ",
  "echo a | ",
  "auth=('a', ",
  "otp ",
  "a:bcd@",
  "<td>password</td><td>",
  "pw  ",
  "password,\n",
  "Authorization: Digest ",
  `${"Qw0U".repeat(16)}\n`,
  "Ab1/".repeat(10) + "=",
  "Private-Lines: 1\n",
  "\u5bc6\u7801=",
  "key,a\n",
  "key\ta\t",
  '"key","',
  "key;a\n\n",
  "| key |\n",
  "api_key: [a, ",
  "api_key:\n - a\n - ",
  "hf_token: str = ",
  "AC0123456789abcdef0123456789abcdef:",
  "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.",
  "api_key: |\n",
  "api_key: |\n  a\n\n",
  "api_key:\n\n",
  'password: "\n  ',
  "api_key: !a &b ",
  "+ export MY_KEY=",
  "[['key','",
  '[["authorization", "',
];

it.each(HOSTILE)("takes steps as a text of %j is long", (piece) => {
  const grown = growthOfSteps(200, (size) => {
    const text = piece.repeat(size);
    return () => maskText(text);
  });
  expect(grown).toBeLessThan(12);
});

it("reads two million characters that would take a pattern practically for ever if it went back", () => {
  const lines = HOSTILE.map((piece) => piece.repeat(Math.ceil(70_000 / piece.length)));
  const bytes = Buffer.from(lines.join("\n"));
  expect(maskBytes(bytes).length).toBe(bytes.length);
});
