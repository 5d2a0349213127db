CREATE TABLE `imported_runs` (
	`run_id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`source_id` text NOT NULL,
	`import_id` text NOT NULL,
	`changed_by` text NOT NULL,
	`digest` text NOT NULL,
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`import_id`) REFERENCES `imports`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`changed_by`) REFERENCES `imports`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `imported_runs_by_source` ON `imported_runs` (`project_id`,`source_id`);--> statement-breakpoint
CREATE INDEX `imported_runs_by_import` ON `imported_runs` (`import_id`);--> statement-breakpoint
CREATE TABLE `imports` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`token_id` text NOT NULL,
	`experiment` text NOT NULL,
	`kinds` text NOT NULL,
	`files` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`undone_by` text,
	`undone_at` integer,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`token_id`) REFERENCES `ingest_tokens`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `imports_by_project` ON `imports` (`project_id`,`created_at`);