import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useMatches } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Permission } from '#contract/permissions.ts'
import { type SyncResource, syncResources } from '#contract/words/sync-resources.ts'
import { valuesOf } from '#contract/words/words.ts'
import { sessionQuery, useCan, useMe } from '~/auth/session'
import { relatedLook } from '~/components/record/related'

const ofFigures: SyncResource[] = ['members', 'contracts', 'lessons', 'bookings', 'purchases']

/** What screens are made of that comes from the club system, by the right that opens them. */
const shownWith: Partial<Record<Permission, SyncResource[]>> = {
  'member.read': ['members', 'contracts', 'memberTickets', 'bookings', 'purchases'],
  'reservation.read': ['members', 'lessons', 'bookings'],
  'plan.read': ['tickets', 'contracts'],
  'report.members': ofFigures,
  'report.money': ofFigures,
  'report.analysis': ofFigures,
  'dailyReport.read': ofFigures,
  'mail.send': ['members', 'contracts'],
}

/** Milliseconds. */
const readEvery = 10_000

/** Says on a screen, while the first run goes on, what of it has not come from the club system yet. */
export function Arriving() {
  const queryClient = useQueryClient()
  const can = useCan()
  const arriving = useMe()?.arriving ?? []
  useQuery({ ...sessionQuery, enabled: arriving.length > 0, refetchInterval: readEvery })

  const known = useRef(arriving.length)
  useEffect(() => {
    const hasCome = arriving.length < known.current
    known.current = arriving.length
    const isOfScreen = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== sessionQuery.queryKey[0]
    if (hasCome) void queryClient.invalidateQueries({ predicate: isOfScreen })
  }, [arriving.length, queryClient])

  const permission = useMatches({ select: (matches) => matches.at(-1)?.staticData.permission })
  const shown = (permission && shownWith[permission]) ?? []
  const missing = valuesOf(syncResources).filter((resource) => shown.includes(resource) && arriving.includes(resource))
  if (missing.length === 0) return null
  return (
    <section
      aria-label="会員管理システムからの取得"
      className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b bg-muted px-4 py-2 text-sm sm:px-6 print:hidden"
    >
      <p className="min-w-0 flex-1 basis-60">
        <span className="font-semibold">取得中: {missing.map((resource) => syncResources[resource]).join('・')}</span>
        <span className="ml-2">会員管理システムから届くまで、この画面の内容は揃いません。</span>
      </p>
      {can('sync.run') && (
        <Link to="/other-settings/club-system" className={relatedLook}>
          取得の状況を見る
        </Link>
      )}
    </section>
  )
}
