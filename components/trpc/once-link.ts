import type { OperationResultObservable, TRPCLink } from "@trpc/client";
import { observable, share } from "@trpc/server/observable";
import type { AppRouter } from "#server/routers/index.ts";

type Answer = OperationResultObservable<AppRouter, unknown>;

/**
 * A change that is asked for again while it is on its way, as by Enter pressed twice, is one request, and both askers get its
 * answer. Here and not in each dialog: a page knows that it asks only once it is drawn again, and a second press is faster.
 */
export const onceLink: TRPCLink<AppRouter> = () => {
  const going = new Map<string, Answer>();
  return ({ op, next }) => {
    if (op.type !== "mutation") return next(op);
    const key = `${op.path} ${JSON.stringify(op.input)}`;
    const known = going.get(key);
    if (known) return known;
    const asked: Answer = observable((observer) => {
      const done = () => going.delete(key);
      const { unsubscribe } = next(op).subscribe({
        next: (value) => observer.next(value),
        error(error) {
          done();
          observer.error(error);
        },
        complete() {
          done();
          observer.complete();
        },
      });
      return () => {
        done();
        unsubscribe();
      };
    });
    const shared = asked.pipe(share());
    going.set(key, shared);
    return shared;
  };
};
