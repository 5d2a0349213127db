import { readFileSync, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { INGEST_VARIABLES } from "../../../workers/protocol/ingest.ts";
import { countOf } from "../../wording/counts.ts";
import { findIngestServer } from "../client.ts";
import { CliError, EXIT, usageError } from "../exit.ts";
import { followFolder, type FollowedCounts } from "../follow/follow-folder.ts";
import { runsBelow } from "../follow/runs-below.ts";
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
  if (input.options.each !== true) {
    const runs = await runsBelow(root);
    if (runs.length === 0) return [root];
    if (input.options.name !== undefined)
      throw usageError(
        `${root} holds ${countOf(runs.length, "run")} (${firstOf(runs)}): name one of these folders, or leave --name out.`,
      );
    sayAside(
      `${root} holds ${countOf(runs.length, "run")} (${firstOf(runs)}): each is sent as one, as --each does.`,
    );
    return runs.map((name) => join(root, name));
  }
  const entries = await readdir(root, { withFileTypes: true });
  const below = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith("."));
  if (below.length === 0) throw usageError(`${root} has no folders; without --each it is one run.`);
  return below.map(({ name }) => join(root, name)).toSorted();
}

const SHOWN = 5;
const firstOf = (names: readonly string[]) =>
  `${names.slice(0, SHOWN).join(", ")}${names.length > SHOWN ? `, and ${names.length - SHOWN} more` : ""}`;

interface Following {
  root: string;
  sender: ReturnType<typeof sendTo>;
  follower: ReturnType<typeof followFolder>;
  last: FollowedCounts | null;
  lastSeenAt: number;
  isShown: boolean;
}

function begin(
  root: string,
  input: VerbInput,
  place: { url: string; token: string },
  isOnly: boolean,
): Following {
  const run: SentRun = {
    ...place,
    experiment: text(input.options.experiment) ?? (basename(dirname(root)) || "followed"),
    // The same folder of the same machine is the same run, however often it is followed.
    key: `${hostname()}:${root}`,
    name: (isOnly ? text(input.options.name) : undefined) ?? basename(root),
  };
  const complain = (message: string) => sayAside(`${run.name}: ${message}`);
  const sender = sendTo(run, complain);
  return {
    root,
    sender,
    follower: followFolder(root, sender, complain),
    last: null,
    lastSeenAt: 0,
    isShown: false,
  };
}

const summary = ({ rows, completions, files }: FollowedCounts) =>
  `${countOf(rows, "row")} and ${countOf(completions, "completion")} of ${countOf(files, "file")}`;

/** Reads and sends what is new, and says that the training lives where its folder shows it. */
async function pass(following: Following): Promise<boolean> {
  const now = await following.follower.pass();
  following.last = now;
  const { sender, root } = following;
  if (!sender.isOpen()) return now.isMore;
  if (!following.isShown) say(`${root} is ${sender.address()}`);
  following.isShown = true;
  const at = Date.now();
  if (at - now.changedAt < QUIET && at - following.lastSeenAt > HEARTBEAT) {
    following.lastSeenAt = at;
    await sender.hear();
  }
  return now.isMore;
}

export const verb: Verb = {
  name: "follow",
  words: "DIR",
  wordCount: [1, 1],
  summary: "send what a training writes into a folder to a server, while it trains or after",
  details:
    "Reads TensorBoard event files with their hyperparameters, trainer_state.json and completions of Hugging Face trainers, logs of LLaMA-Factory and ms-swift, folders of Lightning, Stable-Baselines3 and Ray, rollouts of prime-rl (its stream with annotations, live and packed), verifiers, NeMo Gym, verl and miles, and metrics.jsonl. DIR is one run, unless logs lie in several numbered folders of it; with --each, every folder in it is. A folder in which nothing is read leaves no run. It starts nothing and stops nothing: a run is running while its folder changes. Followed again, a folder goes on being the same run, and nothing is stored twice.",
  examples: [
    [
      "npx ablab follow outputs/run-7 --token-file ingest.token",
      "send a training by the files it writes, live or after",
    ],
  ],
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
    const roots = await foldersOf(input);
    const isOnly = input.options.each !== true && roots.length === 1;
    const runs = roots.map((root) => begin(root, input, place, isOnly));
    if (!isOnce) sayAside("A run begins with the first that can be read of its folder.");
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
    for (const { sender, root, last, follower } of runs) {
      if (end !== null && sender.isOpen()) await sender.end(end);
      if (last) say(`${root}: ${summary(last)}`);
      const unread = follower.unread();
      if (unread.length > 0)
        sayAside(`${root}: nothing was read of ${countOf(unread.length, "file")}: ${firstOf(unread)}.`);
    }
    if (runs.every(({ sender }) => !sender.isOpen()))
      throw new CliError(
        "Nothing in this folder is of a kind that is read, so it left no run. See: npx ablab follow --help",
      );
    return EXIT.done;
  },
};
