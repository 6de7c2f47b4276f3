import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { MailAudience, MailMemberFilter } from '#contract/mail.ts'
import { Button } from '~/components/ui/button'
import { formatCount } from '~/lib/format'
import { MemberConditions } from '~/nouns/member/member-conditions'
import { useSelectedShop } from '~/shop/selected-shop'
import { sharedViewsQuery } from '~/shop/shared-views-query'
import { FindMembers } from './find-members'
import { matchingQuery, plansQuery } from './queries'

interface ChooseRecipientsProps {
  to: MailAudience
  shop: string | undefined
  onChoose: (to: MailAudience) => void
}

const ways = { filter: '条件で選ぶ', members: '会員を選ぶ' } as const

/** Chooses recipients by filters or individually. */
export function ChooseRecipients({ to, shop, onChoose }: ChooseRecipientsProps) {
  const [way, setWay] = useState<keyof typeof ways>(to.by === 'members' && to.userIds.length > 0 ? 'members' : 'filter')
  const id = useId()
  return (
    <section aria-label="宛先を選ぶ" className="rounded-lg border bg-card p-4 shadow-card">
      <div className="mb-4 flex flex-wrap gap-x-6 gap-y-1">
        {(Object.keys(ways) as (keyof typeof ways)[]).map((one) => (
          <label key={one} className="inline-flex min-h-9 cursor-pointer items-center gap-2.5 text-sm font-medium">
            <input
              type="radio"
              name={`${id}-way`}
              checked={way === one}
              onChange={() => setWay(one)}
              className="size-4 accent-primary"
            />
            {ways[one]}
          </label>
        ))}
      </div>
      {way === 'filter' ? (
        <Conditions to={to} shop={shop} onChoose={onChoose} />
      ) : (
        <FindMembers
          chosen={to.by === 'members' ? to.userIds : []}
          shop={shop}
          onAdd={(userId) => onChoose({ by: 'members', userIds: [...(to.by === 'members' ? to.userIds : []), userId] })}
        />
      )}
    </section>
  )
}

/** The conditions of step mails; a shared condition is taken whole. */
function Conditions({ to, shop, onChoose }: ChooseRecipientsProps) {
  const { label: shopLabel, shopId } = useSelectedShop(shop)
  const shared = useQuery(sharedViewsQuery('members'))
  const plans = useQuery(plansQuery)
  const [filter, setFilter] = useState<MailMemberFilter>(to.by === 'filter' ? to.filter : {})
  const matching = useQuery(matchingQuery(filter, shopId))
  const apply = () =>
    onChoose({ by: 'filter', filter, withoutUserIds: to.by === 'filter' ? (to.withoutUserIds ?? []) : [] })
  return (
    <div className="space-y-4">
      <p className="text-sm text-muted-foreground">{shopLabel}の会員から選びます。店舗は画面上部で切り替えられます。</p>
      <MemberConditions
        filter={filter}
        onChange={setFilter}
        plans={plans.data?.list ?? []}
        shared={shared.data?.list ?? []}
      />
      <p role="status" className="figures text-sm">
        {matching.data && `現在、条件に合う会員 ${formatCount(matching.data.paging.total)}名`}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={apply}>この条件で選ぶ</Button>
        {Object.keys(filter).length > 0 && (
          <Button variant="outline" onClick={() => setFilter({})}>
            条件をクリア
          </Button>
        )}
      </div>
      <p className="text-xs text-muted-foreground">
        宛先は、送信を確定したときに条件に合う会員に決まります。そのあとで条件に合うようになった会員には、予約した送信でも届きません。
      </p>
    </div>
  )
}
