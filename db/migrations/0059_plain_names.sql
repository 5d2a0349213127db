ALTER TABLE `outside_files` RENAME TO `external_files`;
--> statement-breakpoint
ALTER TABLE `outside_names` RENAME TO `external_names`;
--> statement-breakpoint
ALTER TABLE `outside_places` RENAME TO `external_places`;
--> statement-breakpoint
ALTER TABLE `outside_row_ids` RENAME TO `external_row_ids`;
--> statement-breakpoint
ALTER TABLE `outside_runs` RENAME TO `external_runs`;
--> statement-breakpoint
ALTER TABLE `outside_sessions` RENAME TO `external_sessions`;
--> statement-breakpoint
ALTER TABLE `outside_streams` RENAME TO `external_streams`;
--> statement-breakpoint
ALTER TABLE `outside_writers` RENAME TO `external_writers`;
--> statement-breakpoint
ALTER TABLE `outside_aliases` RENAME TO `external_aliases`;
--> statement-breakpoint
ALTER TABLE `outside_artifacts` RENAME TO `external_artifacts`;
--> statement-breakpoint
ALTER TABLE `kept_answers` RENAME TO `summary_cache`;
--> statement-breakpoint
DROP INDEX `outside_files_by_path`;
--> statement-breakpoint
CREATE UNIQUE INDEX `external_files_by_path` ON `external_files` (`run_id`,`path`);
--> statement-breakpoint
DROP INDEX `outside_names_by_run`;
--> statement-breakpoint
CREATE INDEX `external_names_by_run` ON `external_names` (`run_id`);
--> statement-breakpoint
DROP INDEX `outside_places_by_name`;
--> statement-breakpoint
CREATE UNIQUE INDEX `external_places_by_name` ON `external_places` (`project_id`,`name`);
--> statement-breakpoint
DROP INDEX `outside_places_by_experiment`;
--> statement-breakpoint
CREATE UNIQUE INDEX `external_places_by_experiment` ON `external_places` (`experiment_id`);
--> statement-breakpoint
DROP INDEX `outside_runs_by_key`;
--> statement-breakpoint
CREATE INDEX `external_runs_by_key` ON `external_runs` (`place_id`,`client_key`);
--> statement-breakpoint
DROP INDEX `outside_sessions_open`;
--> statement-breakpoint
CREATE INDEX `external_sessions_open` ON `external_sessions` (`closed`);
--> statement-breakpoint
DROP INDEX `outside_sessions_by_times`;
--> statement-breakpoint
CREATE INDEX `external_sessions_by_times` ON `external_sessions` (`times_version`);
--> statement-breakpoint
DROP INDEX `outside_streams_by_writer`;
--> statement-breakpoint
CREATE UNIQUE INDEX `external_streams_by_writer` ON `external_streams` (`run_id`,`writer`,`stream`);
--> statement-breakpoint
DROP INDEX `outside_aliases_by_artifact`;
--> statement-breakpoint
CREATE INDEX `external_aliases_by_artifact` ON `external_aliases` (`artifact_id`);
--> statement-breakpoint
DROP INDEX `outside_artifacts_by_content`;
--> statement-breakpoint
CREATE UNIQUE INDEX `external_artifacts_by_content` ON `external_artifacts` (`project_id`,`place`,`name`,`run_id`,`digest`);
--> statement-breakpoint
DROP INDEX `outside_artifacts_by_version`;
--> statement-breakpoint
CREATE UNIQUE INDEX `external_artifacts_by_version` ON `external_artifacts` (`project_id`,`place`,`name`,`version`);
--> statement-breakpoint
DROP INDEX `outside_artifacts_by_run`;
--> statement-breakpoint
CREATE INDEX `external_artifacts_by_run` ON `external_artifacts` (`run_id`);
--> statement-breakpoint
DROP INDEX `outside_artifacts_by_client`;
--> statement-breakpoint
CREATE INDEX `external_artifacts_by_client` ON `external_artifacts` (`project_id`,`client_id`);
--> statement-breakpoint
ALTER TABLE `runs` ADD `status_source` text DEFAULT 'supervised' NOT NULL;
--> statement-breakpoint
ALTER TABLE `workers` RENAME COLUMN `heard_at` TO `last_seen_at`;
--> statement-breakpoint
ALTER TABLE `attempts` RENAME COLUMN `heard_at` TO `last_seen_at`;
--> statement-breakpoint
ALTER TABLE `attempts` RENAME COLUMN `stop_asked_at` TO `stop_requested_at`;
--> statement-breakpoint
ALTER TABLE `attempts` RENAME COLUMN `stop_asked_by` TO `stop_requested_by`;
--> statement-breakpoint
ALTER TABLE `deleted_reports` RENAME COLUMN `goes_at` TO `purge_at`;
--> statement-breakpoint
ALTER TABLE `external_writers` RENAME COLUMN `heard_at` TO `last_seen_at`;
--> statement-breakpoint
ALTER TABLE `keepings` RENAME COLUMN `goes_at` TO `purge_at`;
--> statement-breakpoint
ALTER TABLE `folder_recipes` RENAME COLUMN `agreed_at` TO `approved_at`;
--> statement-breakpoint
ALTER TABLE `folder_recipes` RENAME COLUMN `agreed_by` TO `approved_by`;
--> statement-breakpoint
ALTER TABLE `workers` RENAME COLUMN `outside` TO `external`;
--> statement-breakpoint
UPDATE `runs` SET `status_source` = CASE `basis` WHEN 'reported' THEN 'scheduler' WHEN 'claimed' THEN 'client' ELSE 'supervised' END;
--> statement-breakpoint
ALTER TABLE `runs` DROP COLUMN `basis`;
--> statement-breakpoint
UPDATE `runs` SET `origin` = 'external' WHERE `origin` = 'outside';
--> statement-breakpoint
UPDATE `populations` SET `source` = 'external' WHERE `source` = 'outside';
--> statement-breakpoint
UPDATE `report_publications` SET `snapshot` = replace(replace(replace(`snapshot`, '"sentence":', '"message":'), '"objections":', '"findings":'), '"outside":', '"external":');
--> statement-breakpoint
UPDATE `deleted_reports` SET `whole` = replace(replace(replace(`whole`, '"sentence":', '"message":'), '"objections":', '"findings":'), '"outside":', '"external":');
