import { useMemo, useState } from 'react'
import type { MemberToTalk } from '#contract/outreach.ts'
import { daysSettled, mostToTalk, newcomersToTalk, toTalkList } from '#contract/words/outreach.ts'
import { useCan } from '~/auth/session'
import { flagFilter } from '~/components/resource-table/filters'
import { ResourceTable } from '~/components/resource-table/resource-table'
import type { ListProps } from '~/components/resource-table/types'
import { useSelectedShop } from '~/shop/selected-shop'
import { ShopNotFound } from '~/shop/shop-not-found'
import { nameOf } from '../labels'
import { WriteToSelected } from '../mail-links'
import { ActOnSelected } from './act-on-selected'
import { toTalkColumns } from './columns'
import { requestedToTalk, type ToTalkSearch, toTalkQuery } from './queries'
import RecordOutreach from './record-outreach'
import { OutreachTabs } from './tabs'

const filters = [flagFilter('newcomers', newcomersToTalk.true)]

/** 今週話す会員: by 離脱リスク with its reason; a recorded talk takes the member off. */
export function ToTalkList({ search, onSearchChange }: ListProps<ToTalkSearch>) {
  const mayMail = useCan()('mail.send')
  const { shop, shops, label } = useSelectedShop(search.shop)
  const [recorded, setRecorded] = useState<MemberToTalk>()
  const ofSeveralShops = shop === undefined
  const columns = useMemo(() => toTalkColumns(ofSeveralShops, setRecorded), [ofSeveralShops])
  return (
    <>
      <ResourceTable<MemberToTalk, ToTalkSearch>
        name="membersToTalk"
        title="今週話す会員"
        lead={label}
        note={`${
          search.newcomers
            ? '入会10〜30日目で、来館がめやすより少ない会員です。'
            : `離脱リスクが高い順に、1店舗${mostToTalk}名までです。`
        }${daysSettled}日以内に話した会員（話せた・約束あり・連絡不要）、退会予定の会員、電話番号のない会員は表示しません。`}
        tabs={<OutreachTabs shop={search.shop} />}
        noun="会員"
        search={search}
        onSearchChange={onSearchChange}
        query={(params) => toTalkQuery(requestedToTalk(params, shops))}
        columns={columns}
        defaultSort={toTalkList.defaultSort}
        searchHint="氏名・フリガナ・会員番号・電話番号"
        filters={filters}
        rowLabel={nameOf}
        rowPath={({ id }) => `/hacomono/members/${id}`}
        notFound={<ShopNotFound />}
        selection={(rows) => (
          <>
            {mayMail && <WriteToSelected rows={rows} shop={search.shop} />}
            <ActOnSelected rows={rows} shop={search.shop} />
          </>
        )}
        firstUse={<p>今週話す会員はいません。</p>}
      />
      {recorded && <RecordOutreach member={recorded} onClose={() => setRecorded(undefined)} />}
    </>
  )
}
