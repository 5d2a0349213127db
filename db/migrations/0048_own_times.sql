ALTER TABLE `outside_sessions` ADD `clock` text;--> statement-breakpoint
ALTER TABLE `outside_sessions` ADD `end_told_at` integer;--> statement-breakpoint
ALTER TABLE `outside_sessions` ADD `times_version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `outside_sessions_by_times` ON `outside_sessions` (`times_version`);