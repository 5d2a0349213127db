ALTER TABLE `workers` ADD `engine` text;--> statement-breakpoint
ALTER TABLE `attempts` ADD `place` text;