/** The files of a private Slurm cluster, as text. */

interface Parts {
  folder: string;
  host: string;
  address: string;
  controller: number;
  accounts: number;
  nodes: readonly { name: string; address: string; port: number }[];
  gpus: number;
}

/** Several nodes on one machine: each has its own port and folders, and poses as one with four processors. */
export function slurmConfig({ folder, host, address, controller, accounts, nodes, gpus }: Parts): string {
  const names = nodes.map(({ name }) => name).join(",");
  const last = nodes.at(-1)?.name ?? "";
  return `ClusterName=ablab
SlurmctldHost=${host}(${address})
SlurmctldPort=${controller}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=${folder}/munge/sock
CredType=cred/munge
StateSaveLocation=${folder}/state
SlurmdSpoolDir=${folder}/spool/%n
SlurmctldPidFile=${folder}/slurmctld.pid
SlurmdPidFile=${folder}/slurmd.%n.pid
SlurmctldLogFile=${folder}/log/slurmctld.log
SlurmdLogFile=${folder}/log/slurmd.%n.log
SlurmdParameters=config_overrides
TaskPlugin=task/cgroup
ProctrackType=proctrack/cgroup
JobAcctGatherType=jobacct_gather/linux
JobAcctGatherFrequency=1
AccountingStorageType=accounting_storage/slurmdbd
AccountingStorageHost=127.0.0.1
AccountingStoragePort=${accounts}
AccountingStoragePass=${folder}/munge/sock
AccountingStorageTRES=gres/gpu
AccountingStorageEnforce=associations,limits,qos
AccountingStoreFlags=job_comment,job_env,job_script
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
SchedulerType=sched/backfill
SchedulerParameters=bf_interval=2,sched_interval=2,batch_sched_delay=1
PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
ReturnToService=2
KillWait=5
OverTimeLimit=0
SlurmdTimeout=15
SlurmctldTimeout=30
MinJobAge=300
JobRequeue=1
MpiDefault=none
SwitchType=switch/none
GresTypes=gpu
${nodes
  .map(
    ({ name, address: its, port }) =>
      `NodeName=${name} NodeHostname=${host} NodeAddr=${its} Port=${port} CPUs=4 RealMemory=2000 Gres=gpu:fake:${gpus} State=UNKNOWN`,
  )
  .join("\n")}
PartitionName=main Nodes=${names} Default=YES MaxTime=1-00:00:00 State=UP DefMemPerCPU=400 PriorityTier=10
PartitionName=low Nodes=${last} MaxTime=INFINITE State=UP DefMemPerCPU=400 PriorityTier=1 GraceTime=3
PartitionName=high Nodes=${last} MaxTime=INFINITE State=UP DefMemPerCPU=400 PriorityTier=20
`;
}

/** What ends a job that takes more memory than it asked for; of which kind the control groups are, this machine says. */
export const cgroupConfig = (version: "v1" | "v2"): string => `CgroupPlugin=cgroup/${version}
CgroupMountpoint=/sys/fs/cgroup
CgroupAutomount=no
ConstrainRAMSpace=yes
ConstrainSwapSpace=no
ConstrainCores=no
ConstrainDevices=no
`;

export function gresConfig(folder: string, nodes: readonly string[], gpus: number): string {
  return nodes
    .map(
      (node) =>
        `NodeName=${node} Name=gpu Type=fake File=${folder}/dev/${node}-nvidia[0-${gpus - 1}] Flags=nvidia_gpu_env\n`,
    )
    .join("");
}

export function accountsConfig({
  folder,
  accounts,
  database,
}: {
  folder: string;
  accounts: number;
  database: number;
}): string {
  return `AuthType=auth/munge
AuthInfo=socket=${folder}/munge/sock
DbdHost=localhost
DbdAddr=127.0.0.1
DbdPort=${accounts}
SlurmUser=root
LogFile=${folder}/log/slurmdbd.log
PidFile=${folder}/slurmdbd.pid
StorageType=accounting_storage/mysql
StorageHost=127.0.0.1
StoragePort=${database}
StorageUser=slurm
StoragePass=private
StorageLoc=slurm
`;
}
