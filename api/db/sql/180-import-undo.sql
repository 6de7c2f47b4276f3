-- What becomes of each written row of an import when it is taken back. A value is restored where it is still the one that
-- the import wrote. A member who was made goes where nothing is theirs, nobody has changed them since and no later import
-- has. `shops`: whose members may be changed; null: all. Tables without an index of members are read once (`in`).
create or replace function import_undo(import integer, shops integer[])
returns table (line integer, member_id integer, user_id integer, undo text)
language sql stable set search_path = public as $$
  select r.line, m.id, m.user_id, case
    when m.id is null or m.shop_id <> all (shops) then 'impossible'
    when r.outcome = 'changed' then case
      when not to_jsonb(m) @> r.after then 'later'
      when exists (select from member o where o.member_no = r.before ->> 'member_no' and o.id <> m.id)
        or exists (select from member o where o.external_id = (r.before ->> 'external_id')::integer and o.id <> m.id)
        or (r.before ->> 'shop_id')::integer <> all (shops) then 'impossible'
      else 'restored' end
    when exists (select from contract x where x.member_id = m.id)
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
      or exists (select from mail_step_sent x where x.member_id = m.id)
      or exists (select from mail_step_enrolment x where x.member_id = m.id)
      or exists (select from missing_member x where x.member_id = m.id)
      or m.id in (select x.referrer_member_id from member x where x.referrer_member_id is not null) then 'used'
    when not to_jsonb(m) @> r.after or m.updated_at is not null or m.last_synced_at is not null
      or exists (
        select from import_row l join import_file f on f.id = l.import_id
        where l.member_id = m.id and l.import_id <> r.import_id and l.outcome = 'changed' and f.state = 'written') then 'later'
    else 'restored' end
  from import_row r left join member m on m.id = r.member_id
  where r.import_id = $1 and r.member_id is not null and r.outcome in ('created', 'changed')
$$;
revoke execute on function import_undo from public;

-- The same, counted for whoever asks: with their shops, and over what they may not read. Empty for another's import.
create or replace function import_undo_counts(import integer) returns table (undo text, lines integer)
language sql stable security definer set search_path = public as $$
  select u.undo, count(*)::integer
  from import_file f
  cross join lateral import_undo(f.id, case when app_sees_every_shop() then null else app_shops() end) u
  where f.id = $1 and (app_sees_every_shop() or (f.created_by = app_staff() and f.shop_ids <@ app_shops()))
  group by u.undo
$$;
revoke execute on function import_undo_counts from public;
grant execute on function import_undo_counts to karada_app;
