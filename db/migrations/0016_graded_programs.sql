ALTER TABLE `evaluation_rows` ADD `passed` real;--> statement-breakpoint
ALTER TABLE `evaluation_rows` ADD `pass_at_1` real;--> statement-breakpoint
ALTER TABLE `evaluation_rows` ADD `pass_at_8` real;