import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Activity } from '#contract/activity.ts'
import type { AnswerOf } from '#contract/names.ts'
import { activityList, completions, devices } from '#contract/words/activity.ts'
import { activityFields } from '#contract/words/fields/activity.ts'
import { ShopName } from '~/auth/record-links'
import { choiceFilter, periodFilter } from '~/components/resource-table/filters'
import { ResourceTable } from '~/components/resource-table/resource-table'
import { TwoLines } from '~/components/resource-table/rows'
import type { ListColumn, ListProps } from '~/components/resource-table/types'
import { EmptyState } from '~/components/states'
import { Chip } from '~/components/ui/chip'
import { formatDateTime } from '~/lib/dates'
import { formatLength, formatPercent, none } from '~/lib/format'
import { useSelectedShop } from '~/shop/selected-shop'
import { ShopNotFound } from '~/shop/shop-not-found'
import { ActivityTabs } from './activity-tabs'
import { daysText, kanaOf, nameOf, recordPath, whoText } from './labels'
import { type ActivitySearch, activityListQuery, requestedActivities, shownDays } from './queries'

function Who({ member }: Pick<Activity, 'member'>) {
  if (!member) return <span className="text-muted-foreground">{whoText(member)}</span>
  const sub = [kanaOf(member), member.memberNo, member.id === null && '担当外の会員'].filter(Boolean).join('・')
  return <TwoLines main={nameOf(member)} sub={sub} />
}

const ContentName = ({ content: { id, title } }: Pick<Activity, 'content'>) => (
  <Link
    to="/lean-body/contents/$contentId"
    params={{ contentId: id }}
    preload={false}
    className="-my-0.5 inline-block max-w-full truncate py-0.5 align-bottom underline-offset-4 hover:underline"
  >
    {title}
  </Link>
)

const columns: ListColumn<Activity>[] = [
  { id: 'member', label: '会員', width: 200, cell: ({ member }) => <Who member={member} /> },
  {
    id: 'content',
    label: activityFields.contentId,
    width: 240,
    card: 'text',
    cell: ({ content }) => <ContentName content={content} />,
  },
  {
    id: 'startedAt',
    label: activityFields.startedAt,
    width: 178,
    card: 'text',
    sortKey: 'startedAt',
    sortFirst: 'desc',
    cell: ({ startedAt }) => formatDateTime(startedAt),
  },
  {
    id: 'watchedSec',
    label: activityFields.watchedSec,
    width: 124,
    card: 'labelled',
    align: 'right',
    cell: ({ watchedSec, content }) => `${formatLength(watchedSec)} / ${formatLength(content.durationSec)}`,
  },
  {
    id: 'progressRate',
    label: activityFields.progressRate,
    width: 84,
    priority: 2,
    card: 'labelled',
    align: 'right',
    cell: ({ progressRate }) => formatPercent(progressRate),
  },
  {
    id: 'completed',
    label: activityFields.completedAt,
    width: 96,
    card: 'beside',
    cell: ({ completedAt }) => (
      <Chip tone={completedAt === null ? 'neutral' : 'done'}>
        {completions[completedAt === null ? 'false' : 'true']}
      </Chip>
    ),
  },
]

const more: ListColumn<Activity>[] = [
  {
    id: 'rating',
    label: activityFields.rating,
    width: 70,
    priority: 2,
    card: 'labelled',
    align: 'right',
    cell: ({ rating }) => (rating === null ? none : String(rating)),
  },
  {
    id: 'comment',
    label: activityFields.comment,
    width: 210,
    priority: 2,
    card: 'text',
    cell: ({ comment }) => comment ?? none,
  },
  { id: 'device', label: activityFields.device, width: 84, priority: 2, cell: ({ device }) => devices[device] },
  {
    id: 'kcal',
    label: activityFields.kcal,
    width: 116,
    priority: 3,
    align: 'right',
    cell: ({ kcal }) => (kcal === null ? none : `${kcal} kcal`),
  },
]

const shopColumn: ListColumn<Activity> = {
  id: 'shop',
  label: '店舗',
  width: 100,
  card: 'text',
  cell: ({ shop }) => <ShopName shop={shop} isQuiet />,
}

type Answer = AnswerOf<'activity.list'>

/** Viewing log of members, of the last thirty days or of the chosen days. */
export function ActivityList({ search, onSearchChange }: ListProps<ActivitySearch>) {
  const { shop, shops, label } = useSelectedShop(search.shop)
  const { data: answer } = useQuery(activityListQuery(requestedActivities(search, shops)))
  const ofSeveralShops = shop === undefined
  const shown = useMemo(() => [...columns, ...(ofSeveralShops ? [shopColumn] : []), ...more], [ofSeveralShops])
  const { userId, contentId } = search
  const { member, content } = answer ?? {}
  const filters = useMemo(
    () => [
      ...(userId ? [choiceFilter('userId', '会員', [[userId, member ? nameOf(member) : '…']])] : []),
      ...(contentId ? [choiceFilter('contentId', activityFields.contentId, [[contentId, content?.title ?? '…']])] : []),
      choiceFilter('completed', activityFields.completedAt, completions),
      periodFilter('from', 'to', '開始日'),
    ],
    [userId, member, contentId, content],
  )
  return (
    <ResourceTable<Activity, ActivitySearch, Answer>
      name="activities"
      title="会員の利用状況"
      noun="会員の利用状況"
      lead={`${label} ${daysText(shownDays(search))}`}
      tabs={<ActivityTabs search={search} />}
      search={search}
      onSearchChange={onSearchChange}
      query={(params) => activityListQuery(requestedActivities(params, shops))}
      columns={shown}
      defaultSort={activityList.defaultSort}
      searchHint="氏名・フリガナ・会員番号・コンテンツ"
      filters={filters}
      rowLabel={(row) => `${whoText(row.member)} ${row.content.title}`}
      rowPath={({ member }) => recordPath(member)}
      notFound={<ShopNotFound />}
      nothing={() => (
        <EmptyState title={`${daysText(shownDays(search))}の視聴はありません`}>
          <p>ほかの日の視聴は、絞り込みの「開始日」で表示できます。一度に表示できるのは92日分までです。</p>
        </EmptyState>
      )}
    />
  )
}
