import { createFileRoute, useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { openScreen, useCloseOver, useSearchState } from '~/boot/screen'
import { AuditSheet } from '~/features/audit/audit-sheet'
import { auditSearch } from '~/features/audit/queries'

export const Route = createFileRoute('/_signed-in/_page/audit-log/$auditId')({
  staticData: { permission: 'audit.read' },
  // The row comes from the parent route's list, or the sheet requests it.
  loader: ({ context }) => openScreen(context, {}),
  component: AuditRoute,
})

function AuditRoute() {
  const { auditId } = useParams({ from: '/_signed-in/_page/audit-log/$auditId' })
  const [search] = useSearchState(auditSearch)
  const navigate = useNavigate({ from: '/audit-log/$auditId' })
  const router = useRouter()
  const close = useCloseOver({ to: '/audit-log', search })
  return (
    <AuditSheet
      id={auditId}
      search={search}
      onClose={close}
      isShown={() => router.latestLocation.pathname.endsWith(`/${auditId}`)}
      onShow={(next) =>
        void navigate({ params: { auditId: next }, search, replace: true, state: true, resetScroll: false })
      }
    />
  )
}
