import { Link } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ChangedShopPlan, ShopPlanDetail } from '#contract/shop-plan.ts'
import { planFields } from '#contract/words/fields/shop-plan.ts'
import { planCategories } from '#contract/words/shop.ts'
import { ActsLink, FiguresLink, ShopName, StaffName } from '~/auth/record-links'
import { useCan } from '~/auth/session'
import { PublicationChip } from '~/components/publication'
import { ActDialog } from '~/components/record/act-dialog'
import { Fact, Facts } from '~/components/record/facts'
import { LoadedRecord, RecordPage } from '~/components/record/record-page'
import { Button, buttonVariants } from '~/components/ui/button'
import { type rehearsal, useServerMutation } from '~/data/mutation'
import { updateShopPlan } from '~/functions/shop-plan'
import { formatDateTime } from '~/lib/dates'
import { formatCount, formatYen } from '~/lib/format'
import { Synced } from '~/nouns/club-system/synced'
import { ageText, daysText, genderText, hoursText, limitText, termText } from './conditions'
import { Contractors } from './contractors'
import { JoinPlan } from './join-plan'
import { changedText, effectText } from './lean-body'
import { planQuery } from './queries'

const list = { to: '/hacomono/plans-or-tickets', label: 'プランの一覧' } as const

/** One plan, with its LEAN BODY switch. */
export const PlanPage = ({ id }: { id: string }) => (
  <LoadedRecord query={planQuery(id)} list={list} title="プラン" noun="プラン">
    {(plan) => (
      <RecordPage
        list={list}
        title={plan.name}
        state={<PublicationChip status={plan.status} />}
        related={<Neighbours plan={plan} />}
        actions={<EditLink plan={plan} />}
      >
        <div className="space-y-6 pb-12">
          <div className="grid gap-6 md:grid-cols-2">
            <Section title="基本情報">
              <Fact label={planFields.code}>{plan.code}</Fact>
              <Fact label={planFields.category}>{planCategories[plan.category]}</Fact>
              <Fact label={planFields.shop}>
                <ShopName shop={{ id: plan.shopId, name: plan.shopName }} />
              </Fact>
              <Fact label={planFields.contractorCount}>
                <Contractors plan={plan} />
              </Fact>
            </Section>
            <Section title="利用条件">
              <Fact label="曜日">{daysText(plan) ?? '毎日'}</Fact>
              <Fact label="時間帯">{hoursText(plan) ?? '終日'}</Fact>
              <Fact label={planFields.limitPerMonth}>{limitText(plan) ?? '無制限'}</Fact>
              <Fact label="年齢">{ageText(plan) ?? '制限なし'}</Fact>
              <Fact label="性別">{genderText(plan) ?? '制限なし'}</Fact>
              <Fact label={planFields.minMonths}>{termText(plan) ?? 'なし'}</Fact>
            </Section>
            {plan.priceMonthly !== undefined && (
              <Section title="料金（税込）">
                <Fact label={planFields.priceMonthly}>{formatYen(plan.priceMonthly)}</Fact>
                <Fact label={planFields.priceFirstMonth}>{formatYen(plan.priceFirstMonth)}</Fact>
                <Fact label={planFields.admissionFee}>{formatYen(plan.admissionFee)}</Fact>
              </Section>
            )}
            {plan.joined === null && <LeanBody plan={plan} />}
            <JoinPlan plan={plan} />
          </div>
          {plan.externalId === null ? (
            <p className="text-xs text-muted-foreground">このプランは、こちらで登録したプランです。</p>
          ) : (
            <Synced at={plan.lastSyncedAt} />
          )}
        </div>
      </RecordPage>
    )}
  </LoadedRecord>
)

/** Of the club system's plans LEAN BODY alone is ours. */
function EditLink({ plan: { id, externalId, joined } }: { plan: ShopPlanDetail }) {
  if (!useCan()('plan.write') || externalId !== null || joined !== null) return null
  return (
    <Link
      to="/hacomono/plans-or-tickets/$planId/edit"
      params={{ planId: id }}
      className={buttonVariants({ variant: 'outline' })}
    >
      <Pencil aria-hidden />
      編集
    </Link>
  )
}

function Neighbours({ plan: { id, shopId, shopName } }: { plan: ShopPlanDetail }) {
  return (
    <>
      <FiguresLink shopId={shopId}>{shopName}の集計</FiguresLink>
      <ActsLink resourceType="shopPlan" resourceId={id} />
    </>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2 className="mb-2 text-sm font-semibold">{title}</h2>
    <Facts>{children}</Facts>
  </section>
)

/** Whether the plan includes LEAN BODY, for how many members, and the switch by permission. */
function LeanBody({ plan }: { plan: ShopPlanDetail }) {
  const { id, version, withLeanBodyContent: isOn, leanBody } = plan
  const mayWrite = useCan()('plan.write')
  const [isAsking, setIsAsking] = useState(false)
  const [last, setLast] = useState<ChangedShopPlan>()
  const update = useServerMutation(updateShopPlan, {
    invalidates: ['shopPlan', 'member'],
    done: (saved) =>
      `${saved.withLeanBodyContent ? 'LEAN BODY付き' : 'LEAN BODYなし'}にしました。${changedText(saved.changed)}`,
    undo: (saved) => () => updateShopPlan({ data: { id, version: saved.version, withLeanBodyContent: isOn } }),
  })
  const change = async (call?: typeof rehearsal) => {
    const saved = await update.mutateAsync({ data: { id, version, withLeanBodyContent: !isOn }, ...call })
    if (!call) setLast(saved)
  }
  const verb = isOn ? 'LEAN BODYを外す' : 'LEAN BODYを付ける'
  // Cleared after another change or 元に戻す.
  const changed = last?.version === version ? last.changed : undefined
  return (
    <section>
      <h2 className="mb-2 text-sm font-semibold">LEAN BODY</h2>
      <Facts>
        <Fact label={planFields.withLeanBodyContent}>{isOn ? '付き' : 'なし'}</Fact>
        <Fact label="プランに従う">{formatCount(leanBody.following)}名</Fact>
        <Fact label="手動で固定">{formatCount(leanBody.locked)}名</Fact>
        {plan.updatedAt && (
          <Fact label="変更">
            {formatDateTime(plan.updatedAt)} <StaffName staff={plan.updatedBy} nobody={null} />
          </Fact>
        )}
      </Facts>
      {mayWrite && (
        <Button variant="outline" className="mt-3 print:hidden" onClick={() => setIsAsking(true)}>
          {verb}
        </Button>
      )}
      {changed && (
        <p className="mt-3 text-sm">
          {changedText(changed)}
          {plan.category !== 'option' && (
            <Link
              to="/hacomono/members"
              search={{ shop: plan.shopId, planCode: plan.code }}
              className="ml-2 inline-block font-medium text-primary underline underline-offset-4"
            >
              このプランの会員を見る
            </Link>
          )}
        </p>
      )}
      {isAsking && (
        <ActDialog title={verb} name={plan.name} resource="shopPlan" act={change} onClose={() => setIsAsking(false)}>
          {plan.shopName}で、すぐに{effectText(leanBody)}
        </ActDialog>
      )}
    </section>
  )
}
