CREATE TABLE `run_inputs` (
	`run_id` text NOT NULL,
	`slot` text NOT NULL,
	`kind` text NOT NULL,
	`from_run_id` text NOT NULL,
	`from_name` text NOT NULL,
	`evaluation_id` text,
	PRIMARY KEY(`run_id`, `slot`),
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `run_inputs_by_source` ON `run_inputs` (`from_run_id`);--> statement-breakpoint
CREATE TABLE `label_sets` (
	`id` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`attempt_id` text NOT NULL,
	`evaluation_id` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`attempt_id`) REFERENCES `attempts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`evaluation_id`) REFERENCES `evaluations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `label_sets_attempt_id_unique` ON `label_sets` (`attempt_id`);--> statement-breakpoint
CREATE INDEX `label_sets_by_run` ON `label_sets` (`run_id`);--> statement-breakpoint
CREATE INDEX `label_sets_by_evaluation` ON `label_sets` (`evaluation_id`);--> statement-breakpoint
CREATE TABLE `prm_reports` (
	`attempt_id` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`report` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`attempt_id`) REFERENCES `attempts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `step_labels` (
	`label_set_id` text NOT NULL,
	`episode_id` integer NOT NULL,
	`episode_step` integer NOT NULL,
	`label` real NOT NULL,
	`reason` text NOT NULL,
	PRIMARY KEY(`label_set_id`, `episode_id`, `episode_step`),
	FOREIGN KEY (`label_set_id`) REFERENCES `label_sets`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`episode_id`) REFERENCES `episodes`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `report_publications` (
	`id` text PRIMARY KEY NOT NULL,
	`report_id` text NOT NULL,
	`n` integer NOT NULL,
	`title` text NOT NULL,
	`markdown` text NOT NULL,
	`snapshot` text NOT NULL,
	`published_by` text NOT NULL,
	`published_at` integer NOT NULL,
	FOREIGN KEY (`report_id`) REFERENCES `reports`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `publications_by_report` ON `report_publications` (`report_id`,`n`);--> statement-breakpoint
CREATE TABLE `reports` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`experiment_id` text,
	`title` text NOT NULL,
	`markdown` text NOT NULL,
	`version` integer NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`experiment_id`) REFERENCES `experiments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `reports_by_project` ON `reports` (`project_id`,`updated_at`);--> statement-breakpoint
CREATE TABLE `share_links` (
	`id` text PRIMARY KEY NOT NULL,
	`publication_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`anonymous` integer NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`revoked_at` integer,
	`opened` integer DEFAULT 0 NOT NULL,
	`last_opened_at` integer,
	FOREIGN KEY (`publication_id`) REFERENCES `report_publications`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `share_links_token_hash_unique` ON `share_links` (`token_hash`);--> statement-breakpoint
CREATE INDEX `share_links_by_publication` ON `share_links` (`publication_id`);--> statement-breakpoint
ALTER TABLE `artifacts` ADD `network` text;--> statement-breakpoint
ALTER TABLE `artifacts` ADD `data` blob;