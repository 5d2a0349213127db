ALTER TABLE `imports` ADD `finished_at` integer;--> statement-breakpoint
ALTER TABLE `imports` ADD `asked` text;--> statement-breakpoint
ALTER TABLE `imports` ADD `made` text;--> statement-breakpoint
CREATE INDEX `imports_by_asked` ON `imports` (`project_id`,`asked`);--> statement-breakpoint
UPDATE `imports` SET `finished_at` = `created_at`;
