import { expect, test } from "vitest";
import { isTest, sourceFiles } from "./source-files.ts";

/** Where numbers become text; workers and measurements write log lines, and what runs before the packages are there. */
const WRITERS = /^(server\/wording\/|server\/numbers\/round\.ts|workers\/|e2e\/)/;

const TEXT_BANS: { pattern: RegExp; why: string; except?: RegExp }[] = [
  { pattern: /^\s*["']use server["']/m, why: "Server Actions are not used: the gate refuses them" },
  { pattern: /\bsql\.raw\b/, why: "sql.raw takes text that nobody escaped" },
  { pattern: /user-agent/i, why: "the user agent is never an input to a decision" },
  { pattern: /shell:\s*true/, why: "processes are started from an argument list, never through a shell" },
  { pattern: /dangerouslySetInnerHTML/, why: "no HTML from strings", except: /^app\/layout\.tsx$/ },
  { pattern: /Math\.random\(\)/, why: "randomness is seeded, ids come from node:crypto" },
  { pattern: /\.prepare\(\s*["'`]/, why: "SQL lives in db/", except: /^(db|e2e)\// },
  {
    pattern: /\.(toFixed|toPrecision|toExponential|toLocaleString)\(|Intl\.(NumberFormat|DateTimeFormat)/,
    why: "numbers and times are written by server/wording, and rounded by server/numbers/round.ts",
    except: WRITERS,
  },
  {
    pattern: /\* 100\)?\}|\b100 \* [^}\n]*\} ?%/,
    why: "shares are written in per cent by server/wording",
    except: WRITERS,
  },
  {
    pattern: /=== 1\s*\?\s*["'`]/,
    why: "words that go with a count are chosen by plural and countOf of server/wording",
    except: WRITERS,
  },
];

test("no file contains what is banned", () => {
  const hits = sourceFiles().flatMap(({ file, text }) =>
    file === "banned-texts.test.ts" || isTest(file)
      ? []
      : TEXT_BANS.filter((ban) => ban.pattern.test(text) && !ban.except?.test(file)).map(
          (ban) => `${file}: ${ban.why}`,
        ),
  );
  expect(hits).toEqual([]);
});

test.each([
  "value.toFixed(2)",
  "total.toLocaleString()",
  "new Intl.NumberFormat()",
  "`${share * 100} %`",
  "`${Math.round(share * 100)} %`",
  "`${Math.round(100 * share)} %`",
  'n === 1 ? "run" : "runs"',
  "n === 1\n      ? `${name} is`\n      : `${n} are`",
])("%j is a text that somebody writes by hand", (text) => {
  expect(TEXT_BANS.some(({ pattern }) => pattern.test(text))).toBe(true);
});
