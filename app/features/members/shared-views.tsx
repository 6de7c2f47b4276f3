import { useQueries, useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import type { Segment } from '#contract/segment.ts'
import { useCan } from '~/auth/session'
import { textsOf } from '~/components/resource-table/saved-views'
import type { SharedViewsProps } from '~/components/resource-table/types'
import { Button } from '~/components/ui/button'
import { notifyRefusal, useServerMutation } from '~/data/mutation'
import { serverQuery } from '~/data/query'
import { createSegment, listSegments, removeSegment } from '~/functions/segment'
import { failureMessage } from '~/lib/failure'
import { formatCount } from '~/lib/format'
import { useSelectedShop } from '~/shop/selected-shop'
import { ShareForm } from '~/shop/share-form'
import { type MemberSearch, memberListQuery, memberSearch, requestedMembers } from './queries'

const shared = { list: 'members', sortKey: 'name', sortDir: 'asc', limit: 100 } as const

/** Shared conditions with their number of members, and sharing the current filters. */
export default function SharedViews({ search, columns, onChoose }: SharedViewsProps) {
  const can = useCan()
  const { shop: inUrl } = search as MemberSearch
  const { shops } = useSelectedShop(inUrl)
  const { data, error } = useQuery(serverQuery('segment.list', listSegments)(shared))
  const segments = data?.list ?? []
  const counts = useQueries({
    queries: segments.map((segment) =>
      memberListQuery(requestedMembers({ ...memberSearch(segment.search), shop: inUrl }, shops)),
    ),
    combine: (pages) => pages.map(({ data }) => data?.paging.total),
  })
  const remove = useServerMutation(removeSegment, {
    invalidates: ['segment'],
    undo: (_, { id }) => {
      const gone = segments.find((segment) => segment.id === id)
      return gone && (() => createSegment({ data: draftOf(gone) }))
    },
  })
  const drop = ({ id, version, name }: Segment, entry: Element | null) => {
    const near = entry?.nextElementSibling ?? entry?.previousElementSibling ?? entry?.closest('section')
    near?.querySelector<HTMLElement>('button, input')?.focus()
    void remove
      .mutateAsync({ data: { id, version }, done: `共有の条件「${name}」を削除しました。` })
      .catch(notifyRefusal)
  }

  return (
    <section aria-label="店舗で共有している条件" className="mt-3 border-t pt-3">
      <h3 className="mb-1 font-medium">店舗で共有している条件</h3>
      {error && <p className="text-muted-foreground">{failureMessage(error).text}</p>}
      {data && segments.length === 0 && <p className="text-muted-foreground">まだありません。</p>}
      <ul className="max-h-[min(16rem,30dvh)] space-y-0.5 overflow-y-auto">
        {segments.map((segment, at) => (
          <li key={segment.id} className="flex items-center">
            <button
              type="button"
              className="flex min-h-9 min-w-24 flex-1 items-center justify-between gap-2 rounded-md px-2 text-left hover:bg-muted"
              onClick={() => onChoose({ name: segment.name, search: segment.search, columns: segment.columns })}
            >
              <span className="truncate">{segment.name}</span>
              <span className="figures shrink-0 text-xs text-muted-foreground">
                {counts[at] === undefined ? '' : `${formatCount(counts[at])}名`}
              </span>
            </button>
            {segment.canEdit && (
              <Button
                variant="ghost"
                size="icon"
                aria-label={`共有の条件「${segment.name}」を削除する`}
                onClick={({ currentTarget }) => drop(segment, currentTarget.closest('li'))}
              >
                <Trash2 aria-hidden />
              </Button>
            )}
          </li>
        ))}
      </ul>
      {can('member.export') && <Share search={search as MemberSearch} columns={columns} />}
    </section>
  )
}

/** Shares the list's filters with the selected shop, or with all of the user's shops. */
function Share({ search, columns }: { search: MemberSearch; columns: Record<string, boolean> }) {
  const share = useServerMutation(createSegment, {
    invalidates: ['segment'],
    undo:
      ({ id, version }) =>
      () =>
        removeSegment({ data: { id, version } }),
  })
  return (
    <ShareForm
      noun="条件"
      right="member.export"
      shopInUrl={search.shop}
      isPending={share.isPending}
      onShare={(name, shopIds, label) =>
        share.mutateAsync({
          data: { list: 'members', name, search: textsOf(search), columns, shopIds },
          done: `条件を共有しました（${label}）。`,
        })
      }
    />
  )
}

const draftOf = ({ list, name, search, columns, shopIds }: Segment) => ({ list, name, search, columns, shopIds })
