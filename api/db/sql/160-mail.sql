-- Events of a mail's letters that arrive from outside: from a link in a letter and from the mail provider. Security
-- definer, limited to what their key gives access to.

-- Whether nobody reads an address: it stands for none. The domains are reserved for examples, without example.jp, which the
-- demo's members have.
create or replace function is_dummy_address(email text) returns boolean language sql immutable parallel safe as $$
  select rtrim(split_part(lower(email), '@', 1), '0123456789._+-') = any ('{dummy,test,sample,none,nomail,noemail,no-mail,no-email,noreply,no-reply,donotreply,do-not-reply}')
    or length(split_part(email, '@', 1)) > 2
      and ltrim(split_part(lower(email), '@', 1), left(split_part(lower(email), '@', 1), 1)) = ''
    or split_part(lower(email), '@', 2) ~ '(^|[.])((example|dummy|noreply|no-reply)[.](com|net|org|co[.]jp|ne[.]jp)|(test|sample)[.](com|jp)|example|invalid|test|localhost)$'
$$;

-- Where a member's mail goes: to their own address, or to their family's representative; null: nowhere.
create or replace function mail_address(email text, representative text) returns text language sql immutable parallel safe as $$
  select case when email <> '' and not is_dummy_address(email) then email
    when representative <> '' and not is_dummy_address(representative) then representative end
$$;

-- Addresses that nobody writes to, in any shop; what happened there is in `mail_bounce`, of the shop whose letter met it.
create or replace view mail_bounced_address as select email from mail_bounce;
grant select on mail_bounced_address to karada_app;

-- Unsubscribed addresses of 広告宣伝 and フォロー: other members with the same address are not written to either, in any
-- shop. Who is written to at a representative's address unsubscribes for themselves alone.
create or replace view mail_opt_out_address as
  select lower(m.email) as email, m.shop_id from mail_opt_out o join member m on m.id = o.member_id
  where m.email is not null and not is_dummy_address(m.email);
grant select on mail_opt_out_address to karada_app;

-- Whether a letter is a 配信のお願い, of which a member gets one (decision 0109).
create or replace function mail_recipient_of_request() returns trigger language plpgsql security definer set search_path = public as $$
begin
  new.is_request := exists (select from mail where id = new.mail_id and category = 'consentRequest');
  return new;
end $$;
create or replace trigger mail_recipient_of_request before insert on mail_recipient
  for each row execute function mail_recipient_of_request();

-- Whom a 配信のお願い went to, or is to, at which address: nobody else is written one there either, in any shop.
create or replace view mail_requested as
  select member_id, lower(email) as email, shop_id from mail_recipient
  where is_request and status in ('waiting', 'delivered');
grant select on mail_requested to karada_app;

-- The letters of each mail, to members of the reader's shops.
create or replace view mail_count with (security_invoker = true) as
  select mail_id, count(*) filter (where status <> 'excluded')::integer as total,
    count(*) filter (where status = 'excluded')::integer as excluded,
    count(*) filter (where status = 'waiting')::integer as waiting,
    count(*) filter (where status = 'delivered')::integer as delivered,
    count(*) filter (where status = 'bounced')::integer as bounced,
    count(*) filter (where status = 'failed')::integer as failed,
    count(*) filter (where status = 'cancelled')::integer as cancelled,
    count(*) filter (where unsubscribed_at is not null)::integer as unsubscribed,
    count(*) filter (where opened_at is not null)::integer as opened,
    count(*) filter (where clicked_at is not null)::integer as clicked
  from mail_recipient group by mail_id;
grant select on mail_count to karada_app;

-- Recounts the letters of mails. A mail is done when nobody waits; then its outcome is recorded.
create or replace function recount_mails(ids integer[], at_time timestamptz) returns void
language sql security definer set search_path = public as $$
  -- Locked before counting, so that of two concurrent counts the later one sees the first one's changes.
  select 1 from mail where id = any (ids) order by id for update;
  update mail m set
    total = c.total, excluded = c.excluded, delivered = c.delivered, bounced = c.bounced, failed = c.failed, cancelled = c.cancelled,
    unsubscribed = c.unsubscribed, opened = c.opened, clicked = c.clicked,
    finished_at = case when c.waiting = 0 then coalesce(m.finished_at, at_time) end,
    status = case
      when c.waiting > 0 then case when c.waiting = c.total then 'scheduled' else 'sending' end
      when c.total = 0 or (m.cancelled_at is not null and c.delivered = 0) then 'cancelled'
      when c.delivered = 0 then 'failed'
      when c.delivered < c.total then 'partial'
      else 'sent' end
  from mail_count c where c.mail_id = any (ids) and m.id = c.mail_id
$$;
revoke execute on function recount_mails from public;
grant execute on function recount_mails to karada_app;

-- Unsubscribes the member with this token from 広告宣伝 and フォロー; returns the member, or nothing.
create or replace function unsubscribe_by(letter_token text, at_time timestamptz) returns table (member_id integer, shop_id integer)
language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  letter mail_recipient;
begin
  select * into letter from mail_recipient r where r.token = letter_token for update;
  if not found then
    return;
  end if;
  if not exists (select from mail_opt_out o where o.member_id = letter.member_id) then
    insert into mail_consent (member_id, state, stated_on, source, email, recorded_at)
      values (letter.member_id, 'withdrawn', (at_time at time zone 'Asia/Tokyo')::date, 'link', lower(letter.email), at_time);
  end if;
  if letter.unsubscribed_at is null then
    update mail_recipient set unsubscribed_at = at_time where id = letter.id;
    perform recount_mails(array[letter.mail_id], at_time);
  end if;
  return query select letter.member_id, letter.shop_id;
end $$;
revoke execute on function unsubscribe_by from public;
grant execute on function unsubscribe_by to karada_app;

-- A letter that came back, or whose recipient complained. Without such a mailbox (`unknown`), or after a complaint, no
-- more mails are sent to the address. `letter_id` and `letter_token` are those of the letter, where the provider names it.
drop function if exists mail_came_back(text, integer, text, text, boolean, timestamptz);
create or replace function mail_came_back(address text, letter_id integer, letter_token text, said text, unknown boolean,
  complained boolean, at_time timestamptz) returns void
language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  letter mail_recipient;
begin
  if unknown or complained then
    insert into mail_bounce (email, shop_id, at, detail, is_complaint)
      values (lower(address), (select shop_id from mail_recipient where id = letter_id and token = letter_token),
        at_time, said, complained)
      on conflict (email, shop_id) do update set is_complaint = mail_bounce.is_complaint or complained;
  end if;
  update mail_recipient set status = case when unknown then 'bounced' else 'failed' end, error = said, at = at_time
    where id = letter_id and token = letter_token and status = 'delivered' and not complained
    returning * into letter;
  if found then
    perform recount_mails(array[letter.mail_id], at_time);
  end if;
end $$;
revoke execute on function mail_came_back from public;
grant execute on function mail_came_back to karada_app;

-- Records that a tracked letter was opened, or a link of it clicked; returns its text, which contains the links.
-- Nothing for any other letter.
create or replace function mail_noticed(letter_token text, followed boolean, at_time timestamptz) returns text
language plpgsql security definer set search_path = public as $$
declare
  letter mail_recipient;
  said text;
begin
  select r.* into letter from mail_recipient r join mail m on m.id = r.mail_id
    where r.token = letter_token and m.is_tracked for update of r;
  if not found then
    return null;
  end if;
  if letter.opened_at is null or (followed and letter.clicked_at is null) then
    -- Programs that block images still follow links, so a click counts as an open.
    update mail_recipient set opened_at = coalesce(opened_at, at_time),
      clicked_at = case when followed then coalesce(clicked_at, at_time) else clicked_at end where id = letter.id;
    perform recount_mails(array[letter.mail_id], at_time);
  end if;
  select body into said from mail where id = letter.mail_id;
  return said;
end $$;
revoke execute on function mail_noticed from public;
grant execute on function mail_noticed to karada_app;

-- The text of a tracked letter, for whoever looks where its links lead without following them.
create or replace function mail_text(letter_token text) returns text
language sql stable security definer set search_path = public as $$
  select m.body from mail_recipient r join mail m on m.id = r.mail_id where r.token = letter_token and m.is_tracked
$$;
revoke execute on function mail_text from public;
grant execute on function mail_text to karada_app;

-- 会社情報 is one row from the beginning, empty until head office fills it in.
insert into club (id, name, address, contact, from_name) values (1, '', '', '', '') on conflict do nothing;

-- Who wrote a letter; for an unknown one the chain.
create or replace function mail_sender_name(letter_token text) returns text
language sql stable security definer set search_path = public as $$
  select coalesce(s.sender_name, c.name) from club c
    left join mail_recipient r on r.token = letter_token left join shop s on s.id = r.shop_id
$$;
revoke execute on function mail_sender_name from public;
grant execute on function mail_sender_name to karada_app;

-- A template of the whole chain is used by shops that may not edit it.
create or replace function template_used(template integer, at_time timestamptz) returns void
language sql security definer set search_path = public as $$
  update mail_template set use_count = use_count + 1, last_used_at = at_time where id = template
$$;
revoke execute on function template_used from public;
grant execute on function template_used to karada_app;

-- Ends 月曜の一枚 of whoever has this token; returns them, or null.
create or replace function stop_digest(token text) returns integer language sql security definer set search_path = public as $$
  delete from digest_subscription where stop_token = token returning staff_id
$$;
revoke execute on function stop_digest from public;
grant execute on function stop_digest to karada_app;
