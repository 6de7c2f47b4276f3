import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AuditRow } from '#contract/audit.ts'
import type { AnswerOf } from '#contract/names.ts'
import { actionLabel, auditActions, auditList, presentResources } from '#contract/words/audit.ts'
import { auditGroups } from '#contract/words/nouns.ts'
import { roleLevels } from '#contract/words/staff.ts'
import { useCan, useMe } from '~/auth/session'
import { choiceFilter, flagFilter, periodFilter, textFilter } from '~/components/resource-table/filters'
import { ResourceTable } from '~/components/resource-table/resource-table'
import type { ListColumn, ListProps } from '~/components/resource-table/types'
import { settingsPage } from '~/frame/settings-page'
import { exportAudit } from '~/functions/audit'
import { formatDateTime } from '~/lib/dates'
import { formatCount, none } from '~/lib/format'
import { ShopNotFound } from '~/shop/shop-not-found'
import { CheckButton } from './check-button'
import { actorText, fieldsText, Target, targetText } from './labels'
import { type AuditSearch, actorsQuery, auditListQuery, requestedAudit } from './queries'

const columns: ListColumn<AuditRow>[] = [
  {
    id: 'at',
    label: '日時',
    width: 190,
    sortKey: 'at',
    sortFirst: 'desc',
    cell: ({ at }) => <span className="figures">{formatDateTime(at)}</span>,
  },
  {
    id: 'actor',
    label: '操作者',
    width: 150,
    card: 'text',
    cell: actorText,
  },
  { id: 'action', label: '操作', width: 190, card: 'text', cell: ({ action }) => actionLabel(action) },
  {
    id: 'target',
    label: '対象',
    width: 220,
    card: 'text',
    cell: (row) => (targetText(row) ? <Target row={row} /> : none),
  },
  {
    id: 'fields',
    label: '変更項目',
    width: 200,
    priority: 2,
    card: 'labelled',
    cell: (row) => fieldsText(row) || none,
  },
  { id: 'shop', label: '店舗', width: 110, priority: 2, card: 'text', cell: ({ shop }) => shop?.name ?? none },
  {
    id: 'rowCount',
    label: '件数',
    width: 80,
    priority: 3,
    align: 'right',
    cell: ({ rowCount }) => (rowCount === null ? none : `${formatCount(rowCount)}件`),
  },
  {
    id: 'role',
    label: '権限',
    width: 110,
    priority: 3,
    cell: ({ actor }) => (actor?.role ? roleLevels[actor.role] : none),
  },
  { id: 'id', label: '番号', width: 90, priority: 3, align: 'right', cell: ({ id }) => id },
]

/** Who did what, the latest first. */
export function AuditLog({ search, onSearchChange }: ListProps<AuditSearch>) {
  const can = useCan()
  const me = useMe()
  const reach = me?.permissions['audit.read']
  const readsStaff = can('staff.read') && reach !== 'own'
  const { data: actors } = useQuery({ ...actorsQuery, enabled: readsStaff })
  const { data: found } = useQuery(auditListQuery(search))
  const { userId } = search
  const member = userId === undefined ? undefined : found?.list.find((row) => row.member?.id === userId)?.member
  const filters = useMemo(
    () => [
      ...(userId ? [choiceFilter('userId', '会員', [[userId, member?.name ?? '選択中の会員']])] : []),
      choiceFilter('group', '操作の種類', auditGroups),
      choiceFilter('action', '操作', auditActions),
      ...(readsStaff
        ? [
            choiceFilter(
              'staffId',
              '操作者',
              (actors?.list ?? []).map(({ id, displayName, status }) => [
                id,
                status === 'cancel' ? `${displayName}（退職済）` : displayName,
              ]),
            ),
          ]
        : []),
      choiceFilter('resourceType', '対象', presentResources),
      textFilter('resourceId', '対象のID'),
      choiceFilter(
        'shopId',
        '店舗',
        (me?.shops ?? []).map(({ id, name }) => [id, name]),
      ),
      flagFilter('changed', '変更内容のある操作のみ'),
      periodFilter('from', 'to', '日付'),
    ],
    [userId, member, readsStaff, actors, me],
  )

  return (
    <ResourceTable<AuditRow, AuditSearch, AnswerOf<'audit.list'>>
      name="audit"
      within={settingsPage}
      title="操作履歴"
      lead={reach === 'own' ? '自分の操作' : reach === 'shops' ? '担当店舗と自分の操作' : undefined}
      noun="操作履歴"
      actions={can('audit.export') && <CheckButton />}
      search={search}
      onSearchChange={onSearchChange}
      query={auditListQuery}
      columns={columns}
      defaultSort={auditList.defaultSort}
      searchHint="操作者・対象の名前"
      filters={filters}
      rowLabel={(row) =>
        `${formatDateTime(row.at)} ${actorText(row)} ${actionLabel(row.action)} ${targetText(row)}`.trimEnd()
      }
      rowPath={({ id }) => `/audit-log/${id}`}
      opensOver
      csv={can('audit.export') && ((params, signal) => exportAudit({ data: requestedAudit(params), signal }))}
      notFound={<ShopNotFound />}
      firstUse={<p>ログインや更新などの操作が、ここに表示されます。</p>}
    />
  )
}
