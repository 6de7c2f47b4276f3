import { createFileRoute, Outlet } from '@tanstack/react-router'
import { openScreen, useSearchState } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { AuditLog } from '~/features/audit/audit-log'
import { type AuditSearch, auditListQuery, auditSearch } from '~/features/audit/queries'

export const Route = createFileRoute('/_signed-in/_page/audit-log')({
  validateSearch: searchInput<AuditSearch>(),
  shouldReload: true,
  staticData: { permission: 'audit.read' },
  loader: ({ context, location }) =>
    openScreen(context, { title: '操作履歴', first: [auditListQuery(auditSearch(location.search))] }),
  component: AuditLogRoute,
})

function AuditLogRoute() {
  const [search, onSearchChange] = useSearchState(auditSearch)
  return (
    <>
      <AuditLog search={search} onSearchChange={onSearchChange} />
      <Outlet />
    </>
  )
}
