-- The parts of an export refer to it at the commit alone: who removes it, or ends its person's rights, does not wait for
-- the job that makes it, which then fails.
alter table data_export_part
  alter constraint data_export_part_export_id_data_export_id_fk deferrable initially deferred;
