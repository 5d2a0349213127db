import { parseDocument } from "yaml";

/** Parts that a document may refer to again and again: a few that refer to each other become billions. */
const MOST_ALIASES = 100;

/**
 * What a YAML document of somebody says, as Python reads it (YAML 1.1): of a name that stands there twice the last value, and a tag
 * of another language left as its value. Throws a `SyntaxError` that says in one line why it cannot be read.
 */
export function readYaml(text: string): unknown {
  try {
    // To look for names that stand there twice takes the square of their number.
    const read = parseDocument(text, { logLevel: "silent", version: "1.1", uniqueKeys: false });
    const [error] = read.errors;
    if (error) throw new SyntaxError(error.message.split("\n")[0]);
    return read.toJS({ maxAliasCount: MOST_ALIASES });
  } catch (error) {
    if (error instanceof ReferenceError) throw new SyntaxError("its parts refer to each other too often");
    if (error instanceof RangeError) throw new SyntaxError("it is nested too deeply");
    throw error;
  }
}
