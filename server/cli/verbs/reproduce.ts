import { ReproduceAnswer } from "../../contracts/reported/reproduction.ts";
import { printedUnit, writeQuantity } from "../../wording/quantities.ts";
import { reproductionText } from "../../wording/reproduction.ts";
import { NOT_MEASURED } from "../../wording/typography.ts";
import { ask } from "../client.ts";
import { EXIT } from "../exit.ts";
import { plain, printJson, say, textTable } from "../print.ts";
import { talking, text, type Verb } from "../verb.ts";

type Plan = ReproduceAnswer["plan"];

function printPlan({ entry, title, document, recipe, same, differs, set }: Plan): void {
  say(plain(`${entry}, reported in ${title}, ${document}.`));
  if (!recipe) {
    say("No recipe here has this name.");
    return;
  }
  say(plain(`Nearest: ${recipe.title}, preset ${recipe.presetTitle}.`));
  const lines = [
    ...same.map(({ label, text: told, from }) => [label, told, "as reported", from]),
    ...differs.map(({ name, text: told, here, from }) => [
      name,
      told,
      `differs: ${here ?? "no recipe"}`,
      from,
    ]),
  ];
  if (lines.length > 0)
    say(
      textTable(
        ["setting", "reported", "here", "from"],
        lines.map((line) => line.map(plain)),
      ),
    );
  const sets = Object.entries(set).map(([name, value]) => ` --set ${name}=${value}`);
  say(
    plain(
      `Launch it with: npx ablab launch ${recipe.slug} --preset ${recipe.preset}${sets.join("")} --seeds 0-4`,
    ),
  );
}

function printResult(result: NonNullable<ReproduceAnswer["result"]>): void {
  say(
    textTable(
      ["metric", ">reported", ">measured", "verdict"],
      result.map(({ key, text: told, measured, reproduction }) => {
        const written = measured ? writeQuantity(measured) : null;
        const unit = measured ? printedUnit(measured.unit) : "";
        return [
          measured?.metric ?? key,
          told,
          written ? `${written.value}${unit} ${written.interval ?? ""}`.trim() : NOT_MEASURED,
          reproduction ? reproductionText(reproduction) : "",
        ].map(plain);
      }),
    ),
  );
}

export const verb: Verb = {
  name: "reproduce",
  words: "TABLE ENTRY",
  wordCount: [2, 2],
  summary: "from a row of a reported table to the nearest recipe, or to a verdict beside what was measured",
  details:
    "TABLE is the id or the title of a reported table. Says which of the reported settings the recipe takes and which differ. With an experiment it says of each reported value whether the interval that was measured holds it; what cannot be compared says why.",
  examples: [
    [
      'npx ablab reproduce "Settings of the ablation" no_kl',
      "recipe, preset and numbers that come nearest to a reported row",
    ],
    [
      'npx ablab reproduce "Settings of the ablation" no_kl --experiment latest',
      "reproduced, not reproduced, or cannot be compared",
    ],
  ],
  options: talking({
    experiment: {
      type: "string",
      value: "EXPERIMENT",
      help: "the experiment whose configuration of this name was measured",
    },
  }),
  answer: ReproduceAnswer,
  async run(input) {
    const [id, entry] = input.words;
    const named = text(input.options.experiment);
    const answer = await ask(input, async (api) => {
      const experiment = named ? (await api.experiments.find.query({ text: named })).id : null;
      return api.reported.reproduce.query({ id, entry, experiment });
    });
    if (input.options.json) printJson(answer);
    else {
      printPlan(answer.plan);
      if (answer.result) printResult(answer.result);
    }
    return EXIT.done;
  },
};
