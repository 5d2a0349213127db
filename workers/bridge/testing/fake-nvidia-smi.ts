import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** One GPU as the far end prints it; what is not given is that of an idle H100. */
export interface FakeGpu {
  uuid: string;
  busy?: string;
  used?: string;
  total?: string;
  power?: string;
  temperature?: string;
  reasons?: string;
  mig?: string;
  name?: string;
}

export interface FakeApp {
  uuid: string;
  pid: number;
  memory?: string;
  name?: string;
}

export interface FakeNvidiaSmi {
  /** A PATH that begins with it. */
  readonly path: string;
  /** What it says from the next period on. */
  gpus(gpus: FakeGpu[]): void;
  apps(apps: FakeApp[]): void;
  /** It says this sentence and ends; null: it works again. */
  breaks(message: string | null): void;
  /** Fields that this driver does not know. */
  lacks(fields: string[]): void;
  /** The questions it was started for, in order. */
  asked(): string[];
}

/** Answers like nvidia-smi with `-lms`: a table each period, from files that a test changes under it. */
const SCRIPT = `#!/bin/sh
here=$(dirname "$0")
echo "$1" >> "$here/asked"
every=$(awk "BEGIN { print $4 / 1000 }")
case "$1" in --query-gpu=*) table=gpus;; *) table=apps;; esac
while read -r field; do
  case ",\${1#*=}," in *",$field,"*) echo "Field \\"$field\\" is not a valid field to query."; exit 2;; esac
done < "$here/lacks"
while :; do
  if [ -s "$here/broken" ]; then cat "$here/broken"; exit 15; fi
  case "$1" in
    *clocks_event_reasons*|--query-compute*) cat "$here/$table" || exit 1;;
    *) cut -d, -f1-9,11- "$here/$table" || exit 1;;
  esac
  sleep "$every"
done
`;

/** Puts a nvidia-smi into a folder; the test puts that folder in front of a PATH. */
export function fakeNvidiaSmi(folder: string): FakeNvidiaSmi {
  const bin = join(folder, "bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, "nvidia-smi"), SCRIPT);
  chmodSync(join(bin, "nvidia-smi"), 0o755);
  const say = (file: string, lines: string[]) => {
    writeFileSync(join(bin, `${file}.new`), lines.map((line) => `${line}\n`).join(""));
    renameSync(join(bin, `${file}.new`), join(bin, file));
  };
  for (const file of ["gpus", "apps", "lacks", "asked", "broken"]) say(file, []);
  return {
    path: `${bin}:${process.env.PATH}`,
    gpus: (gpus) =>
      say(
        "gpus",
        gpus.map((gpu, index) =>
          [
            index,
            gpu.uuid,
            "550.90.07",
            gpu.busy ?? "0",
            gpu.used ?? "4",
            gpu.total ?? "81559",
            gpu.power ?? "72.10",
            "700.00",
            gpu.temperature ?? "34",
            gpu.reasons ?? "0x0000000000000001",
            gpu.mig ?? "Disabled",
            gpu.name ?? "NVIDIA H100 80GB HBM3",
          ].join(", "),
        ),
      ),
    apps: (apps) =>
      say(
        "apps",
        apps.map(({ uuid, pid, memory, name }) => [uuid, pid, memory ?? "1024", name ?? "python"].join(", ")),
      ),
    breaks(message) {
      if (message === null) rmSync(join(bin, "broken"), { force: true });
      else say("broken", [message]);
    },
    lacks: (fields) => say("lacks", fields),
    asked: () => readFileSync(join(bin, "asked"), "utf8").trim().split("\n").filter(Boolean),
  };
}
