CREATE TABLE `launched_runs` (
	`run_id` text PRIMARY KEY NOT NULL,
	`client` text NOT NULL,
	`places` text NOT NULL,
	`group_name` text,
	`job_type` text,
	`tags` text NOT NULL,
	`notes` text,
	`config` text NOT NULL,
	`environment` text NOT NULL,
	`summary` text NOT NULL,
	`axes` text NOT NULL,
	`file_bytes` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `folder_problems` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`worker_id` text NOT NULL,
	`folder` text NOT NULL,
	`problem` text NOT NULL,
	FOREIGN KEY (`worker_id`) REFERENCES `workers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `folder_recipes` (
	`slug` text NOT NULL,
	`version` text NOT NULL,
	`hash` text NOT NULL,
	`file` text NOT NULL,
	`files` text NOT NULL,
	`folder` text NOT NULL,
	`offered_by` text NOT NULL,
	`offered_at` integer NOT NULL,
	`agreed_at` integer,
	`agreed_by` text,
	PRIMARY KEY(`slug`, `version`)
);
--> statement-breakpoint
ALTER TABLE `attempts` ADD `surroundings` text;--> statement-breakpoint
ALTER TABLE `ingest_tokens` ADD `attempt_id` text REFERENCES attempts(id);