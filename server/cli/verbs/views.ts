import { z } from "zod";
import { TableView, TableViewAnswer } from "../../contracts/housekeeping/table-views.ts";
import { listOr } from "../../wording/counts.ts";
import { type Api, ask } from "../client.ts";
import { EXIT, usageError } from "../exit.ts";
import { plain, printJson, say, textTable } from "../print.ts";
import { talking, type Verb } from "../verb.ts";

const USAGE =
  "Usage: npx ablab views [list], views save NAME ADDRESS, views default NAME, views default, or views delete NAME.";

async function idOf(api: Api, name: string): Promise<string> {
  const views = await api.tableViews.list.query();
  const found = views.find((view) => view.name === name || view.id === name);
  if (found) return found.id;
  const known = listOr(views.map((view) => view.name)) || "none";
  throw usageError(`There is no saved view "${name.slice(0, 80)}". There is: ${known}.`);
}

async function change(api: Api, [what, name, address]: string[]): Promise<TableViewAnswer> {
  if (what === "save" && name !== undefined && address !== undefined) {
    const found = (await api.tableViews.list.query()).find((view) => view.name === name && view.mine);
    const told = address.includes("?") ? address.slice(address.indexOf("?") + 1) : address;
    return api.tableViews.save.mutate({ ...(found && { id: found.id }), name, address: told });
  }
  if (what === "default" && address === undefined)
    return api.tableViews.chooseDefault.mutate({ id: name === undefined ? null : await idOf(api, name) });
  if (what === "delete" && name !== undefined && address === undefined)
    return api.tableViews.delete.mutate({ id: await idOf(api, name) });
  throw usageError(USAGE);
}

export const verb: Verb = {
  name: "views",
  words: "[list | save NAME ADDRESS | default [NAME] | delete NAME]",
  wordCount: [0, 3],
  summary: "saved views of the run table: list, save, delete, or choose the one the project opens with",
  details:
    "ADDRESS is that of the page Runs, or the part behind its question mark. default without a name opens the table with every run again.",
  examples: [
    ['npx ablab views save Losses "group=p:loss"', "save a view of the run table"],
    ["npx ablab views default Losses", "the table opens with it"],
  ],
  options: talking({}),
  answer: z.union([z.array(TableView), TableViewAnswer]),
  async run(input) {
    const [what = "list"] = input.words;
    if (what === "list" && input.words.length < 2) {
      const views = await ask(input, (api) => api.tableViews.list.query());
      if (input.options.json) printJson(views);
      else if (views.length === 0) say("No view of the run table is saved yet.");
      else
        say(
          textTable(
            ["view", "default", "saved by", "address"],
            views.map(({ name, isDefault, owner, address }) =>
              [name, isDefault ? "default" : "", owner, address].map(plain),
            ),
          ),
        );
      return EXIT.done;
    }
    const answer = await ask(input, (api) => change(api, input.words));
    if (input.options.json) printJson(answer);
    else say(plain(answer.message));
    return EXIT.done;
  },
};
