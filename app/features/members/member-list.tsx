import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { MemberRow } from '#contract/member.ts'
import { memberFields } from '#contract/words/fields/member.ts'
import { contractStatuses, memberStatuses, risks, visitClasses } from '#contract/words/member.ts'
import { leanBodyStates, memberList, trainerApprovals } from '#contract/words/member-list.ts'
import { useCan, useMe } from '~/auth/session'
import { lazyPart } from '~/components/lazy-part'
import { LeftOut } from '~/components/left-out'
import { choiceFilter, flagFilter, periodFilter, textFilter } from '~/components/resource-table/filters'
import { ResourceTable } from '~/components/resource-table/resource-table'
import type { ListProps } from '~/components/resource-table/types'
import { Button, buttonVariants } from '~/components/ui/button'
import { exportMembers } from '~/functions/member'
import { idle } from '~/lib/idle'
import { useSelectedShop } from '~/shop/selected-shop'
import { ShopNotFound } from '~/shop/shop-not-found'
import { memberColumns } from './columns'
import { nameOf } from './labels'
import { leavesOut, type MemberSearch, memberListQuery, planQuery, requestedMembers, trainerQuery } from './queries'

const FirstData = lazyPart(() => import('~/shop/first-data.lazy'))
const ChangeSelected = lazyPart(() => import('./change-selected'))
const ApproveSelected = lazyPart(() => import('./approve-selected'))
const SharedViews = lazyPart(() => import('./shared-views'))

// Loaded once the rows are usable; the list works without them.
const afterRows = async <Module,>(load: () => Promise<Module>) => {
  await idle()
  return load()
}
const PageKey = lazyPart(() => afterRows(() => import('./page-key')), { missing: 'nothing' })
const WriteTo = lazyPart(() => afterRows(() => import('./write-to')), {
  // Reserves its height, so that the rows do not shift.
  waiting: <span className="h-9" />,
  missing: 'nothing',
})

/** Members of the selected shop, found by part of a name. */
export function MemberList({ search, onSearchChange }: ListProps<MemberSearch>) {
  const can = useCan()
  const me = useMe()
  const { shopId, shop, shops, label } = useSelectedShop(search.shop)
  const money = can('report.money')
  const seesRisk = can('member.export')
  const byChange = Boolean(search.visitTrend ?? search.risk)
  const { data: plans } = useQuery(planQuery(shopId))
  const { data: staff } = useQuery(trainerQuery(shopId))
  const ofSeveralShops = shop === undefined
  const approving = search.trainerApproval !== undefined
  const columns = useMemo(
    () => memberColumns({ ofSeveralShops, money, approving, seesRisk, byChange }),
    [ofSeveralShops, money, approving, seesRisk, byChange],
  )
  const filters = useMemo(
    () => [
      choiceFilter('contractStatus', memberFields.contractStatus, contractStatuses),
      choiceFilter('left', '退会した会員', { all: '表示する' }),
      choiceFilter('status', memberFields.status, memberStatuses),
      // Plans with the same name in different shops share a code.
      choiceFilter('planCode', memberFields.plan, [...new Map(plans?.list.map(({ code, name }) => [code, name]))]),
      ...(money ? [flagFilter('unpaid', '未収金のある会員のみ')] : []),
      ...(staff
        ? [
            choiceFilter(
              'trainerStaffId',
              memberFields.trainerStaffId,
              staff.list.map(({ id, displayName }) => [id, displayName]),
            ),
          ]
        : []),
      choiceFilter('visitTrend', memberFields.visitTrend, visitClasses),
      ...(seesRisk ? [choiceFilter('risk', memberFields.risk, risks)] : []),
      textFilter('tag', memberFields.tags),
      choiceFilter('leanBody', memberFields.withLeanBodyContent, leanBodyStates),
      ...(search.actionId ? [choiceFilter('actionId', '改善アクション', { [search.actionId]: '対象の会員' })] : []),
      choiceFilter('trainerApproval', memberFields.trainerApproved, trainerApprovals),
      flagFilter('alert', '注意事項あり'),
      flagFilter('locked', '手動で固定'),
      periodFilter('joinedFrom', 'joinedTo', '入会日'),
      periodFilter('lastVisitFrom', 'lastVisitTo', '最終来館日', '来館なし'),
    ],
    [plans, staff, money, seesRisk, search.actionId],
  )

  const ofMine = me !== undefined && search.trainerStaffId === me.staff.id
  const importLink = can('import.run') && (
    <Link to="/other-settings/imports/new" className={buttonVariants({ variant: 'outline' })}>
      ファイルから取り込む
    </Link>
  )
  const own = me?.staff.role === 'level2' && (
    <Button
      variant={ofMine ? 'primary' : 'outline'}
      aria-pressed={ofMine}
      onClick={() => {
        const trainerStaffId = ofMine ? undefined : me.staff.id
        onSearchChange({ ...search, trainerStaffId, offset: undefined } as MemberSearch, { replace: false })
      }}
    >
      自分の担当
    </Button>
  )
  const mail = (rows?: MemberRow[]) => can('mail.send') && <WriteTo search={search} {...(rows && { rows })} />
  return (
    <>
      <ResourceTable<MemberRow, MemberSearch>
        name="members"
        title="会員"
        lead={
          <>
            {label}
            {leavesOut(search) && (
              <LeftOut
                who="退会した会員"
                onShow={() =>
                  onSearchChange({ ...search, left: 'all', offset: undefined } as MemberSearch, { replace: false })
                }
              />
            )}
          </>
        }
        noun="会員"
        search={search}
        onSearchChange={onSearchChange}
        query={(params) => memberListQuery(requestedMembers(params, shops))}
        columns={columns}
        defaultSort={memberList.defaultSort}
        searchHint={`氏名・フリガナ・会員番号・${can('member.write') ? '電話番号・生年月日' : '電話下4桁'}`}
        filters={filters}
        rowLabel={nameOf}
        rowPath={({ id }) => `/hacomono/members/quick/${id}`}
        opensOver
        csv={
          can('member.export') && ((params, signal) => exportMembers({ data: requestedMembers(params, shops), signal }))
        }
        notFound={<ShopNotFound />}
        SharedViews={SharedViews}
        actions={
          <>
            {own}
            {mail()}
          </>
        }
        selection={
          can('member.write') &&
          ((rows, clear) => (
            <>
              {mail(rows)}
              <ChangeSelected rows={rows} onDone={clear} />
              {can('log.approve') && rows.some(({ trainer }) => trainer?.isApproved === false) && (
                <ApproveSelected rows={rows} onDone={clear} />
              )}
            </>
          ))
        }
        firstUse={<FirstData action={importLink}>会員のデータが届くと、ここに表示されます。</FirstData>}
      />
      <PageKey />
    </>
  )
}
