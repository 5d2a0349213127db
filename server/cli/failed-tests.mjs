// The tests that failed, each with the head of what it said: the end of a long output is all that some places keep of it.
const HEAD = 6;

/** Terminal colours. */
// oxlint-disable-next-line no-control-regex
const COLOUR = /\u001b\[[0-9;]*m/g;

/** @param {string} name @param {string} message @returns {string} */
function told(name, message) {
  const lines = message.replace(COLOUR, "").split("\n");
  const said = lines.filter((line) => line.trim() !== "" && !line.trim().startsWith("at ")).slice(0, HEAD);
  return [name, ...said.map((line) => `    ${line.trim()}`)].join("\n");
}

/**
 * @typedef {{ fullName: string, status: string, failureMessages: string[] }} Asserted
 * @typedef {{ name: string, status: string, message: string, assertionResults: Asserted[] }} TestFile
 */

/** Of a report of Vitest: its failed tests, and the files that failed before they had any. @param {{ testResults: TestFile[] }} report @returns {string[]} */
export function failedOfVitest({ testResults }) {
  return testResults.flatMap((file) => {
    const failed = file.assertionResults.filter(({ status }) => status === "failed");
    if (failed.length === 0) return file.status === "failed" ? [told(file.name, file.message)] : [];
    return failed.map((test) => told(`${file.name} > ${test.fullName}`, test.failureMessages.join("\n")));
  });
}

/**
 * @typedef {{ title: string, file: string, ok: boolean, tests: { results: { error?: { message?: string } }[] }[] }} Spec
 * @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite
 */

/** Of a report of Playwright: its failed tests, and what went wrong outside of any. @param {{ suites: Suite[], errors: { message?: string }[] }} report @returns {string[]} */
export function failedOfPlaywright({ suites, errors }) {
  /** @param {Suite} suite @returns {Spec[]} */
  const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
  const failed = suites
    .flatMap(specsOf)
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => {
      const messages = tests.flatMap(({ results }) => results.map(({ error }) => error?.message ?? ""));
      return told(`${file} > ${title}`, messages.join("\n"));
    });
  return [...failed, ...errors.map(({ message = "" }) => told("outside of any test", message))];
}
