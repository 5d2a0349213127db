ALTER TABLE `keepings` ADD `revision` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `keepings_by_revision` ON `keepings` (`revision`);