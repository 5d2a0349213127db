import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { backUp } from "../maintenance/backup.ts";
import type { BackupList } from "../contracts/housekeeping/settings.ts";
import type { Doors } from "../services/context.ts";
import { webhookDoor } from "../services/webhooks/post.ts";
import { type Home, renewToken } from "./home.ts";

const SHOWN = 12;

/** Copies of the database in the folder of backups, the newest first; others beside them are not ours. */
function backupsIn(folder: string): BackupList {
  const all = readdirSync(folder)
    .filter((name) => name.endsWith(".db"))
    .map((name) => {
      const { size, mtimeMs } = statSync(join(folder, name));
      return { name, bytes: size, madeAt: Math.round(mtimeMs) };
    })
    .toSorted((a, b) => b.madeAt - a.madeAt);
  const bytes = all.reduce((sum, one) => sum + one.bytes, 0);
  return { folder, backups: all.slice(0, SHOWN), total: all.length, bytes };
}

/** What only this process can do for those who ask it. */
export function openDoors(
  url: string,
  home: Home,
  more: Pick<Doors, "createLoginLink" | "version" | "startedAt"> & { allowWebhooks: readonly string[] },
): Doors {
  const { allowWebhooks, ...rest } = more;
  let going: ReturnType<Doors["keeper"]["backUp"]> | null = null;
  const copy = async () => {
    const { path: file, bytes, madeAt, findings } = await backUp(home.dir, home.backups, Date.now());
    return { file, bytes, madeAt, findings };
  };
  return {
    ...rest,
    homeDir: home.dir,
    webhooks: webhookDoor(url, allowWebhooks),
    keeper: {
      listBackups: () => backupsIn(home.backups),
      // Whoever asks while one is made gets that one.
      backUp: () => (going ??= copy().finally(() => (going = null))),
      renewOperatorToken() {
        renewToken(home.operatorTokenFile);
        return { file: home.operatorTokenFile };
      },
    },
  };
}
