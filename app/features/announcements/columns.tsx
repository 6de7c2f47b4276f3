import { Link } from '@tanstack/react-router'
import { Copy, Eye, EyeOff, Pin, Trash2 } from 'lucide-react'
import type { AnnouncementRow } from '#contract/announcement.ts'
import { announcementCategories } from '#contract/words/announcement.ts'
import { announcementFields } from '#contract/words/fields/announcement.ts'
import { TwoLines } from '~/components/resource-table/rows'
import type { ListColumn } from '~/components/resource-table/types'
import { Moment, stateColumn, updatedColumn } from '~/components/resource-table/written-columns'
import { Button, buttonVariants } from '~/components/ui/button'
import { formatDateTime } from '~/lib/dates'
import { cn } from '~/lib/utils'
import { type ScopeOption, scopeText } from '~/nouns/shop/scope-field'
import { type Act, actLabel, actsOn, type useAnnouncementActs } from './actions'

type Ask = ReturnType<typeof useAnnouncementActs>['ask']

const icons = { publish: Eye, hide: EyeOff, remove: Trash2 }
/** Four of them fit beside the other columns; a button's own size would win otherwise. */
const small = 'sm:size-7! text-muted-foreground hover:text-foreground'

/** 「2026/01/05(月) 14:05」 over 「〜 …」; an open end is left out. */
const period = ({ publishFrom, publishTo }: AnnouncementRow) => {
  const until = publishTo === null ? '' : `〜 ${formatDateTime(publishTo)}`
  if (publishFrom === null) return until || '–'
  return <TwoLines main={<Moment at={publishFrom} />} sub={until || '〜 期限なし'} />
}

const shownColumns = (shops: readonly ScopeOption[]): ListColumn<AnnouncementRow>[] => [
  {
    id: 'title',
    label: announcementFields.title,
    width: 200,
    sortKey: 'title',
    cell: ({ title, isPinned }) => (
      <span className="line-clamp-2 leading-tight whitespace-normal group-data-[density=compact]/list:line-clamp-1">
        {isPinned && <Pin role="img" aria-label="固定表示" className="mr-1.5 inline size-3.5 text-primary" />}
        {title}
      </span>
    ),
  },
  {
    id: 'category',
    label: announcementFields.category,
    width: 108,
    priority: 2,
    card: 'text',
    cell: ({ category }) => announcementCategories[category],
  },
  stateColumn,
  {
    id: 'period',
    label: '公開期間',
    width: 174,
    card: 'text',
    sortKey: 'publishFrom',
    sortFirst: 'desc',
    cell: period,
  },
  updatedColumn,
  {
    id: 'target',
    label: announcementFields.target,
    width: 110,
    priority: 2,
    cell: ({ target }) => scopeText(target, shops),
  },
]

/** The list's columns; the last one acts on a row and needs the right to write. */
export function announcementColumns(shops: readonly ScopeOption[], ask: Ask | undefined) {
  const columns = shownColumns(shops)
  if (!ask) return columns
  const actions: ListColumn<AnnouncementRow> = {
    id: 'actions',
    label: '操作',
    width: 136,
    acts: true,
    card: 'end',
    cell: (row) => <RowActs row={row} ask={ask} />,
  }
  return [...columns, actions]
}

const beforeCopy = ['publish', 'hide'] as const

/** Each action has a fixed position, whether or not the row allows it; deletion comes last. */
function RowActs({ row, ask }: { row: AnnouncementRow; ask: Ask }) {
  const allowed = actsOn(row)
  const act = (which: Act) => {
    const Icon = icons[which]
    return allowed.includes(which) ? (
      <Button
        key={which}
        variant="ghost"
        size="icon"
        className={small}
        aria-label={`${row.title}を${actLabel[which]}`}
        title={actLabel[which]}
        onClick={() => ask(row, which)}
      >
        <Icon aria-hidden />
      </Button>
    ) : (
      <span key={which} className="size-9 sm:size-7" />
    )
  }
  return (
    <span className="inline-flex align-middle">
      {beforeCopy.map(act)}
      <Link
        to="/other-settings/announcements/new"
        search={{ from: row.id }}
        aria-label={`${row.title}を複製する`}
        title="複製する"
        className={cn(buttonVariants({ variant: 'ghost', size: 'icon' }), small)}
      >
        <Copy aria-hidden />
      </Link>
      {act('remove')}
    </span>
  )
}
