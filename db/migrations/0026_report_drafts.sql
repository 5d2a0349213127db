CREATE TABLE `report_drafts` (
	`report_id` text NOT NULL,
	`version` integer NOT NULL,
	`title` text NOT NULL,
	`markdown` text NOT NULL,
	`saved_by` text NOT NULL,
	`saved_at` integer NOT NULL,
	`replaced_at` integer NOT NULL,
	PRIMARY KEY(`report_id`, `version`),
	FOREIGN KEY (`report_id`) REFERENCES `reports`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `reports` ADD `updated_by` text;