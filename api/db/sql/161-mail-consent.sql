-- Consent to mail is a history (decision 0109): its latest row holds, and what mails ask follows from it here, whoever
-- writes a row.

drop trigger if exists consent_given_anew on member;
drop function if exists consent_given_anew();

-- After a 配信停止 only the member's own act gives consent anew. The member is locked first: of two writers the later one
-- sees what the earlier one wrote.
create or replace function mail_consent_is_the_members() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform from member where id = new.member_id for no key update;
  if new.state = 'given' and new.source <> 'link' and exists (select from mail_opt_out where member_id = new.member_id) then
    raise exception 'consent after a withdrawal is the member''s own to give';
  end if;
  return new;
end $$;
create or replace trigger mail_consent_is_the_members before insert on mail_consent
  for each row execute function mail_consent_is_the_members();

create or replace function mail_consent_counts() returns trigger language plpgsql security definer set search_path = public as $$
declare
  of_member constant integer := case when tg_op = 'DELETE' then old.member_id else new.member_id end;
  latest mail_consent;
begin
  perform from member where id = of_member for no key update;
  select * into latest from mail_consent where member_id = of_member order by id desc limit 1;
  if latest.state = 'withdrawn' then
    insert into mail_opt_out (member_id, at) values (of_member, latest.recorded_at) on conflict do nothing;
  else
    delete from mail_opt_out where member_id = of_member;
  end if;
  update member m set mail_opt_in = coalesce(
      latest.state = 'given' and latest.email = lower(mail_address(m.email, m.representative_email)), false)
    where id = of_member;
  return null;
end $$;
create or replace trigger mail_consent_counts after insert or delete on mail_consent
  for each row execute function mail_consent_counts();

-- Consent was given for an address: for another one it does not count, and does again where that address comes back.
create or replace function mail_consent_of_address() returns trigger language plpgsql security definer set search_path = public as $$
declare
  latest mail_consent;
begin
  if mail_address(new.email, new.representative_email) is not distinct from mail_address(old.email, old.representative_email) then
    return new;
  end if;
  select * into latest from mail_consent where member_id = new.id order by id desc limit 1;
  if latest.state = 'given' then
    new.mail_opt_in := coalesce(latest.email = lower(mail_address(new.email, new.representative_email)), false);
  end if;
  return new;
end $$;
create or replace trigger mail_consent_of_address before update of email, representative_email on member
  for each row execute function mail_consent_of_address();

-- The open link with this hash, where mail still goes to its address; with the member's shop. That of a 配信のお願い asks
-- who has said nothing: any word of the member since then ends it.
create or replace function open_consent_link(hash text, at_time timestamptz)
returns table (id integer, member_id integer, shop_id integer, email text)
language sql stable security definer set search_path = public as $$
  select l.id, l.member_id, m.shop_id, l.email from mail_consent_link l join member m on m.id = l.member_id
  where l.token_hash = hash and l.used_at is null and l.expires_at > at_time
    and l.email = lower(mail_address(m.email, m.representative_email))
    and not (l.is_request and exists (select from mail_consent c where c.member_id = l.member_id))
$$;
revoke execute on function open_consent_link from public;

-- Who sends the mails that a link is about; of an unknown one the chain's name, so that nobody learns anything.
create or replace function consent_link_sender(hash text, at_time timestamptz) returns text
language sql stable security definer set search_path = public as $$
  select coalesce(s.sender_name, c.name) from club c
    left join open_consent_link(hash, at_time) l on true left join shop s on s.id = l.shop_id
$$;
revoke execute on function consent_link_sender from public;
grant execute on function consent_link_sender to karada_app;

-- The member with this link consents to mails to its address, or refuses them; returns the member, or nothing where the
-- link is void. One act ends all their links.
create or replace function answer_consent_link(hash text, gives boolean, at_time timestamptz)
returns table (member_id integer, shop_id integer)
language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  link record;
  latest text;
  of_request boolean;
begin
  -- The member before the link, as everywhere.
  perform from member m where m.id = (select l.member_id from mail_consent_link l where l.token_hash = hash) for no key update;
  select * into link from open_consent_link(hash, at_time);
  if not found then
    return;
  end if;
  select l.is_request into of_request from mail_consent_link l where l.id = link.id;
  update mail_consent_link l set used_at = at_time where l.member_id = link.member_id and l.used_at is null;
  select c.state into latest from mail_consent c where c.member_id = link.member_id order by c.id desc limit 1;
  insert into mail_consent (member_id, state, stated_on, source, email, recorded_at)
    values (link.member_id, case when gives then 'given' when of_request or latest in ('given', 'withdrawn') then 'withdrawn' else 'declined' end,
      (at_time at time zone 'Asia/Tokyo')::date, 'link', link.email, at_time);
  return query select link.member_id, link.shop_id;
end $$;
revoke execute on function answer_consent_link from public;
grant execute on function answer_consent_link to karada_app;
