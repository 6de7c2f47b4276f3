-- Letters that nobody sees, as in contract/invisible.ts. A change mends stored texts anew (205).
create or replace function visible_code(value text) returns text language sql immutable parallel safe as $$
  select regexp_replace(value, '[\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g')
$$;

-- Joiners and selectors of variants stay.
create or replace function visible_name(value text) returns text language sql immutable parallel safe as $$
  select case when public.visible_code(value) = '' then '' else regexp_replace(value, '[\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e00ff\U000e01f0-\U000e0fff]', '', 'g') end
$$;

create or replace function visible_address(value text) returns text language sql immutable parallel safe as $$
  select btrim(regexp_replace(btrim(public.visible_code(value)), '^mailto:\s*([^?]*).*$', '\1', 'i'))
$$;

-- Takes such letters out of what was stored with them. Where two would be equal then, both stay as they are, and
-- データ健康診断 lists them.
create or replace function mend_invisible() returns void language sql set search_path = public as $$
  update staff s set email = visible_address(email), address_failed_at = null
    where email <> visible_address(email) and visible_address(email) ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$'
      and not exists (select from staff o where o.id <> s.id and visible_address(o.email) = visible_address(s.email));
  update invitation set email = visible_address(email) where email <> visible_address(email);
  update staff set display_name = visible_name(display_name), last_name = visible_name(last_name),
      first_name = visible_name(first_name), last_name_kana = visible_code(last_name_kana),
      first_name_kana = visible_code(first_name_kana)
    where visible_name(display_name) <> '' and concat(display_name, last_name, first_name) || concat(last_name_kana, first_name_kana)
      <> visible_name(concat(display_name, last_name, first_name)) || visible_code(concat(last_name_kana, first_name_kana));

  update member m set member_no = visible_code(member_no)
    where member_no <> visible_code(member_no) and visible_code(member_no) <> ''
      and not exists (select from member o where o.id <> m.id and visible_code(o.member_no) = visible_code(m.member_no));
  update member set email = nullif(visible_address(email), '') where email <> visible_address(email);
  update member set representative_email = nullif(visible_address(representative_email), '')
    where representative_email <> visible_address(representative_email);
  update member set last_name = visible_name(last_name), first_name = visible_name(first_name),
      last_name_kana = visible_code(last_name_kana), first_name_kana = visible_code(first_name_kana)
    where visible_name(last_name) <> '' and concat(last_name, first_name) || concat(last_name_kana, first_name_kana)
      <> visible_name(concat(last_name, first_name)) || visible_code(concat(last_name_kana, first_name_kana));

  update shop set name = visible_name(name) where visible_name(name) not in ('', name);
  update shop_plan set name = visible_name(name) where visible_name(name) not in ('', name);
$$;
revoke execute on function mend_invisible from public;
