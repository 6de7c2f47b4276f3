import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { StaffRow } from '#contract/staff.ts'
import { staffFields } from '#contract/words/fields/staff.ts'
import { roleLevels } from '#contract/words/staff.ts'
import { invitationStates, readerApprovals, staffList, staffStatuses } from '#contract/words/staff-record.ts'
import { useCan } from '~/auth/session'
import { lazyPart } from '~/components/lazy-part'
import { LeftOut } from '~/components/left-out'
import { CreateLink } from '~/components/record/create-link'
import { choiceFilter, periodFilter } from '~/components/resource-table/filters'
import { ResourceTable } from '~/components/resource-table/resource-table'
import { TwoLines } from '~/components/resource-table/rows'
import type { ListColumn, ListProps } from '~/components/resource-table/types'
import { Moment } from '~/components/resource-table/written-columns'
import { buttonVariants } from '~/components/ui/button'
import { Chip } from '~/components/ui/chip'
import { formatDate } from '~/lib/dates'
import { shopsInCharge } from '~/nouns/staff/shops-in-charge'
import { useSelectedShop } from '~/shop/selected-shop'
import { ShopNotFound } from '~/shop/shop-not-found'
import { InvitationChip, StatusChip } from './chips'
import { leavesOut, requestedStaff, type StaffSearch, staffListQuery } from './queries'

const role: ListColumn<StaffRow> = {
  id: 'role',
  label: staffFields.role,
  width: 132,
  card: 'text',
  sortKey: 'role',
  cell: ({ role, isAdmin }) => (
    <span className="flex flex-wrap items-center gap-1.5">
      {roleLevels[role]}
      {isAdmin && <Chip>管理者</Chip>}
    </span>
  ),
}

/** Trainers see only names and roles. */
const namesOnly: ListColumn<StaffRow>[] = [
  { id: 'name', label: staffFields.name, width: 220, sortKey: 'displayName', cell: ({ displayName }) => displayName },
  role,
]

const all: ListColumn<StaffRow>[] = [
  {
    id: 'name',
    label: staffFields.name,
    width: 220,
    sortKey: 'displayName',
    cell: ({ displayName, email }) => <TwoLines main={displayName} sub={email} />,
  },
  role,
  {
    id: 'status',
    label: staffFields.status,
    width: 210,
    card: 'beside',
    sortKey: 'status',
    cell: ({ status, invitation }) => (
      <span className="flex flex-wrap items-center gap-1.5">
        {status && <StatusChip status={status} />}
        {status === 'waiting' && invitation && <InvitationChip invitation={invitation} />}
      </span>
    ),
  },
  {
    id: 'shops',
    label: staffFields.shops,
    width: 190,
    card: 'text',
    cell: ({ shops = [], ...staff }) => shopsInCharge(staff, shops, 2),
  },
  {
    id: 'lastLoginAt',
    label: staffFields.lastLoginAt,
    width: 174,
    card: 'labelled',
    sortKey: 'lastLoginAt',
    sortFirst: 'desc',
    cell: ({ lastLoginAt }) => (lastLoginAt ? <Moment at={lastLoginAt} /> : '–'),
  },
  { id: 'jobTitle', label: staffFields.jobTitle, width: 120, priority: 2, cell: ({ jobTitle }) => jobTitle ?? '–' },
  {
    id: 'joinedOn',
    label: staffFields.joinedOn,
    width: 140,
    priority: 2,
    sortKey: 'joinedOn',
    sortFirst: 'desc',
    cell: ({ joinedOn }) => (joinedOn ? formatDate(joinedOn) : '–'),
  },
]

const filters = [
  choiceFilter('role', staffFields.role, roleLevels),
  choiceFilter('status', staffFields.status, staffStatuses),
  choiceFilter('left', '退職した人', { all: '表示する' }),
  choiceFilter('invitation', '招待', invitationStates),
  periodFilter('inviteEndsFrom', 'inviteEndsTo', '招待の期限'),
  choiceFilter('readerApproval', '健康情報の閲覧の承認', readerApprovals),
  periodFilter('lastLoginFrom', 'lastLoginTo', '最終ログイン'),
]

const UnfinishedUsers = lazyPart(() => import('./unfinished-users.lazy'), { missing: 'nothing' })

/** Staff of the selected shop, or of all in scope. */
export function StaffList({ search, onSearchChange }: ListProps<StaffSearch>) {
  const can = useCan()
  const mayWrite = can('staff.write')
  const { shops, label } = useSelectedShop(search.shop)
  const createLink = mayWrite && (
    <>
      {can('import.run') && (
        <Link
          to="/other-settings/imports/new"
          search={{ kind: 'staff' }}
          className={buttonVariants({ variant: 'outline' })}
        >
          ファイルから登録
        </Link>
      )}
      <CreateLink to="/staffs/new" />
    </>
  )
  const shown = useMemo(() => (mayWrite ? filters : filters.slice(0, 1)), [mayWrite])
  return (
    <ResourceTable<StaffRow, StaffSearch>
      name="staff"
      title="スタッフ"
      lead={
        <>
          {label}
          {mayWrite && leavesOut(search) && (
            <LeftOut
              who="退職した人"
              onShow={() =>
                onSearchChange({ ...search, left: 'all', offset: undefined } as StaffSearch, { replace: false })
              }
            />
          )}
        </>
      }
      noun="スタッフ"
      actions={
        mayWrite && (
          <>
            <UnfinishedUsers />
            {createLink}
          </>
        )
      }
      search={search}
      onSearchChange={onSearchChange}
      query={(params) => staffListQuery(requestedStaff(params, shops))}
      columns={mayWrite ? all : namesOnly}
      defaultSort={staffList.defaultSort}
      searchHint={mayWrite ? '氏名・フリガナ・メールアドレス・電話番号' : '氏名'}
      filters={shown}
      rowLabel={({ displayName }) => displayName}
      rowPath={({ id }) => `/staffs/${id}`}
      notFound={<ShopNotFound />}
      firstUse={createLink || <p>担当店舗のスタッフが、ここに表示されます。</p>}
    />
  )
}
