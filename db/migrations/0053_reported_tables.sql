CREATE TABLE `reported_tables` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`title` text NOT NULL,
	`document` text NOT NULL,
	`document_date` text,
	`format` text NOT NULL,
	`source` text NOT NULL,
	`grid` text NOT NULL,
	`notes` text NOT NULL,
	`digest` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reported_tables_by_digest` ON `reported_tables` (`project_id`,`digest`);--> statement-breakpoint
CREATE INDEX `reported_tables_by_document` ON `reported_tables` (`project_id`,`document`);