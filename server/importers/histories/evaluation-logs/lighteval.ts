import { zoneNote } from "../or-debug-bench/episodes.ts";
import { begins, folderName, type HistoryReader, type ImportedRun, ownName } from "../reader.ts";
import { flat, identity, isStored, numbersOf, objectOf, readMoment } from "../values.ts";

/** `results_2025-11-05T14-43-47.148527.json`, as lighteval names them; others of that name have no such head. */
const NAME = /^results_(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2}(?:\.\d+)?)\.json$/;
const HEAD = 20_000;

/** Results of lighteval: what it measured of each task, with the model and how it was asked. */
export const lightevalReader: HistoryReader = {
  kind: "lighteval",
  title: "lighteval results",
  opens: (file) => NAME.test(ownName(file.name)) && begins(file, HEAD, "config_general"),
  read(file, _beside, { utcOffsetMinutes }): ImportedRun[] {
    const { config_general: general, results, config_tasks: tasks } = objectOf(file);
    const { model_name: model, model_config: config, ...told } = isStored(general) ? general : {};
    const moment = ownName(file.name).replace(NAME, "$1T$2:$3:$4");
    const name = typeof model === "string" && model !== "" ? model : folderName(file, "lighteval");
    const shots = Object.entries(isStored(tasks) ? tasks : {}).flatMap(([task, one]) =>
      isStored(one) && typeof one.num_fewshots === "number" ? [[`${task}.shots`, one.num_fewshots]] : [],
    );
    return [
      {
        sourceId: identity("lighteval", moment, name),
        name: name.slice(0, 200),
        startedAt: null,
        endedAt: readMoment(moment, `${file.name}, the date in its name`, utcOffsetMinutes),
        state: "finished",
        config: {
          ...(isStored(config) && flat(config)),
          ...(typeof told.lighteval_sha === "string" && { lighteval_sha: told.lighteval_sha }),
          ...(typeof told.max_samples === "number" && { max_samples: told.max_samples }),
          ...Object.fromEntries(shots),
        },
        environment: { source: file.name },
        summary: isStored(results) ? numbersOf(results) : {},
        evaluations: [],
        history: [],
        notes: [
          ...zoneNote([moment], utcOffsetMinutes),
          "Results hold the sums of each task and no problems, so there is nothing to compare in pairs; details in Parquet are not read.",
        ],
      },
    ];
  },
};
