CREATE TABLE `unfinished_evaluations` (
	`evaluation_id` text PRIMARY KEY NOT NULL,
	`population_hash` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `__new_population_problems` (
	`population_hash` text NOT NULL,
	`problem_hash` text NOT NULL,
	`key` text NOT NULL,
	PRIMARY KEY(`population_hash`, `problem_hash`),
	FOREIGN KEY (`problem_hash`) REFERENCES `problems`(`hash`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `__new_population_problems`("population_hash", "problem_hash", "key") SELECT "population_hash", "problem_hash", "key" FROM `population_problems`;--> statement-breakpoint
DROP TABLE `population_problems`;--> statement-breakpoint
ALTER TABLE `__new_population_problems` RENAME TO `population_problems`;--> statement-breakpoint
CREATE TABLE `__new_evaluation_rows` (
	`evaluation_id` text NOT NULL,
	`problem_hash` text NOT NULL,
	`solved` integer NOT NULL,
	`steps` integer NOT NULL,
	`op` real,
	`da` real,
	`clean` integer,
	`confirmed` integer,
	`passed` real,
	`pass_at_1` real,
	`pass_at_8` real,
	`sampled_at_5` real,
	`diagnosis` text,
	`score` real,
	PRIMARY KEY(`evaluation_id`, `problem_hash`),
	FOREIGN KEY (`problem_hash`) REFERENCES `problems`(`hash`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `__new_evaluation_rows`("evaluation_id", "problem_hash", "solved", "steps", "op", "da", "clean", "confirmed", "passed", "pass_at_1", "pass_at_8", "sampled_at_5", "diagnosis", "score") SELECT "evaluation_id", "problem_hash", "solved", "steps", "op", "da", "clean", "confirmed", "passed", "pass_at_1", "pass_at_8", "sampled_at_5", "diagnosis", "score" FROM `evaluation_rows`;--> statement-breakpoint
DROP TABLE `evaluation_rows`;--> statement-breakpoint
ALTER TABLE `__new_evaluation_rows` RENAME TO `evaluation_rows`;