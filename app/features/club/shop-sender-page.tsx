import { useNavigate } from '@tanstack/react-router'
import { type Club, type ShopSender, ShopSenderDraft } from '#contract/club.ts'
import { LoadedRecord, Missing, RecordPage } from '~/components/record/record-page'
import { ResourceForm } from '~/components/resource-form/resource-form'
import { useResourceForm, valuesOf } from '~/components/resource-form/use-resource-form'
import { useServerMutation } from '~/data/mutation'
import { updateShopSender } from '~/functions/club'
import { clubQuery } from './queries'
import { SenderFields } from './sender-fields'

const list = { to: '/other-settings/club', label: '会社情報' } as const
const blank: ShopSenderDraft = { name: null, address: null, contact: null, fromName: null }
const toValues = (row: ShopSender): ShopSenderDraft => valuesOf<ShopSenderDraft>(row, blank)

/** Who writes to the members of one shop, where it is not the chain. */
export const ShopSenderPage = ({ id }: { id: string }) => (
  <LoadedRecord query={clubQuery} list={list} title="店舗の会社情報" noun="店舗">
    {(club) => {
      const shop = club.shops.find((one) => one.id === id)
      if (!shop) return <Missing code="404" list={list} noun="店舗" />
      return (
        <RecordPage list={list} title={`${shop.shopName}の会社情報`}>
          <p className="mb-6 text-sm">空欄の項目には、会社情報を使用します。</p>
          <ShopSenderForm key={id} club={club} shop={shop} />
        </RecordPage>
      )
    }}
  </LoadedRecord>
)

function ShopSenderForm({ club, shop }: { club: Club; shop: ShopSender }) {
  const navigate = useNavigate()
  const toClub = () => void navigate({ to: '/other-settings/club' })
  const update = useServerMutation(updateShopSender, {
    invalidates: ['club', 'mail', 'shop'],
    done: `${shop.shopName}の会社情報を更新しました。`,
  })
  const form = useResourceForm<ShopSenderDraft, ShopSender>({
    name: `club.${shop.id}`,
    schema: ShopSenderDraft,
    row: shop,
    initial: toValues(shop),
    toValues,
    save: (values, { row: { version } = shop, ...call }) =>
      update.mutateAsync({ data: { ...values, id: shop.id, version }, ...call }),
    onSaved: toClub,
  })
  return (
    <ResourceForm form={form} onCancel={toClub}>
      <SenderFields fields={form.fields} otherwise={club} />
    </ResourceForm>
  )
}
