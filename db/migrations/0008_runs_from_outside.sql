CREATE TABLE `ingest_tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`name` text NOT NULL,
	`token_hash` text NOT NULL,
	`tail` text NOT NULL,
	`worker_id` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`used_at` integer,
	`used_by` text,
	`revoked_at` integer,
	`revoked_by` text,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`worker_id`) REFERENCES `workers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ingest_tokens_token_hash_unique` ON `ingest_tokens` (`token_hash`);--> statement-breakpoint
CREATE INDEX `ingest_tokens_by_project` ON `ingest_tokens` (`project_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `outside_files` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`run_id` text NOT NULL,
	`path` text NOT NULL,
	`type` text,
	`bytes` integer NOT NULL,
	`sha256` text NOT NULL,
	`at` integer NOT NULL,
	`data` blob,
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outside_files_by_path` ON `outside_files` (`run_id`,`path`);--> statement-breakpoint
CREATE TABLE `outside_places` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project_id` text NOT NULL,
	`name` text NOT NULL,
	`experiment_id` text NOT NULL,
	`sweep_id` text NOT NULL,
	`seed_key` text,
	`ignored_keys` text NOT NULL,
	`metrics` text NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`experiment_id`) REFERENCES `experiments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`sweep_id`) REFERENCES `sweeps`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outside_places_by_name` ON `outside_places` (`project_id`,`name`);--> statement-breakpoint
CREATE UNIQUE INDEX `outside_places_by_experiment` ON `outside_places` (`experiment_id`);--> statement-breakpoint
CREATE TABLE `outside_row_ids` (
	`stream_id` integer NOT NULL,
	`id_hash` blob NOT NULL,
	PRIMARY KEY(`stream_id`, `id_hash`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `outside_runs` (
	`run_id` text PRIMARY KEY NOT NULL,
	`place_id` integer NOT NULL,
	`token_id` text NOT NULL,
	`client_key` text NOT NULL,
	`client` text NOT NULL,
	`group_name` text,
	`job_type` text,
	`tags` text NOT NULL,
	`notes` text,
	`environment` text NOT NULL,
	`summary` text NOT NULL,
	`axes` text NOT NULL,
	`file_bytes` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`place_id`) REFERENCES `outside_places`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`token_id`) REFERENCES `ingest_tokens`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `outside_runs_by_key` ON `outside_runs` (`place_id`,`client_key`);--> statement-breakpoint
CREATE TABLE `outside_sessions` (
	`attempt_id` text PRIMARY KEY NOT NULL,
	`writer` text NOT NULL,
	`closed` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`attempt_id`) REFERENCES `attempts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `outside_sessions_open` ON `outside_sessions` (`closed`);--> statement-breakpoint
CREATE TABLE `outside_streams` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`run_id` text NOT NULL,
	`writer` text NOT NULL,
	`stream` text NOT NULL,
	`reached` integer DEFAULT 0 NOT NULL,
	`missing` text NOT NULL,
	`rows` integer DEFAULT 0 NOT NULL,
	`last_step` real,
	`last_x` text NOT NULL,
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outside_streams_by_writer` ON `outside_streams` (`run_id`,`writer`,`stream`);--> statement-breakpoint
CREATE TABLE `run_statements` (
	`run_id` text NOT NULL,
	`what` text NOT NULL,
	`text` text NOT NULL,
	`by` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`run_id`, `what`),
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
DROP INDEX `runs_by_sweep_cell_seed`;--> statement-breakpoint
ALTER TABLE `runs` ADD `origin` text DEFAULT 'bench' NOT NULL;--> statement-breakpoint
ALTER TABLE `runs` ADD `basis` text DEFAULT 'witnessed' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `runs_by_sweep_cell_seed` ON `runs` (`sweep_id`,`cell`,`seed`) WHERE "runs"."origin" = 'bench';--> statement-breakpoint
ALTER TABLE `workers` ADD `outside` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `evaluation_rows` ADD `score` real;