ALTER TABLE `attempt_files` ADD `pinned_at` integer;--> statement-breakpoint
ALTER TABLE `attempt_files` ADD `wish` text;--> statement-breakpoint
ALTER TABLE `attempt_files` ADD `problem` text;--> statement-breakpoint
CREATE INDEX `attempt_files_wished` ON `attempt_files` (`attempt_id`) WHERE "attempt_files"."wish" is not null;