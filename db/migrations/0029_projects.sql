ALTER TABLE `projects` ADD `slug` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `projects` ADD `archived` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `projects` ADD `seed_key` text;--> statement-breakpoint
ALTER TABLE `projects` ADD `recipe` text;--> statement-breakpoint
UPDATE `projects` SET `slug` = iif(`name` = 'lp-debug', `name`, `id`);--> statement-breakpoint
CREATE UNIQUE INDEX `projects_slug_unique` ON `projects` (`slug`);--> statement-breakpoint
ALTER TABLE `experiments` ADD `moved_from` text;--> statement-breakpoint
CREATE INDEX `experiments_by_origin` ON `experiments` (`moved_from`);--> statement-breakpoint
ALTER TABLE `table_views` ADD `project_id` text REFERENCES projects(id);