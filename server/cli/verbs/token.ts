import { z } from "zod";
import {
  CreatedToken,
  IngestTokenRow,
  KEY_ACCESS,
  type KeyAccess,
} from "../../contracts/external/ingest-token.ts";
import { countOf } from "../../wording/counts.ts";
import { writeMoment } from "../../wording/times.ts";
import { ask } from "../client.ts";
import { EXIT, usageError } from "../exit.ts";
import { PROJECT_OPTION, projectOf } from "../current-project.ts";
import { plain, printJson, say, textTable } from "../print.ts";
import { talking, text, type Verb } from "../verb.ts";

const state = ({ revokedAt, usedAt }: IngestTokenRow): string => {
  if (revokedAt !== null) return `revoked ${writeMoment(revokedAt)}`;
  return usedAt === null ? "never used" : `last run ${writeMoment(usedAt)}`;
};

function table(tokens: readonly IngestTokenRow[]): string {
  if (tokens.length === 0) return "There is no ingest token yet. Make one with: npx ablab token new NAME";
  const rows = tokens.map((t) => [t.name, `…${t.tail}`, t.project, t.access, String(t.runs), state(t), t.id]);
  return textTable(["Token", "Ends with", "Project", "Access", ">Runs", "State", "Id"], rows);
}

export const verb: Verb = {
  name: "token",
  words: "new NAME | list | revoke TOKEN | renew operator",
  wordCount: [1, 2],
  summary:
    "make, list or revoke the tokens by which trainings elsewhere bring their runs and scripts read them",
  details:
    "A token opens bringing runs into its project and nothing else; with --access read it opens reading them and nothing else, and with both, both. Its text is printed once. TOKEN is an id or a name. What a revoked token brought stays. The operator token, by which commands like this one talk to the server, lies in a file; renew operator puts another one there.",
  examples: [
    ["npx ablab token new gsm8k-node", "a key for a training elsewhere"],
    ["npx ablab token new reader --access read", "a key for scripts that read runs"],
    ["npx ablab token list", "keys with what each may do"],
  ],
  options: talking({
    ...PROJECT_OPTION,
    access: {
      type: "string",
      value: "WHAT",
      help: "of a new token: write (default) brings runs, read reads those of its project, both does both",
    },
    "makes-projects": {
      type: "boolean",
      help: "of a new token: each project of wandb or trackio becomes a project here",
    },
  }),
  answer: z.union([CreatedToken, z.array(IngestTokenRow), IngestTokenRow, z.object({ file: z.string() })]),
  async run(input) {
    const [what, word] = input.words;
    const wantsWord = what === "new" || what === "revoke" || what === "renew";
    if ((!wantsWord && what !== "list") || wantsWord !== (word !== undefined))
      throw usageError("Usage: npx ablab token new NAME | list | revoke TOKEN | renew operator");
    const { json } = input.options;
    if (what === "renew") {
      if (word !== "operator") throw usageError("Only the operator token is renewed; others are revoked.");
      const renewed = await ask(input, (api) => api.settings.renewOperatorToken.mutate());
      if (json) printJson(renewed);
      else say(plain(`${renewed.file} holds another token now. Who has a copy of the old one is refused.`));
      return EXIT.done;
    }
    const access = text(input.options.access) ?? "write";
    if (!(KEY_ACCESS as readonly string[]).includes(access))
      throw usageError(`--access is one of: ${KEY_ACCESS.join(", ")}.`);
    if (what === "new") {
      const made = await ask(input, (api) =>
        api.tokens.create.mutate({
          name: word,
          project: projectOf(input),
          access: access as KeyAccess,
          makesProjects: input.options["makes-projects"] === true,
        }),
      );
      if (json) printJson(made);
      else say(`${made.token}\n${plain(`This is the only time that the token ${made.name} is shown.`)}`);
    } else if (what === "list") {
      const tokens = await ask(input, (api) => api.tokens.list.query());
      if (json) printJson(tokens);
      else say(plain(table(tokens)));
    } else {
      const revoked = await ask(input, (api) => api.tokens.revoke.mutate({ token: word }));
      if (json) printJson(revoked);
      else
        say(
          plain(`${revoked.name} opens nothing now. What it brought stays: ${countOf(revoked.runs, "run")}.`),
        );
    }
    return EXIT.done;
  },
};
