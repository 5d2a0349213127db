CREATE TABLE `projects` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `projects_name_unique` ON `projects` (`name`);--> statement-breakpoint
CREATE TABLE `experiments` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`title` text NOT NULL,
	`baseline_cell` text,
	`plan` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `experiments_by_project` ON `experiments` (`project_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `sweeps` (
	`id` text PRIMARY KEY NOT NULL,
	`experiment_id` text NOT NULL,
	`launch_key` text NOT NULL,
	`recipe` text NOT NULL,
	`recipe_version` text NOT NULL,
	`matrix` text NOT NULL,
	`planned` integer NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`experiment_id`) REFERENCES `experiments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sweeps_launch_key_unique` ON `sweeps` (`launch_key`);--> statement-breakpoint
CREATE INDEX `sweeps_by_experiment` ON `sweeps` (`experiment_id`);--> statement-breakpoint
CREATE TABLE `runs` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`experiment_id` text NOT NULL,
	`sweep_id` text NOT NULL,
	`name` text NOT NULL,
	`label` text NOT NULL,
	`recipe` text NOT NULL,
	`recipe_version` text NOT NULL,
	`params` text NOT NULL,
	`seed` integer NOT NULL,
	`cell` text NOT NULL,
	`reward_config` text NOT NULL,
	`reward_hash` text NOT NULL,
	`benchmark_hash` text,
	`planned_steps` integer NOT NULL,
	`planned_episodes` integer NOT NULL,
	`state` text NOT NULL,
	`state_at` integer NOT NULL,
	`queued_at` integer NOT NULL,
	`started_at` integer,
	`ended_at` integer,
	`archived` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`experiment_id`) REFERENCES `experiments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`sweep_id`) REFERENCES `sweeps`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "runs_state" CHECK("runs"."state" in ('queued','starting','running','stopping','finished','failed','killed','crashed','unreachable'))
);
--> statement-breakpoint
CREATE INDEX `runs_by_state` ON `runs` (`state`,`queued_at`);--> statement-breakpoint
CREATE INDEX `runs_by_experiment` ON `runs` (`experiment_id`,`cell`,`seed`);--> statement-breakpoint
CREATE INDEX `runs_by_project` ON `runs` (`project_id`,`queued_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `runs_by_sweep_cell_seed` ON `runs` (`sweep_id`,`cell`,`seed`);--> statement-breakpoint
CREATE TABLE `devices` (
	`worker_id` text NOT NULL,
	`kind` text NOT NULL,
	`idx` integer NOT NULL,
	`name` text NOT NULL,
	`uuid` text,
	`memory_mib` real,
	PRIMARY KEY(`worker_id`, `kind`, `idx`),
	FOREIGN KEY (`worker_id`) REFERENCES `workers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `workers` (
	`id` text PRIMARY KEY NOT NULL,
	`identity` text NOT NULL,
	`name` text NOT NULL,
	`host` text NOT NULL,
	`boot_id` text NOT NULL,
	`pid` integer NOT NULL,
	`version` text NOT NULL,
	`slots` integer NOT NULL,
	`recipes` text NOT NULL,
	`token_hash` text NOT NULL,
	`draining` integer DEFAULT false NOT NULL,
	`registered_at` integer NOT NULL,
	`heard_at` integer NOT NULL,
	`free` integer DEFAULT 0 NOT NULL,
	`cpu_share` real,
	`memory_share` real
);
--> statement-breakpoint
CREATE UNIQUE INDEX `workers_identity_unique` ON `workers` (`identity`);--> statement-breakpoint
CREATE TABLE `artifacts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`attempt_id` text NOT NULL,
	`kind` text NOT NULL,
	`train_step` integer NOT NULL,
	`sha256` text NOT NULL,
	`bytes` integer NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`attempt_id`) REFERENCES `attempts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `artifacts_by_attempt` ON `artifacts` (`attempt_id`);--> statement-breakpoint
CREATE TABLE `attempts` (
	`id` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`n` integer NOT NULL,
	`worker_id` text NOT NULL,
	`fence` integer NOT NULL,
	`token_hash` text NOT NULL,
	`state` text NOT NULL,
	`claimed_at` integer NOT NULL,
	`started_at` integer,
	`ended_at` integer,
	`heard_at` integer NOT NULL,
	`pid` integer,
	`pid_start` text,
	`boot_id` text,
	`supervisor_pid` integer,
	`device` text,
	`argv` text,
	`stop_asked_at` integer,
	`stop_asked_by` text,
	`exit` text,
	`last_seq` integer DEFAULT 0 NOT NULL,
	`log_size` integer DEFAULT 0 NOT NULL,
	`phase` text,
	`phase_step` integer,
	`phase_total` integer,
	`rss_mib` integer,
	`cpu_seconds` real,
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`worker_id`) REFERENCES `workers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "attempts_state" CHECK("attempts"."state" in ('starting','running','stopping','finished','failed','killed','crashed','unreachable'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `attempts_by_run` ON `attempts` (`run_id`,`n`);--> statement-breakpoint
CREATE UNIQUE INDEX `attempts_one_live_per_run` ON `attempts` (`run_id`) WHERE "attempts"."state" in ('starting','running','stopping','unreachable');--> statement-breakpoint
CREATE INDEX `attempts_by_worker` ON `attempts` (`worker_id`,`state`);--> statement-breakpoint
CREATE TABLE `log_chunks` (
	`attempt_id` text NOT NULL,
	`offset` integer NOT NULL,
	`bytes` blob NOT NULL,
	PRIMARY KEY(`attempt_id`, `offset`),
	FOREIGN KEY (`attempt_id`) REFERENCES `attempts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `run_notes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`attempt_id` text NOT NULL,
	`at` integer NOT NULL,
	`level` text NOT NULL,
	`message` text NOT NULL,
	FOREIGN KEY (`attempt_id`) REFERENCES `attempts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `run_notes_by_attempt` ON `run_notes` (`attempt_id`);--> statement-breakpoint
CREATE TABLE `status_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`run_id` text NOT NULL,
	`attempt_id` text,
	`at` integer NOT NULL,
	`from_state` text,
	`to_state` text NOT NULL,
	`actor` text NOT NULL,
	`evidence` text NOT NULL,
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`attempt_id`) REFERENCES `attempts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `status_events_by_run` ON `status_events` (`run_id`,`id`);--> statement-breakpoint
CREATE TABLE `group_samples` (
	`id` integer PRIMARY KEY NOT NULL,
	`attempt_id` text NOT NULL,
	`train_step` integer NOT NULL,
	`drawn` integer NOT NULL,
	`groups` text NOT NULL,
	FOREIGN KEY (`attempt_id`) REFERENCES `attempts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `group_samples_by_attempt` ON `group_samples` (`attempt_id`,`train_step`);--> statement-breakpoint
CREATE TABLE `points` (
	`series_id` integer NOT NULL,
	`x` real NOT NULL,
	`seq` integer NOT NULL,
	`wall_ms` integer NOT NULL,
	`value` real,
	`kind` integer NOT NULL,
	PRIMARY KEY(`series_id`, `x`, `seq`),
	FOREIGN KEY (`series_id`) REFERENCES `series`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `series` (
	`id` integer PRIMARY KEY NOT NULL,
	`attempt_id` text NOT NULL,
	`metric` text NOT NULL,
	`n` integer DEFAULT 0 NOT NULL,
	`non_finite` integer DEFAULT 0 NOT NULL,
	`last_x` real,
	`last_value` real,
	`last_kind` integer DEFAULT 0 NOT NULL,
	`last_wall_ms` integer,
	`min_value` real,
	`max_value` real,
	FOREIGN KEY (`attempt_id`) REFERENCES `attempts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `series_by_attempt_metric` ON `series` (`attempt_id`,`metric`);--> statement-breakpoint
CREATE TABLE `benchmark_problems` (
	`benchmark_id` text NOT NULL,
	`idx` integer NOT NULL,
	`key` text NOT NULL,
	`problem_hash` text NOT NULL,
	`mps` text NOT NULL,
	`roots` text NOT NULL,
	`injected` text,
	`original_objective` real,
	PRIMARY KEY(`benchmark_id`, `key`),
	FOREIGN KEY (`benchmark_id`) REFERENCES `benchmarks`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`problem_hash`) REFERENCES `problems`(`hash`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `benchmark_problems_by_hash` ON `benchmark_problems` (`problem_hash`);--> statement-breakpoint
CREATE TABLE `benchmarks` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`hash` text NOT NULL,
	`n` integer NOT NULL,
	`summary` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `benchmarks_name_unique` ON `benchmarks` (`name`);--> statement-breakpoint
CREATE TABLE `population_problems` (
	`population_hash` text NOT NULL,
	`problem_hash` text NOT NULL,
	`key` text NOT NULL,
	PRIMARY KEY(`population_hash`, `problem_hash`),
	FOREIGN KEY (`population_hash`) REFERENCES `populations`(`hash`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`problem_hash`) REFERENCES `problems`(`hash`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `populations` (
	`hash` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`source` text NOT NULL,
	`n` integer NOT NULL,
	`relaxed` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `problems` (
	`hash` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`level` text NOT NULL,
	`rows` integer NOT NULL,
	`cols` integer NOT NULL,
	`integers` integer NOT NULL,
	`faults` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `attempt_populations` (
	`attempt_id` text NOT NULL,
	`role` text NOT NULL,
	`population_hash` text NOT NULL,
	`problem_hashes` text NOT NULL,
	PRIMARY KEY(`attempt_id`, `role`),
	FOREIGN KEY (`attempt_id`) REFERENCES `attempts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`population_hash`) REFERENCES `populations`(`hash`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `episode_steps` (
	`episode_id` integer NOT NULL,
	`episode_step` integer NOT NULL,
	`action` text NOT NULL,
	`target` text,
	`status` text NOT NULL,
	`iis_before` text,
	`iis_after` text,
	PRIMARY KEY(`episode_id`, `episode_step`),
	FOREIGN KEY (`episode_id`) REFERENCES `episodes`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `episodes` (
	`id` integer PRIMARY KEY NOT NULL,
	`evaluation_id` text NOT NULL,
	`problem_hash` text NOT NULL,
	`steps` integer NOT NULL,
	FOREIGN KEY (`evaluation_id`) REFERENCES `evaluations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`problem_hash`) REFERENCES `problems`(`hash`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `episodes_by_evaluation_problem` ON `episodes` (`evaluation_id`,`problem_hash`);--> statement-breakpoint
CREATE TABLE `evaluation_rows` (
	`evaluation_id` text NOT NULL,
	`problem_hash` text NOT NULL,
	`solved` integer NOT NULL,
	`steps` integer NOT NULL,
	`op` real,
	`da` real,
	`clean` integer,
	`confirmed` integer,
	PRIMARY KEY(`evaluation_id`, `problem_hash`),
	FOREIGN KEY (`evaluation_id`) REFERENCES `evaluations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`problem_hash`) REFERENCES `problems`(`hash`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `evaluations` (
	`id` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`attempt_id` text NOT NULL,
	`key` text NOT NULL,
	`train_step` integer NOT NULL,
	`final` integer NOT NULL,
	`population_hash` text NOT NULL,
	`protocol` text NOT NULL,
	`protocol_hash` text NOT NULL,
	`n` integer NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`attempt_id`) REFERENCES `attempts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`population_hash`) REFERENCES `populations`(`hash`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `evaluations_by_attempt_key` ON `evaluations` (`attempt_id`,`key`);--> statement-breakpoint
CREATE INDEX `evaluations_by_run` ON `evaluations` (`run_id`,`train_step`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`secret_hash` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `ticks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`topics` text NOT NULL
);
