import { selectAttempt } from "#db/queries/attempts.ts";
import { isLeftFolder } from "#db/queries/deletion/left-folders.ts";
import {
  replaceDevices,
  selectWorkerByIdentity,
  selectWorkers,
  updateWorker,
  upsertWorker,
} from "#db/queries/workers.ts";
import type { RegisterAnswer, RegisterMessage } from "../../../workers/protocol/messages.ts";
import { nameIssue, WORKER_NAME } from "../../../workers/protocol/names.ts";
import { PROTOCOL_VERSION } from "../../../workers/protocol/version.ts";
import { writeOut } from "../../../workers/protocol/visible-text.ts";
import { topics } from "../../contracts/live.ts";
import { isEnded } from "../../contracts/run-lifecycle.ts";
import { ServiceError } from "../../errors.ts";
import { LOG_CAP_BYTES } from "../attempts/append-log.ts";
import { commit, type ServiceContext } from "../context.ts";
import { newId, newSecret, sha256 } from "../hashing.ts";
import { isOnline } from "./list.ts";
import { takeOffered } from "../recipes/offer.ts";

const MAX_EVENTS_PER_BATCH = 200;
const MAX_BYTES_PER_BATCH = 700_000;

/** The name that a worker asks for; with a number where another one that is here now has it, so that people can tell them apart. */
function freeName(ctx: ServiceContext, workerId: string, wanted: string): string {
  const taken = new Set(
    selectWorkers(ctx.db)
      .filter((other) => other.id !== workerId && isOnline(ctx, other))
      .map(({ name }) => name),
  );
  let name = wanted;
  for (let n = 2; taken.has(name); n++) name = `${wanted.slice(0, WORKER_NAME.most - 8)}-${n}`;
  return name;
}

/**
 * Admits a worker and sets its pace. A known identity keeps its id and gets a new session token, which ends the old
 * one. The answer says which of the attempts it still holds nobody waits for.
 */
export function registerWorker(ctx: ServiceContext, message: RegisterMessage): RegisterAnswer {
  if (message.protocol !== PROTOCOL_VERSION) {
    throw new ServiceError(
      "protocol",
      `This server speaks worker protocol ${PROTOCOL_VERSION}, worker "${message.name}" speaks ${message.protocol}. ` +
        `Bring both to the same version of Ablab; its trainings go on, and their events are sent afterwards.`,
    );
  }
  const wrongName = nameIssue(message.name, WORKER_NAME);
  if (wrongName !== null) throw new ServiceError("invalid", wrongName);
  return commit(ctx, (scope) => {
    const now = ctx.now();
    const known = selectWorkerByIdentity(scope.db, message.identity);
    const workerId = known?.id ?? newId("worker");
    const token = newSecret("worker");
    upsertWorker(scope.db, {
      id: workerId,
      identity: message.identity,
      name: freeName(ctx, workerId, message.name.trim()),
      host: writeOut(message.host),
      bootId: message.bootId,
      pid: message.pid,
      version: message.version,
      slots: message.slots,
      recipes: [],
      tokenHash: sha256(token),
      // The same process tells what it offers anew; whoever drained it has not changed their mind.
      draining: (known?.pid === message.pid && known.bootId === message.bootId && known.draining) || false,
      registeredAt: now,
      lastSeenAt: now,
      free: message.slots,
      machine: null,
      engine: null,
    });
    updateWorker(scope.db, workerId, { recipes: takeOffered(ctx, scope, workerId, message) });
    // Nobody chose these: what a machine calls itself is taken, with everything in it seen.
    const devices = message.devices.map((device) => ({ ...device, name: writeOut(device.name) }));
    replaceDevices(scope.db, workerId, devices);
    const forget = message.holding.filter((id) => {
      const attempt = selectAttempt(scope.db, id);
      // Of what was marked as lost it is told with its next word, and ends what is left.
      const isMarkedDead = attempt?.exit?.toldBy !== undefined;
      // Of what was deleted it is told with a claim, and removes it.
      if (!attempt && isLeftFolder(scope.db, id)) return false;
      return !attempt || attempt.workerId !== workerId || (isEnded(attempt.state) && !isMarkedDead);
    });
    scope.touch(topics.workers);
    return {
      workerId,
      token,
      heartbeatMs: ctx.timing.heartbeatMs,
      pollMs: ctx.timing.pollMs,
      maxEventsPerBatch: MAX_EVENTS_PER_BATCH,
      maxBytesPerBatch: MAX_BYTES_PER_BATCH,
      maxLogBytes: LOG_CAP_BYTES,
      ladder: { sigintMs: ctx.timing.sigintMs, sigtermMs: ctx.timing.sigtermMs },
      forget,
    };
  });
}
