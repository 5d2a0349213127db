/** Why a job waits, from Slurm's word to ours. Pure. */

const WAITS: Record<string, string> = {
  Priority: "waits behind jobs of higher priority",
  Resources: "waits for free resources, first in line",
  Dependency: "waits for another job of its name",
  BeginTime: "waits for its begin time",
  Licenses: "waits for a license",
  Reservation: "waits for a reservation",
  ReqNodeNotAvail: "waits for a node that is down, drained or reserved",
  NodeDown: "waits for a node that is down",
  PartitionDown: "waits: the partition is down",
  PartitionInactive: "waits: the partition takes no jobs",
  QOSMaxJobsPerUserLimit: "waits: the QOS lets no more of your jobs run at once",
  QOSMaxJobs: "waits: the QOS lets no more jobs run at once",
  QOSMaxGRESPerUser: "waits: the QOS lets you use no more GPUs at once",
  QOSGrpGRES: "waits: the GPUs of the QOS are in use",
  QOSGrpJobsLimit: "waits: the QOS lets no more jobs run at once",
  AssocGrpGRES: "waits: the GPUs of your account are in use",
  AssocMaxJobsLimit: "waits: your account lets no more jobs run at once",
  AssocGrpJobsLimit: "waits: your account lets no more jobs run at once",
  None: "has just been handed over",
};

/** Reasons that do not go away by waiting. */
const NEVER: Record<string, string> = {
  DependencyNeverSatisfied: "what it depends on has failed",
  JobHeldUser: "it is held by its user",
  JobHeldAdmin: "it is held by an administrator",
  BadConstraints: "no node has what it asks for",
  PartitionConfig: "the partition cannot give what it asks for",
  PartitionNodeLimit: "it asks for more nodes than the partition allows",
  PartitionTimeLimit: "it asks for more time than the partition allows",
  AccountNotAllowed: "the partition does not take its account",
  QOSNotAllowed: "the partition does not take its QOS",
  InvalidAccount: "there is no such account",
  InvalidQOS: "there is no such QOS",
  QOSTimeLimit: "it asks for more time than the QOS allows",
  QOSMaxGRESPerJob: "it asks for more GPUs than the QOS allows for a job",
  AssocMaxWallDurationPerJobLimit: "it asks for more time than the account allows",
  JobHoldMaxRequeue: "it was put back into the queue too often",
  launch_failed_requeued_held: "it could not be launched on its node and is held",
};

export function explainWait(reason: string): { why: string; stuck: boolean } {
  const key = reason.split(/[,( ]/)[0] || "None";
  const never = NEVER[key] ?? NEVER[reason.replaceAll(" ", "_")];
  if (never !== undefined) return { why: `will not start: ${never} (${reason})`, stuck: true };
  const words = WAITS[key] ?? "waits";
  return { why: key === "None" ? words : `${words} (${reason})`, stuck: false };
}
