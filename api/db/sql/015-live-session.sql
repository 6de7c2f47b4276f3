-- The principal of a live session of an active account, which each call reads; null without one. In plpgsql, because a
-- connection plans it once, also behind a pooler in transaction mode, where no statement may have a name (decision 0060).
-- The plan is kept while tables grow, so it may not begin with reading a small one whole.
create or replace function live_session(of_sid text, at timestamptz) returns json
language plpgsql stable set enable_seqscan = off as $$
begin
  return (
    select json_build_object('staffId', s.id::text, 'userId', s.user_id::text, 'sid', x.sid, 'email', s.email,
      'displayName', s.display_name, 'role', s.role, 'isAdmin', s.is_admin, 'signedInAt', x.created_at,
      'lastUsedAt', x.last_used_at, 'preview', x.preview,
      'shopStaffList', coalesce((select json_agg(json_build_object('id', h.id::text, 'shopId', h.shop_id::text)
        order by h.shop_id) from shop_staff h where h.staff_id = s.id), '[]'))
    from session x join staff s on s.id = x.staff_id
    where x.sid = of_sid and x.revoked_at is null and x.expires_at > at and s.status = 'active'
  );
end
$$;
revoke execute on function live_session from public;
