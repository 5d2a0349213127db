import { temporaryFolder } from "../../testing/world.ts";
import { executorContract } from "../testing/contract.ts";
import { openLocal } from "./local.ts";

executorContract("this machine", async (onEnd) => ({
  executor: openLocal(),
  again: openLocal,
  home: temporaryFolder(onEnd),
}));
