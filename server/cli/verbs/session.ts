import { z } from "zod";
import { EndedSessions, SessionRow } from "../../contracts/housekeeping/settings.ts";
import { countOf } from "../../wording/counts.ts";
import { writeMoment } from "../../wording/times.ts";
import { ask } from "../client.ts";
import { EXIT, usageError } from "../exit.ts";
import { plain, printJson, say, textTable } from "../print.ts";
import { talking, type Verb } from "../verb.ts";

export const verb: Verb = {
  name: "session",
  words: "[list] | end ID | end all",
  wordCount: [0, 2],
  summary: "browsers that are logged in, and to log them out",
  details: 'A session ends after 30 days. Whoever is logged out needs a link of "npx ablab login-link".',
  examples: [
    ["npx ablab session", "browsers that are logged in"],
    ["npx ablab session end all", "log all of them out"],
  ],
  options: talking({}),
  answer: z.union([z.array(SessionRow), EndedSessions]),
  async run(input) {
    const [what = "list", id] = input.words;
    if ((what !== "list" && what !== "end") || (what === "end") !== (id !== undefined))
      throw usageError("Usage: npx ablab session [list] | end ID | end all");
    if (what === "end") {
      const wanted = { id: id === "all" ? null : (id ?? null) };
      const answer = await ask(input, (api) => api.settings.endSessions.mutate(wanted));
      if (input.options.json) printJson(answer);
      else say(`${countOf(answer.ended, "browser")} logged out.`);
      return EXIT.done;
    }
    const rows = await ask(input, (api) => api.settings.sessions.query());
    const table = textTable(
      ["Session", "Logged in", "Last seen", "Ends"],
      rows.map((row) => [
        row.id,
        writeMoment(row.createdAt),
        writeMoment(row.seenAt),
        writeMoment(row.expiresAt),
      ]),
    );
    if (input.options.json) printJson(rows);
    else say(plain(rows.length === 0 ? "No browser is logged in." : table));
    return EXIT.done;
  },
};
