import type { PrivateWord, WordKind } from "./find-words.ts";
import { isPrivateAddress } from "./shapes.ts";

/** What names in a stored text tell: `given` ones stay where they are common words, `exact` ones go whatever they are. */
export interface NamesRead {
  exact: PrivateWord[];
  given: PrivateWord[];
}

const keyed = (words: string) => new RegExp(`^(?:.*_)?(?:${words.trim().split(/\s+/).join("|")})$`, "i");

const OF_HOST = keyed(
  `hosts? hostname host_?name host_?file nodes? node_?name node_?list head_node ray_head fqdn machine machine_?name computer
   computer_?name addr address ip ip_?address servers? server_?name endpoint gateway ssh_?target laptop`,
);
const OF_USER = keyed(
  `user user_?name user_?id login log_?name whoami owner author committer creator run_by by_user entity
   (?:launch|start|creat|submitt|own|updat|modifi|author|train|request|approv|queu|schedul|trigger|execut)ed_by
   account account_?(?:id|name) e?_?mail phone organi[sz]ation org team experimenter researcher maintainer contact assignee
   submitter reviewer advis[eo]r supervisor student person (?:real|full|first|last|sur|family)_?name affiliation institution
   university company employer lab laboratory github(?:_handle)? twitter(?:_handle)? slack(?:_channel|_user|_handle)?`,
);
/** Names of what is rented or shared: whose it is they tell only where they are no common word. */
const OF_PLACE = keyed(
  `cluster cluster_?name partition pod pod_?name vm vm_?name instance_(?:id|name) data_?center rack tenant namespace workspace
   bucket bucket_?name device_?name proxy`,
);
/** A repository on a hub to which a run writes: OWNER/NAME. */
const OF_HUB = keyed("hub_model_id hub_repo hub_repo_id save_repo upload_repo push_repo repo_id");
/** A value that says nothing of a person or a machine, whatever key it has. */
const SAYS_NOTHING = /^(?:[\d.,:+\s\-TZ/%]*|true|false|none|null|nan|auto|default|localhost|0x[\da-f]+)$/i;

/** The last part of a key: of "slurm.job.node_name", node_name. */
const lastPart = (key: string) =>
  (key.split(/[./:\s]+/).findLast((part) => part !== "") ?? "")
    .replace(/(?<=[a-z\d])(?=[A-Z])/g, "_")
    .replaceAll("-", "_");

const word = (text: string, names: WordKind): PrivateWord => ({ text, names });
const LONGEST = 400;

/** A host with its short name and the rest of it: gpu7.hall.edu, gpu7. */
function hostWords(host: string): PrivateWord[] {
  const bare = host.replace(/:\d{1,5}$/, "");
  const first = bare.includes(":") || /^[\d.]+$/.test(bare) ? bare : bare.split(".")[0];
  return [bare, first].map((text) => word(text, "host"));
}

/** Hosts of a list as Slurm writes one: "gpu[07-09,12],login1" is gpu07, gpu08, gpu09, gpu12 and login1. */
function hostsOfList(list: string): string[] {
  return list.split(/[\s,;]+(?![^[]*\])/).flatMap((part) => {
    const [, before, ranges, after] = /^([\w.-]*)\[([\d,-]{1,200})\]([\w.-]*)$/.exec(part) ?? [];
    if (ranges === undefined) return part;
    return ranges.split(",").flatMap((range) => {
      const [from, to = from] = range.split("-");
      const count = Math.min(Number(to) - Number(from) + 1, 256);
      return Array.from({ length: Math.max(count, 0) }, (_, i) => {
        const n = String(Number(from) + i).padStart(from.length, "0");
        return `${before}${n}${after}`;
      });
    });
  });
}

const HOMES = /^(?:home|users|user|usr_home|homes)$/i;
const PATH =
  /(?<![\p{L}\p{N}_.~/\\-])(?:~|[A-Za-z]:|\\\\[\w.-]+|(?:[A-Za-z][A-Za-z\d+.-]*:\/\/)|[\p{L}\p{N}_.-]+:(?=\/))?(?:[\\/]+[^\\/\s"'`<>|,;()[\]{}:*?]+)+/gu;
const EMAIL =
  /([\p{L}\p{N}_.+-]{1,64})@([\p{L}\p{N}][\p{L}\p{N}_-]*(?:\.[\p{L}\p{N}_-]+)*)(?::([\w.~/-]+))?/gu;
const ADDRESS =
  /\b([a-z][a-z\d+.-]*):\/\/(?:([^\s/@:]+)(?::[^\s/@]*)?@)?([^\s/:"'<>]*)(?::\d+)?([^\s"'<>)\]},;]*)/gi;
const MOST_READ = 20_000;

/** Names inside the parts of a path: who has the folder, and what the folders are called. */
function namesOfParts(parts: readonly string[]): NamesRead {
  const home = parts.findIndex((part, i) => HOMES.test(part) && i < parts.length - 1 && parts[i + 1] !== "");
  const owner = home === -1 ? [] : [word(parts[home + 1], "user")];
  const folders = parts
    .filter((_, i) => i !== home && i !== home + 1)
    .flatMap((part) => [part, part.replace(/\.\w{1,5}$/, "")]);
  return { exact: owner, given: folders.map((part) => word(part, "folder")) };
}

const partsOf = (path: string) =>
  path.split(/[\\/]+/).filter((part) => part !== "" && !/^(?:[A-Za-z]:|~|\.+)$/.test(part));

const together = (all: readonly NamesRead[]): NamesRead => ({
  exact: all.flatMap(({ exact }) => exact),
  given: all.flatMap(({ given }) => given),
});

function namesOfAddress([found, scheme, user, host, path]: RegExpMatchArray): NamesRead {
  if (/^https?$/i.test(scheme) && !isPrivateAddress(found)) return { exact: [], given: [] };
  const isWeb = /^(?:https?|ssh|git|wss?|git\+ssh|git\+https)$/i.test(scheme);
  const parts = partsOf(path ?? "");
  // The first part of the path of a remote is an account; a bucket or a mount is a folder.
  const [account, ...rest] = parts;
  const isRemote = isWeb && parts.length >= 2;
  return together([
    {
      exact: [
        ...(user ? [word(user, "user")] : []),
        ...(isRemote && /\.git\b|git/i.test(`${host}${path}`) ? [word(account, "user")] : []),
      ],
      given: host === "" ? [] : isWeb ? hostWords(host) : [word(host, "folder")],
    },
    namesOfParts(isRemote ? [account, ...rest] : parts),
  ]);
}

/** Names that a text holds by its form: addresses of mail and of the web, remotes and paths. */
function namesByForm(given: string): NamesRead {
  const text = given.slice(0, MOST_READ);
  if (!/[@/\\~]/.test(text)) return { exact: [], given: [] };
  const mails = Array.from(text.matchAll(EMAIL), ([found, local, host, path]): NamesRead => {
    const [account, ...rest] = partsOf(path ?? "");
    return {
      exact: [
        word(found, "user"),
        ...(local === "git" ? [] : [word(local, "user")]),
        ...(account ? [word(account, "user")] : []),
      ],
      given: [...hostWords(host), ...rest.map((part) => word(part.replace(/\.git$/, ""), "folder"))],
    };
  });
  const addresses = Array.from(text.matchAll(ADDRESS), namesOfAddress);
  const paths = Array.from(text.matchAll(PATH), ([found]): NamesRead => {
    const [, host] = /^([\p{L}\p{N}_.-]{2,}):(?=\/(?!\/))/u.exec(found) ?? [];
    const [, server] = /^\\\\([\w.-]+)/.exec(found) ?? [];
    const isScheme =
      host !== undefined && /^(?:file|data|models|runs|dbfs|mlflow-artifacts|wandb|hf)$/i.test(host);
    const named = server ?? (isScheme ? undefined : host);
    const rest = found.replace(/^(?:[A-Za-z][A-Za-z\d+.-]*:\/\/|[\p{L}\p{N}_.-]+:(?=\/)|\\\\[\w.-]+)/u, "");
    const [, owner] = /^~([\p{L}_][\p{L}\p{N}_.-]*)/u.exec(found) ?? [];
    return together([
      { exact: owner ? [word(owner, "user")] : [], given: named ? hostWords(named) : [] },
      namesOfParts(partsOf(rest)),
    ]);
  });
  const homes = Array.from(
    text.matchAll(/(?<![\p{L}\p{N}_/~])~([\p{L}_][\p{L}\p{N}_.-]{1,31})/gu),
    ([, owner]) => ({
      exact: [word(owner, "user")],
      given: [],
    }),
  );
  return together([...mails, ...addresses, ...paths, ...homes]);
}

/** Names of a value that its key calls a host or a person. */
function namesByKey(key: string, text: string): NamesRead {
  const last = lastPart(key);
  const value = text.trim().slice(0, LONGEST);
  if (SAYS_NOTHING.test(value)) return { exact: [], given: [] };
  if (OF_HOST.test(last)) return { exact: hostsOfList(value).flatMap(hostWords), given: [] };
  if (OF_PLACE.test(last)) return { exact: [], given: hostWords(value) };
  const [, owner, name] = (OF_HUB.test(last) && /^([\w.-]+)\/([\w.-]+)$/.exec(value)) || [];
  if (owner) return { exact: [word(owner, "user")], given: [word(name, "folder")] };
  if (!OF_USER.test(last)) return { exact: [], given: [] };
  const parts = value.split(/[\s,;@<>]+/).filter((part) => part !== value);
  return { exact: [word(value, "user")], given: parts.map((part) => word(part, "person")) };
}

/** `--hub_user=alice` and `--host gpu7` are keys with values too. */
function namesOfArguments(texts: readonly string[]): NamesRead {
  return together(
    texts.flatMap((text, i) => {
      const [, key, value = texts[i + 1]] = /^-{0,2}([\w.-]+)(?:=(.*))?$/s.exec(text) ?? [];
      return key === undefined || value === undefined || (!text.startsWith("-") && !text.includes("="))
        ? []
        : [namesByKey(key.replaceAll("-", "_"), value)];
    }),
  );
}

/** Where a command line leads: `ssh -p 22 gpu7`, `scp x me@gpu7:run`, `srun -w gpu7`. */
const LEADS_TO = [
  /\b(?:ssh|sftp|mosh|slogin)\s+(?:-[A-Za-z]+(?:\s+[\d:]+)?\s+){0,8}(?:[\w.-]+@)?([A-Za-z][\w.-]*)/g,
  /\b(?:scp|rsync)\b[^;|&\n]{0,300}?\s(?:[\w.-]+@)?([A-Za-z][\w.-]{1,252}):/g,
  /\b(?:srun|sbatch|salloc)\b[^;|&\n]{0,300}?\s(?:-w|--nodelist)[\s=]+([A-Za-z][\w.,[\]-]*)/g,
];

function namesOfCommand(given: string): NamesRead {
  const text = given.slice(0, MOST_READ);
  if (!/ssh|sftp|mosh|slogin|scp|rsync|srun|sbatch|salloc/.test(text)) return { exact: [], given: [] };
  const hosts = LEADS_TO.flatMap((pattern) => Array.from(text.matchAll(pattern), ([, host]) => host));
  return { exact: hosts.flatMap(hostsOfList).flatMap(hostWords), given: [] };
}

/** Most values of one structure that are read. */
const MOST_LEAVES = 2000;

/** Keys and texts of what is a list or an object as JSON, at every depth; null for every other text. */
function leavesOf(key: string, text: string): [key: string, text: string][] | null {
  if (!/^\s*[[{]/.test(text) || text.length > MOST_READ) return null;
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return null;
  }
  const [leaves, waiting]: [[string, string][], [string, unknown][]] = [[], [[key, read]]];
  while (waiting.length > 0 && leaves.length < MOST_LEAVES) {
    const [name, value] = waiting.pop() as [string, unknown];
    if (typeof value === "string") leaves.push([name, value]);
    else if (Array.isArray(value)) waiting.push(...value.map((item): [string, unknown] => [name, item]));
    else if (value !== null && typeof value === "object") waiting.push(...Object.entries(value));
  }
  return leaves;
}

/** A list as JSON text, or words of a command line. */
function listed(text: string): string[] {
  if (/^\s*\[/.test(text))
    try {
      const read: unknown = JSON.parse(text);
      if (Array.isArray(read)) return read.map(String);
    } catch {
      // It only begins like a list.
    }
  return text.split(/\s+/);
}

const namesOfPairs = (text: string): NamesRead[] =>
  Array.from(
    text
      .slice(0, MOST_READ)
      .matchAll(
        /(?<![A-Za-z_])([A-Za-z_]{2,30})["']?\s*[:=]\s*(?:"([^"]{1,400})"|'([^']{1,400})'|([^\s"',;)}\]]{1,400}))/g,
      ),
    ([, key, double, single, bare]) => namesByKey(key, double ?? single ?? bare),
  );

/** What is private in a stored text, by its key and by its form. Pure. */
export function namesIn(key: string, text: string): NamesRead {
  const leaves = leavesOf(key, text);
  return together([
    ...(leaves?.map(([name, leaf]) => namesByKey(name, leaf)) ?? [namesByKey(key, text)]),
    namesByForm(text),
    namesOfArguments(listed(text.slice(0, MOST_READ))),
    namesOfCommand(text),
    // A dict as Python writes it.
    ...(leaves === null && /^\s*[[{]/.test(text) ? namesOfPairs(text) : []),
  ]);
}

/** What is private in a text that somebody wrote. Pure. */
export const namesInProse = (text: string): NamesRead =>
  together([namesByForm(text), namesOfCommand(text), ...namesOfPairs(text)]);

/** Whether a value of an environment is told as a whole: not a number, a date or a version. */
export const isTellingValue = (text: string): boolean =>
  text.length >= 4 && text.length <= LONGEST && /\p{L}/u.test(text) && !SAYS_NOTHING.test(text.trim());

/** The beginnings by which a commit is named. */
export const commitWords = (text: string): string[] =>
  /^[\da-f]{40}$/i.test(text.trim()) ? [7, 8, 10, 12].map((length) => text.trim().slice(0, length)) : [];
