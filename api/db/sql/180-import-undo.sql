drop function if exists import_undo_counts;
drop function if exists import_undo;

-- Of these members those of whom something is here. Tables without an index of members are read once (`in`).
create or replace function used_members(ids integer[]) returns setof integer
language sql stable set search_path = public as $$
  select m.id from unnest(ids) m (id)
  where exists (select from contract x where x.member_id = m.id)
    or exists (select from member_ticket x where x.member_id = m.id)
    or exists (select from visit x where x.member_id = m.id)
    or exists (select from sale x where x.member_id = m.id)
    or exists (select from billing x where x.member_id = m.id)
    or exists (select from reservation x where x.member_id = m.id)
    or m.id in (select x.member_id from lead x where x.member_id is not null)
    or exists (select from daily_log x where x.member_id = m.id)
    or m.id in (select x.member_id from daily_log_change x)
    or m.id in (select x.of_member_id from daily_log_reveal x)
    or exists (select from health_consent x where x.member_id = m.id)
    or exists (select from lean_body_activity x where x.member_id = m.id)
    or exists (select from mail_recipient x where x.member_id = m.id)
    or exists (select from mail_opt_out x where x.member_id = m.id)
    -- That of an import goes with it; a later one says so by the names of its row.
    or exists (select from mail_consent x where x.member_id = m.id and x.import_id is null)
    or exists (select from mail_consent_link x where x.member_id = m.id)
    or exists (select from mail_step_sent x where x.member_id = m.id)
    or exists (select from mail_step_enrolment x where x.member_id = m.id)
    or exists (select from missing_member x where x.member_id = m.id)
    or exists (select from outreach x where x.member_id = m.id)
    or exists (select from report_action_member x where x.member_id = m.id)
    or m.id in (select x.referrer_member_id from member x where x.referrer_member_id is not null)
$$;
revoke execute on function used_members from public;

-- What has happened to the rows that an import wrote: the names that later imports have written or confirmed, whether
-- something is a new member's, and whether a number that would go back is somebody else's.
create or replace function import_since(import integer)
returns table (line integer, names text[], is_used boolean, is_taken boolean)
language sql stable set search_path = public as $$
  select r.line, (
      select array_agg(distinct s.name)
      from import_row l join import_file o on o.id = l.import_id
      cross join lateral (
        select unnest(l.confirmed) where l.outcome in ('changed', 'kept', 'confirmed')
        union all select jsonb_object_keys(l.after) where l.outcome in ('created', 'changed')
      ) s (name)
      where l.fact_id = r.fact_id and o.kind = f.kind and o.state = 'written'
        and (o.written_at, o.id) > (f.written_at, f.id)
    ),
    f.kind = 'member' and r.outcome = 'created' and r.fact_id in (
      select used_members(array(select c.fact_id from import_row c where c.import_id = $1 and c.outcome = 'created'))),
    f.kind = 'member' and r.outcome = 'changed' and (
      exists (select from member o where o.member_no = r.before ->> 'member_no' and o.id <> r.fact_id)
      or exists (select from member o where o.external_id = (r.before ->> 'external_id')::integer and o.id <> r.fact_id))
  from import_row r join import_file f on f.id = r.import_id
  where r.import_id = $1 and r.outcome in ('created', 'changed')
$$;
revoke execute on function import_since from public;

-- `import_since` for the caller, also of rows that they may not read. Empty for another person's import.
create or replace function import_since_in_sight(import integer)
returns table (line integer, names text[], is_used boolean, is_taken boolean)
language sql stable security definer set search_path = public as $$
  select s.* from import_file f cross join lateral import_since(f.id) s
  where f.id = $1 and (app_sees_every_shop() or (f.created_by = app_staff() and f.shop_ids <@ app_shops()))
$$;
revoke execute on function import_since_in_sight from public;
grant execute on function import_since_in_sight to karada_app;
