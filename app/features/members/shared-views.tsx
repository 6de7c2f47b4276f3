import { useQueries, useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { Segment } from '#contract/segment.ts'
import { useCan, useMe } from '~/auth/session'
import { keptOf } from '~/components/resource-table/saved-views'
import type { SharedViewsProps } from '~/components/resource-table/types'
import { Button } from '~/components/ui/button'
import { notifyRefusal, useServerMutation } from '~/data/mutation'
import { serverQuery } from '~/data/query'
import { createSegment, listSegments, removeSegment } from '~/functions/segment'
import { keepConversion } from '~/lib/composing'
import { failureMessage } from '~/lib/failure'
import { formatCount } from '~/lib/format'
import { useSelectedShop } from '~/shop/selected-shop'
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
      {can('member.export') && <ShareForm search={search as MemberSearch} columns={columns} />}
    </section>
  )
}

/** Shares the list's filters with the selected shop, or with all of the user's shops. */
function ShareForm({ search, columns }: { search: MemberSearch; columns: Record<string, boolean> }) {
  const me = useMe()
  const { shopId, shops, label } = useSelectedShop(search.shop)
  const [name, setName] = useState('')
  const share = useServerMutation(createSegment, {
    invalidates: ['segment'],
    done: `条件を共有しました（${label}）。`,
    undo:
      ({ id, version }) =>
      () =>
        removeSegment({ data: { id, version } }),
  })
  const isOfChain = me?.permissions['member.export'] === 'all'
  const shopIds = shopId === undefined ? (isOfChain ? [] : (shops ?? []).map(({ id }) => id)) : [shopId]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const data = { list: 'members', name: name.trim(), search: textsOf(search), columns, shopIds } as const
    void share
      .mutateAsync({ data })
      .then(() => setName(''))
      .catch(notifyRefusal)
  }
  return (
    <form className="mt-2 flex flex-wrap gap-2" onKeyDown={keepConversion} onSubmit={submit}>
      <input
        aria-label="共有する条件の名前"
        placeholder={`今の条件を共有（${label}）`}
        maxLength={40}
        value={name}
        onChange={(event) => setName(event.target.value)}
        className="h-9 min-w-24 flex-1 rounded-md border border-input/70 bg-card px-2.5"
      />
      <Button type="submit" variant="outline" disabled={name.trim() === '' || share.isPending}>
        共有する
      </Button>
    </form>
  )
}

const draftOf = ({ list, name, search, columns, shopIds }: Segment) => ({ list, name, search, columns, shopIds })

const textsOf = (search: MemberSearch) =>
  Object.fromEntries(Object.entries(keptOf(search)).map(([key, value]) => [key, String(value)]))
