import { CliError, EXIT } from "./exit.ts";
import { say, sayAside, speakThroughConsole } from "./print.ts";
import { columns, parseVerb, verbHelp } from "./verb.ts";
import { findVerb, loadVerbs, VERB_GROUPS } from "./verbs.ts";

async function overview(): Promise<string> {
  const groups = await Promise.all(
    Object.keys(VERB_GROUPS).map(async (group) => {
      const rows = (await loadVerbs(group)).map(({ name, words, summary }) => [
        `${name} ${words}`.trim(),
        summary,
      ]);
      return `${group}\n${columns(rows)}`;
    }),
  );
  return `Usage: npx ablab VERB\n\n${groups.join("\n\n")}\n\nEvery verb has --help. Exit 0 done, 1 failed, 2 wrong use.\n`;
}

async function main(args: string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === "--help" || name === "help") {
    say((await overview()).trimEnd());
    return name === undefined ? EXIT.usage : EXIT.done;
  }
  const load = findVerb(args);
  if (!load) throw new CliError(`There is no verb "${name}". See: npx ablab --help`, EXIT.usage);
  const { verb } = await load();
  if (rest.includes("--help")) {
    say(verbHelp(verb));
    return EXIT.done;
  }
  return verb.run(parseVerb(verb, rest));
}

speakThroughConsole();
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof Error && ["CliError", "ServiceError", "FolderError"].includes(error.name)) {
    sayAside(`ablab: ${error.message}`);
    process.exitCode = "exitCode" in error ? (error.exitCode as number) : EXIT.failed;
  } else {
    // A fault of ours: Node would print its words, which may be of others, as they are.
    sayAside(error instanceof Error ? (error.stack ?? error.message) : String(error));
    process.exit(EXIT.failed);
  }
}
