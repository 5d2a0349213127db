import type { Db } from "../client.ts";
import { groupSamples } from "../schema/index.ts";

export function insertGroupSample(
  db: Db,
  sample: {
    attemptId: string;
    trainStep: number;
    drawn: number;
    groups: { key: string; rewards: (number | string)[] }[];
  },
): void {
  db.insert(groupSamples).values(sample).run();
}
