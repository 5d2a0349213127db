import { isMarkedAsUntransferable } from "node:worker_threads";

/**
 * Gives the memory of arrays back at once, where the collector would wait: what lies outside of its heap does not hurry it.
 * Only for whoever alone has them, and all that shares their memory: they are empty afterwards. Node's pool of small buffers
 * stays as it is.
 */
export function giveBack(...arrays: readonly ArrayBufferView[]): void {
  for (const buffer of new Set(arrays.map(({ buffer }) => buffer)))
    if (buffer instanceof ArrayBuffer && !isMarkedAsUntransferable(buffer)) buffer.transfer(0);
}
