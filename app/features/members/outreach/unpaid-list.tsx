import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { MemberUnpaid } from '#contract/outreach.ts'
import { unpaidList, unsettled } from '#contract/words/outreach.ts'
import { useCan } from '~/auth/session'
import { flagFilter } from '~/components/resource-table/filters'
import { ResourceTable } from '~/components/resource-table/resource-table'
import type { ListProps } from '~/components/resource-table/types'
import { buttonVariants } from '~/components/ui/button'
import { useSelectedShop } from '~/shop/selected-shop'
import { ShopNotFound } from '~/shop/shop-not-found'
import { nameOf } from '../labels'
import { WriteToSelected } from '../mail-links'
import { ActOnSelected } from './act-on-selected'
import { unpaidColumns } from './columns'
import { requestedUnpaid, type UnpaidSearch, unpaidQuery } from './queries'
import RecordOutreach from './record-outreach'
import { OutreachTabs } from './tabs'

const filters = [flagFilter('unsettled', unsettled.true)]

/** Members with unpaid bills, each with the months, the telephone number and the latest 連絡. */
export function UnpaidList({ search, onSearchChange }: ListProps<UnpaidSearch>) {
  const mayMail = useCan()('mail.send')
  const { shop, shops, label } = useSelectedShop(search.shop)
  const [recorded, setRecorded] = useState<MemberUnpaid>()
  const ofSeveralShops = shop === undefined
  const columns = useMemo(() => unpaidColumns(ofSeveralShops, setRecorded), [ofSeveralShops])
  return (
    <>
      <ResourceTable<MemberUnpaid, UnpaidSearch>
        name="membersUnpaid"
        title="未収金のある会員"
        lead={label}
        note="退会した会員も含みます。メールは業務連絡で、配信の同意は要りません。"
        tabs={<OutreachTabs shop={search.shop} />}
        noun="会員"
        search={search}
        onSearchChange={onSearchChange}
        query={(params) => unpaidQuery(requestedUnpaid(params, shops))}
        columns={columns}
        defaultSort={unpaidList.defaultSort}
        searchHint="氏名・フリガナ・会員番号・電話番号"
        filters={filters}
        rowLabel={nameOf}
        rowPath={({ id }) => `/hacomono/members/${id}`}
        notFound={<ShopNotFound />}
        actions={
          // Whom the member list's filters cannot describe is selected by hand.
          mayMail &&
          search.unsettled === undefined && (
            <Link
              to="/mail/new"
              search={{
                shop: search.shop,
                to: 'filter',
                unpaid: 'true',
                keyword: search.keyword,
                category: 'transactional',
              }}
              preload={false}
              className={buttonVariants({ variant: 'outline' })}
            >
              業務連絡のメール作成
            </Link>
          )
        }
        selection={(rows) => (
          <>
            {mayMail && <WriteToSelected rows={rows} shop={search.shop} category="transactional" />}
            <ActOnSelected rows={rows} shop={search.shop} />
          </>
        )}
        firstUse={<p>未収金のある会員はいません。</p>}
      />
      {recorded && <RecordOutreach member={recorded} onClose={() => setRecorded(undefined)} />}
    </>
  )
}
