import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type Shop, type ShopFactsDraft, ShopFactsDraft as schema } from '#contract/shop.ts'
import { sessionQuery } from '~/auth/session'
import { NewRecord } from '~/components/record/editing'
import { LoadedRecord } from '~/components/record/record-page'
import { ResourceForm } from '~/components/resource-form/resource-form'
import { useResourceForm, valuesOf } from '~/components/resource-form/use-resource-form'
import { useServerMutation } from '~/data/mutation'
import { serverQuery } from '~/data/query'
import { getClub } from '~/functions/club'
import { createShop, updateShopFacts } from '~/functions/own-shop'
import { todayInTokyo } from '~/lib/dates'
import { ShopFactsFields } from '~/nouns/shop/facts-fields'
import { shopQuery } from './queries'

/** 会社情報, for the name of a new shop's company. */
const companyNameQuery = serverQuery('club.get', getClub)({})

const list = { to: '/hacomono/shops', label: '店舗の一覧' } as const

/** Registers a shop by hand. */
export function NewShop() {
  const { data, isPending } = useQuery(companyNameQuery)
  return (
    <NewRecord list={list} noun="店舗">
      {(onDone) => !isPending && <FactsForm companyName={data?.name ?? ''} onDone={onDone} />}
    </NewRecord>
  )
}

/** The facts of a shop that was registered here. */
export function EditShopFacts({ id }: { id: string }) {
  const navigate = useNavigate()
  return (
    <LoadedRecord query={shopQuery(id)} list={list} title="店舗" noun="店舗">
      {(shop) => (
        <div className="max-w-3xl">
          <h2 className="mb-5 text-lg font-semibold">店舗情報の編集</h2>
          <FactsForm
            row={shop}
            companyName={shop.companyName}
            onDone={() => void navigate({ to: '/hacomono/shops/$shopId', params: { shopId: id } })}
          />
        </div>
      )}
    </LoadedRecord>
  )
}

function FactsForm({ row, companyName, onDone }: { row?: Shop; companyName: string; onDone: () => void }) {
  const queryClient = useQueryClient()
  const blank: ShopFactsDraft = {
    ...{ name: '', nameKana: null, code: '', ownerType: 'direct', companyName },
    ...{ zipCode: '', prefecture: '', address1: '', address2: null, tel: '', openedOn: todayInTokyo() },
  }
  const toValues = (shop: Shop): ShopFactsDraft => valuesOf<ShopFactsDraft>(shop, blank)
  const invalidates = ['shop', 'club', 'report'] as const
  const creation = useServerMutation(createShop, { invalidates, done: '店舗を登録しました。' })
  const change = useServerMutation(updateShopFacts, { invalidates, done: '店舗情報を更新しました。' })
  const form = useResourceForm<ShopFactsDraft, Shop>({
    name: `shop-facts.${row?.id ?? 'new'}`,
    schema,
    row,
    initial: row ? toValues(row) : blank,
    toValues,
    save: async (values, { row: seen, ...call }) => {
      const saved = seen
        ? await change.mutateAsync({ data: { ...values, id: seen.id, version: seen.version }, ...call })
        : await creation.mutateAsync({ data: values, ...call })
      // The header names the shops of the session.
      await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
      return saved
    },
    onSaved: onDone,
  })
  return (
    <ResourceForm form={form} onCancel={onDone}>
      <ShopFactsFields fields={form.fields} />
    </ResourceForm>
  )
}
