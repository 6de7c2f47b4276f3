import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Shop, type ShopForm as ShopValues, ShopForm as schema } from '#contract/shop.ts'
import { enabledFlags } from '#contract/words/common.ts'
import { shopFields } from '#contract/words/fields/shop.ts'
import { targetFigures } from '#contract/words/shop-target.ts'
import { optionsOf, RadioField } from '~/components/fields/choice-fields'
import { NumberField } from '~/components/fields/number-field'
import { TextField } from '~/components/fields/text-field'
import { ImageField } from '~/components/image-drop'
import { ResourceForm } from '~/components/resource-form/resource-form'
import { useResourceForm } from '~/components/resource-form/use-resource-form'
import { FailedState } from '~/components/states'
import { Skeleton } from '~/components/ui/skeleton'
import { useServerMutation } from '~/data/mutation'
import { createImage } from '~/functions/image'
import { updateShop } from '~/functions/shop'
import { EditShopFacts } from './facts-form'
import { shopQuery } from './queries'
import { draftOf, toValues } from './values'

/** Form of a shop's fields that staff maintain, or with the hash of the facts of a shop that was registered here. */
export function EditShop({ id }: { id: string }) {
  const isOfFacts = useLocation({ select: ({ hash }) => hash === 'facts' })
  return isOfFacts ? <EditShopFacts id={id} /> : <EditKept id={id} />
}

function EditKept({ id }: { id: string }) {
  const navigate = useNavigate()
  const { data, error, isFetching, refetch } = useQuery(shopQuery(id))
  const [opened, setOpened] = useState<Shop>()
  // Refetches, since data loaded for another part of the page may be minutes old.
  if (data && !isFetching && !error && !opened) setOpened(data)
  const toShop = () => void navigate({ to: '/hacomono/shops/$shopId', params: { shopId: id } })

  if (opened) return <ShopForm row={opened} onDone={toShop} />
  if (error && !isFetching) {
    return <FailedState title="店舗を表示できませんでした" error={error} onRetry={() => void refetch()} />
  }
  return (
    <div role="status">
      <span className="sr-only">読み込み中...</span>
      <Skeleton className="h-80" />
    </div>
  )
}

/** Preview of the shop, as in cards and the members' app. */
const pictureShape = 16 / 9

/** Before members can no longer book by themselves. */
const onlineQuestion = ({ enabledOnlineRsv }: ShopValues, before: Shop) =>
  before.enabledOnlineRsv === 'true' && enabledOnlineRsv === 'false'
    ? {
        title: 'オンライン予約を無効にする',
        text: '保存するとすぐに、会員はこの店舗の予約ページを開けなくなり、新しい予約と、予約ページからの変更・取消ができなくなります。受付済の予約は取り消されません。',
      }
    : undefined

function ShopForm({ row, onDone }: { row: Shop; onDone: () => void }) {
  const change = useServerMutation(updateShop, {
    // The dashboard compares with these targets.
    invalidates: ['shop', 'report'],
    done: '店舗を更新しました。',
    // No undo after a merge: it would revert the other person's change too.
    undo: (saved, { version }) =>
      version === row.version
        ? () => updateShop({ data: { ...draftOf(toValues(row)), id: saved.id, version: saved.version } })
        : undefined,
  })
  const picture = useServerMutation(createImage, { invalidates: [] })
  const form = useResourceForm({
    name: `shop.${row.id}`,
    schema,
    row,
    initial: toValues(row),
    toValues,
    ask: (values, seen) => onlineQuestion(values, seen ?? row),
    save: (values, { row: seen = row, ...call }) =>
      change.mutateAsync({ data: { ...draftOf(values), id: seen.id, version: seen.version }, ...call }),
    onSaved: onDone,
  })
  const { fields } = form
  return (
    <div className="max-w-3xl">
      <h2 className="mb-5 text-lg font-semibold">予約と目標の編集</h2>
      <ResourceForm form={form} onCancel={onDone}>
        <RadioField
          field={fields.enabledOnlineRsv}
          label={shopFields.enabledOnlineRsv}
          options={optionsOf(enabledFlags)}
        />
        <TextField
          field={fields.rsvUrl}
          label={shopFields.rsvUrl}
          type="url"
          placeholder="https://"
          help="オンライン予約が有効のとき、会員がこのページで予約します。"
        />
        <ImageField
          field={fields.imgUrl}
          label={shopFields.imgUrl}
          shape={pictureShape}
          upload={(data, call) => picture.mutateAsync({ data, ...call })}
          help="横16：縦9に切り抜いて保存されます。"
        />
        <section aria-labelledby="monthly-targets">
          <h3 id="monthly-targets" className="text-[15px] font-semibold">
            月次目標
          </h3>
          <p className="mt-1 mb-4 text-sm text-muted-foreground">
            ダッシュボードの「目標と着地見込」で比べます。目標を置かないときは、4つとも空欄にします。月ごとに変えるときは、統計の「月次目標」に入力します。
          </p>
          <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
            <NumberField field={fields.admission} label={targetFigures.admission} unit="名" />
            <NumberField field={fields.withdrawalMax} label={targetFigures.withdrawalMax} unit="名" />
            <NumberField field={fields.closingMembers} label={targetFigures.closingMembers} unit="名" />
            <NumberField
              field={fields.sales}
              label={targetFigures.sales}
              unit="円"
              help="税込、返金を差し引いた金額です。"
            />
          </div>
        </section>
      </ResourceForm>
    </div>
  )
}
