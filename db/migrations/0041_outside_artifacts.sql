CREATE TABLE `outside_aliases` (
	`project_id` text NOT NULL,
	`place` text NOT NULL,
	`name` text NOT NULL,
	`alias` text NOT NULL,
	`artifact_id` integer NOT NULL,
	PRIMARY KEY(`project_id`, `place`, `name`, `alias`),
	FOREIGN KEY (`artifact_id`) REFERENCES `outside_artifacts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `outside_aliases_by_artifact` ON `outside_aliases` (`artifact_id`);--> statement-breakpoint
CREATE TABLE `outside_artifacts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project_id` text NOT NULL,
	`place` text NOT NULL,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`digest` text NOT NULL,
	`run_id` text NOT NULL,
	`run_key` text NOT NULL,
	`client_id` text,
	`version` integer,
	`wanted` text NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`files` integer DEFAULT 0 NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outside_artifacts_by_content` ON `outside_artifacts` (`project_id`,`place`,`name`,`run_id`,`digest`);--> statement-breakpoint
CREATE UNIQUE INDEX `outside_artifacts_by_version` ON `outside_artifacts` (`project_id`,`place`,`name`,`version`);--> statement-breakpoint
CREATE INDEX `outside_artifacts_by_run` ON `outside_artifacts` (`run_id`);--> statement-breakpoint
CREATE INDEX `outside_artifacts_by_client` ON `outside_artifacts` (`project_id`,`client_id`);