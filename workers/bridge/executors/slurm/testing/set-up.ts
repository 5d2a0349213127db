import type { TestProject } from "vitest/node";
import { type Cluster, down, missing, up } from "./cluster.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The cluster; null with a word about why there is none. */
    slurm: Cluster | null;
  }
}

/** One cluster for all tests of `npm run test:slurm`. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const why = missing();
  if (why !== null) console.log(`Tests on a Slurm cluster are skipped. ${why}`);
  const cluster = why === null ? await up() : null;
  project.provide("slurm", cluster);
  if (cluster) process.env.SLURM_CONF = cluster.conf;
  return async () => {
    if (cluster) await down(cluster);
  };
}
