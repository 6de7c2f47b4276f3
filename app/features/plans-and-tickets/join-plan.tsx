import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { ShopPlanDetail } from '#contract/shop-plan.ts'
import { joinedPlanDays } from '#contract/words/shop.ts'
import { useCan } from '~/auth/session'
import { ActDialog } from '~/components/record/act-dialog'
import { Button } from '~/components/ui/button'
import { NativeSelect } from '~/components/ui/native-select'
import { type rehearsal, useServerMutation } from '~/data/mutation'
import { serverQuery } from '~/data/query'
import { getShopPlanJoin, joinShopPlan, listShopPlans, separateShopPlan } from '~/functions/shop-plan'
import { formatDateTime } from '~/lib/dates'
import { formatCount } from '~/lib/format'

const othersQuery = serverQuery('shopPlan.list', listShopPlans)
const previewQuery = serverQuery('shopPlan.joinPreview', getShopPlanJoin)
const invalidates = ['shopPlan', 'member', 'search'] as const

/** Two names that are one plan become one, and two again. */
export function JoinPlan({ plan }: { plan: ShopPlanDetail }) {
  const mayWrite = useCan()('plan.write')
  if (!mayWrite || (plan.externalId !== null && plan.joinedHere.length === 0)) return null
  return (
    <section className="print:hidden">
      <h2 className="mb-2 text-sm font-semibold">同じプランの統合</h2>
      {plan.joinedHere.length > 0 && (
        <p className="mb-2 text-sm">
          統合されたプラン:{' '}
          {plan.joinedHere.map(({ id, name }, at) => (
            <span key={id}>
              {at > 0 && '、'}
              <Link
                to="/hacomono/plans-or-tickets/$planId"
                params={{ planId: id }}
                className="text-primary underline underline-offset-4"
              >
                {name}
              </Link>
            </span>
          ))}
        </p>
      )}
      {plan.joined ? <Joined plan={plan} joined={plan.joined} /> : plan.externalId === null && <Choice plan={plan} />}
    </section>
  )
}

function Choice({ plan: { id, version, name, shopId } }: { plan: ShopPlanDetail }) {
  const selectId = useId()
  const [into, setInto] = useState('')
  const [isAsking, setIsAsking] = useState(false)
  const { data } = useQuery(othersQuery({ shopId, limit: 500 }))
  const others = data?.list.filter((one) => one.id !== id) ?? []
  const kept = others.find((one) => one.id === into)
  const preview = useQuery({ ...previewQuery({ id, into }), enabled: isAsking })
  const join = useServerMutation(joinShopPlan, {
    invalidates,
    done: `「${name}」を統合しました。契約はまもなく移ります。`,
  })
  const act = (call?: typeof rehearsal) => join.mutateAsync({ data: { id, version, into }, ...call })
  return (
    <>
      <label htmlFor={selectId} className="block text-sm">
        このプランと同じプランがあるときは、残すプランを選んで統合します。契約は残すプランに移り、このプランは一覧に表示されなくなります。
      </label>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <NativeSelect id={selectId} value={into} className="max-w-72" onChange={({ target }) => setInto(target.value)}>
          <option value="">残すプランを選んでください</option>
          {others.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </NativeSelect>
        <Button variant="outline" disabled={!kept} onClick={() => setIsAsking(true)}>
          統合する
        </Button>
      </div>
      {isAsking && kept && (
        <ActDialog title="プランを統合" name={name} resource="shopPlan" act={act} onClose={() => setIsAsking(false)}>
          {preview.data &&
            `契約${formatCount(preview.data.contracts)}件（会員${formatCount(preview.data.members)}名）が「${kept.name}」に移ります。`}
          月額は変わりません。これから取り込むファイルの「{name}」は「{kept.name}」として読みます。{joinedPlanDays}
          日以内は元に戻せます。
        </ActDialog>
      )}
    </>
  )
}

interface JoinedProps {
  plan: ShopPlanDetail
  joined: NonNullable<ShopPlanDetail['joined']>
}

function Joined({ plan: { id, version, name }, joined }: JoinedProps) {
  const [isAsking, setIsAsking] = useState(false)
  const separate = useServerMutation(separateShopPlan, {
    invalidates,
    done: `「${name}」の統合を元に戻しました。契約はまもなく戻ります。`,
  })
  return (
    <>
      <p className="text-sm">
        「{joined.name}」に統合されています。契約は「{joined.name}」にあります。
      </p>
      {Date.parse(joined.until) > Date.now() && (
        <div className="mt-2 flex flex-wrap items-center gap-3">
          <Button variant="outline" onClick={() => setIsAsking(true)}>
            統合を元に戻す
          </Button>
          <span className="figures text-xs text-muted-foreground">{formatDateTime(joined.until)}まで</span>
        </div>
      )}
      {isAsking && (
        <ActDialog
          title="統合を元に戻す"
          name={name}
          resource="shopPlan"
          act={(call?: typeof rehearsal) => separate.mutateAsync({ data: { id, version }, ...call })}
          onClose={() => setIsAsking(false)}
        >
          統合で移った契約を、このプランに戻します。統合のあとで別のプランになった契約は、そのままです。
        </ActDialog>
      )}
    </>
  )
}
