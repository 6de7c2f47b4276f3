import { Link, Outlet } from '@tanstack/react-router'
import { createContext, use } from 'react'
import type { Shop } from '#contract/shop.ts'
import { ownerTypes, publicationStatuses } from '#contract/words/common.ts'
import { ActsLink } from '~/auth/record-links'
import { useCan } from '~/auth/session'
import { useOpenTabInSight } from '~/components/record/open-tab'
import { LoadedRecord, RecordPage } from '~/components/record/record-page'
import { relatedLook } from '~/components/record/related'
import { Chip } from '~/components/ui/chip'
import { forgetLists } from '~/lib/lists-as-left'
import { lastShop, useChangeShop } from '~/shop/selected-shop'
import { shopQuery } from './queries'

const list = { to: '/hacomono/shops', label: '店舗の一覧' } as const

const ShopContext = createContext<Shop | null>(null)

/** The shop of the surrounding page. */
export function useShop(): Shop {
  const shop = use(ShopContext)
  if (!shop) throw new Error('A part of a shop’s page stands inside ShopPage.')
  return shop
}

/** Page of one shop: name, links to its screens, and sections with their own URLs. */
export const ShopPage = ({ id }: { id: string }) => (
  <LoadedRecord query={shopQuery(id)} list={list} title="店舗" noun="店舗" wide>
    {(shop) => (
      <RecordPage
        wide
        list={list}
        title={shop.name}
        state={
          <>
            {shop.ownerType === 'franchise' && <Chip>{ownerTypes.franchise}</Chip>}
            {shop.status !== 'active' && <Chip tone="warning">{publicationStatuses[shop.status]}</Chip>}
          </>
        }
        related={<Neighbours shop={shop} />}
      >
        <Parts shopId={shop.id} />
        <ShopContext value={shop}>
          <Outlet />
        </ShopContext>
      </RecordPage>
    )}
  </LoadedRecord>
)

/** Links to the shop's screens and other records; those of the first three select it in the header. */
function Neighbours({ shop: { id } }: { shop: Shop }) {
  const can = useCan()
  const changeShop = useChangeShop()
  const choose = () => {
    if (lastShop() === id) return
    changeShop(id)
    forgetLists()
  }
  const search = { shop: id }
  return (
    <>
      {can('report.members') && (
        <Link to="/dashboard" search={search} onClick={choose} className={relatedLook}>
          ダッシュボード
        </Link>
      )}
      {can('member.read') && (
        <Link to="/hacomono/members" search={search} onClick={choose} className={relatedLook}>
          会員
        </Link>
      )}
      {can('reservation.read') && (
        <Link to="/hacomono/reservations" search={search} onClick={choose} className={relatedLook}>
          予約
        </Link>
      )}
      {can('reservation.read') && (
        <Link to="/hacomono/reservations/timetable" search={search} className={relatedLook}>
          タイムテーブル
        </Link>
      )}
      {can('mailLog.read') && (
        <Link to="/mail/logs" search={search} className={relatedLook}>
          送信したメール
        </Link>
      )}
      {can('announcement.read') && (
        <Link to="/other-settings/announcements" search={search} className={relatedLook}>
          お知らせ
        </Link>
      )}
      {can('log.condition') && (
        <Link to="/member-daily-logs" search={search} preload={false} className={relatedLook}>
          日次ログ
        </Link>
      )}
      {can('activity.read') && (
        <Link to="/lean-body/member-activities" search={search} className={relatedLook}>
          LEAN BODYの利用状況
        </Link>
      )}
      <ActsLink shopId={id} />
    </>
  )
}

const tab =
  'flex h-10 shrink-0 items-center border-b-2 border-transparent px-3.5 text-sm font-medium text-muted-foreground hover:text-foreground aria-[current=page]:border-primary aria-[current=page]:text-foreground'
const exact = { exact: true, includeSearch: false }

function Parts({ shopId }: { shopId: string }) {
  const can = useCan()
  const params = { shopId }
  return (
    <nav ref={useOpenTabInSight()} aria-label="店舗の情報" className="mb-5 flex overflow-x-auto border-b print:hidden">
      <Link to="/hacomono/shops/$shopId" params={params} activeOptions={exact} className={tab}>
        基本情報
      </Link>
      {can('plan.read') && (
        <Link to="/hacomono/shops/$shopId/plans" params={params} activeOptions={exact} className={tab}>
          プラン
        </Link>
      )}
      {can('plan.read') && (
        <Link to="/hacomono/shops/$shopId/tickets" params={params} activeOptions={exact} className={tab}>
          チケット
        </Link>
      )}
      {can('reservation.read') && (
        <Link to="/hacomono/shops/$shopId/reservations" params={params} activeOptions={exact} className={tab}>
          予約
        </Link>
      )}
      {can('staff.read') && (
        <Link to="/hacomono/shops/$shopId/staff" params={params} activeOptions={exact} className={tab}>
          スタッフ
        </Link>
      )}
      {can('dailyReport.read') && (
        <Link to="/hacomono/shops/$shopId/daily-reports" params={params} activeOptions={exact} className={tab}>
          日報
        </Link>
      )}
      {can('reportAction.read') && (
        <Link to="/hacomono/shops/$shopId/actions" params={params} activeOptions={exact} className={tab}>
          改善アクション
        </Link>
      )}
      {can('shop.write') && can('audit.read') && (
        <Link to="/hacomono/shops/$shopId/history" params={params} activeOptions={exact} className={tab}>
          変更履歴
        </Link>
      )}
    </nav>
  )
}
