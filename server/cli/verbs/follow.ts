import { readFileSync, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { INGEST_VARIABLES } from "../../../workers/protocol/ingest.ts";
import { countOf } from "../../wording/counts.ts";
import { CliError, EXIT, findIngestServer, usageError } from "../client.ts";
import { followFolder, type FollowedCounts } from "../follow/follow-folder.ts";
import { sendTo, type SentRun } from "../follow/send-told.ts";
import { say, sayAside } from "../print.ts";
import { text, type Verb, type VerbInput } from "../verb.ts";

const PAUSE = 1000;
/** A folder in which nothing changed for so long says nothing about whether its training lives. */
const QUIET = 5 * 60_000;
const HEARTBEAT = 10_000;
const ENDS = ["finished", "failed", "killed"] as const;

/** Server and ingest token: as told, else of the environment, else the server of this machine. */
function findPlace(input: VerbInput): { url: string; token: string } {
  const file = text(input.options["token-file"]) ?? process.env[INGEST_VARIABLES.tokenFile];
  const url = findIngestServer(input);
  const token = file === undefined ? process.env[INGEST_VARIABLES.token] : readFileSync(file, "utf8").trim();
  if (!token)
    throw usageError(
      `Name a file with an ingest token by --token-file, or set ${INGEST_VARIABLES.token}. One is made by: npx ablab token new NAME`,
    );
  return { url, token };
}

function endOf(input: VerbInput): (typeof ENDS)[number] | null {
  const told = text(input.options.end);
  if (told === undefined) return null;
  const end = ENDS.find((one) => one === told);
  if (end === undefined) throw usageError(`--end is one of ${ENDS.join(", ")}.`);
  return end;
}

/** Folders of the runs: the folder itself, or each directly below it. */
async function foldersOf(input: VerbInput): Promise<string[]> {
  const root = resolve(input.words[0]);
  if (!statSync(root, { throwIfNoEntry: false })?.isDirectory())
    throw usageError(`There is no folder ${root}.`);
  if (input.options.each !== true) return [root];
  const entries = await readdir(root, { withFileTypes: true });
  const below = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith("."));
  if (below.length === 0) throw usageError(`${root} has no folders; without --each it is one run.`);
  return below.map(({ name }) => join(root, name)).toSorted();
}

interface Following {
  root: string;
  sender: ReturnType<typeof sendTo>;
  follower: ReturnType<typeof followFolder>;
  last: FollowedCounts | null;
  heardAt: number;
}

function begin(root: string, input: VerbInput, place: { url: string; token: string }): Following {
  const run: SentRun = {
    ...place,
    experiment: text(input.options.experiment) ?? (basename(dirname(root)) || "followed"),
    // The same folder of the same machine is the same run, however often it is followed.
    key: `${hostname()}:${root}`,
    name: (input.options.each === true ? undefined : text(input.options.name)) ?? basename(root),
  };
  const complain = (sentence: string) => sayAside(`${run.name}: ${sentence}`);
  const sender = sendTo(run, complain);
  return { root, sender, follower: followFolder(root, sender, complain), last: null, heardAt: 0 };
}

const summary = ({ rows, completions, files }: FollowedCounts) =>
  `${countOf(rows, "row")} and ${countOf(completions, "completion")} of ${countOf(files, "file")}`;

/** Reads and sends what is new, and says that the training lives where its folder shows it. */
async function pass(following: Following): Promise<boolean> {
  const now = await following.follower.pass();
  following.last = now;
  const at = Date.now();
  if (at - now.changedAt < QUIET && at - following.heardAt > HEARTBEAT) {
    following.heardAt = at;
    await following.sender.hear();
  }
  return now.isMore;
}

export const verb: Verb = {
  name: "follow",
  words: "DIR",
  wordCount: [1, 1],
  summary: "send what a training writes into a folder to a server, while it trains or after",
  details:
    "Reads TensorBoard event files, trainer_state.json and completions of Hugging Face trainers, rollouts of prime-rl, verl and miles, and metrics.jsonl. DIR is one run; with --each, every folder in it is. It starts nothing and stops nothing: a run is running while its folder changes. Followed again, a folder goes on being the same run, and nothing is stored twice.",
  options: {
    once: {
      type: "boolean",
      help: "read what is there and end; the run is then finished, or what --end says",
    },
    end: { type: "string", value: "STATE", help: "how the training ended: finished, failed or killed" },
    each: { type: "boolean", help: "every folder in DIR is a run" },
    experiment: {
      type: "string",
      value: "NAME",
      help: "where the runs go; default: the name of the folder above",
    },
    name: { type: "string", value: "NAME", help: "name of the run; default: the name of the folder" },
    server: {
      type: "string",
      value: "URL",
      help: "server to send to; default: the one of this machine's data directory",
    },
    "token-file": { type: "string", value: "FILE", help: "file with an ingest token of a project there" },
  },
  answer: null,
  async run(input) {
    const place = findPlace(input);
    const isOnce = input.options.once === true;
    const end = endOf(input) ?? (isOnce ? "finished" : null);
    const runs = (await foldersOf(input)).map((root) => begin(root, input, place));
    for (const { sender, root } of runs) {
      await sender.open("main");
      say(`${root} is ${sender.address()}`);
    }
    let isAsked = isOnce;
    let isStopSaid = false;
    const ask = () => {
      // A second Ctrl-C does not wait for a server that does not answer.
      if (isAsked && !isOnce) process.exit(EXIT.failed);
      isAsked = true;
    };
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, ask);
    for (;;) {
      // Asked to end, a folder is read until it says no more: a file that is written at once is read when it rested.
      let isMore = false;
      for (const following of runs) isMore = (await pass(following)) || isMore;
      if (!isStopSaid && runs.some(({ sender }) => sender.isStopAsked())) {
        isStopSaid = true;
        sayAside(
          "ablab: Somebody pressed Stop. A folder cannot pass that on: stop the training where it runs.",
        );
      }
      if (isAsked && !isMore) break;
      await pause(isOnce ? 50 : PAUSE);
    }
    for (const { sender, root, last } of runs) {
      if (end !== null) await sender.end(end);
      if (last) say(`${root}: ${summary(last)}`);
    }
    if (runs.every(({ last }) => last?.files === 0))
      throw new CliError("Nothing in this folder is of a kind that is read. See: npx ablab follow --help");
    return EXIT.done;
  },
};
