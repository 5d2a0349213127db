import { createServer } from "node:net";
import { parseArgs } from "node:util";
import { listen } from "../http/connections/listen.ts";
import { explainStart } from "../http/explain-start.ts";
import { refuseUsed } from "../http/home.ts";
import { EXIT } from "./exit.ts";
import { homeDir } from "./home-dir.ts";
import { plain, sayAside } from "./print.ts";
import { DEFAULT_HOST, readPort } from "./read-port.ts";

/**
 * A program of the launcher, before it builds the pages for a minute: says in one sentence that another server uses the data
 * directory, or why the server could not listen where the arguments of `ablab start` ask for, and ends with the code of that.
 * What else is wrong with them is said by the verb itself.
 */
const { values } = parseArgs({
  args: process.argv.slice(2),
  options: { port: { type: "string" }, host: { type: "string" } },
  strict: false,
});
const text = (value: unknown) => (typeof value === "string" ? value : undefined);
const server = createServer();
try {
  const port = readPort(text(values.port));
  refuseUsed(homeDir());
  await listen(server, text(values.host) ?? DEFAULT_HOST, port);
} catch (given) {
  const error = explainStart(given, homeDir());
  sayAside(plain(`ablab: ${error instanceof Error ? error.message : String(error)}`));
  process.exitCode = error instanceof Error && "exitCode" in error ? (error.exitCode as number) : EXIT.failed;
}
server.close();
