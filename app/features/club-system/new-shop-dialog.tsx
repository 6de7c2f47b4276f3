import { useQuery } from '@tanstack/react-query'
import type { ClubSystemMapping } from '#contract/club-system.ts'
import { type Shop, type ShopFactsDraft, ShopFactsDraft as schema } from '#contract/shop.ts'
import { Modal } from '~/components/dialogs/modal'
import { ResourceForm } from '~/components/resource-form/resource-form'
import { useResourceForm } from '~/components/resource-form/use-resource-form'
import { serverQuery } from '~/data/query'
import { getClub } from '~/functions/club'
import { todayInTokyo } from '~/lib/dates'
import { ShopFactsFields } from '~/nouns/shop/facts-fields'

/** 会社情報, for the name of a new shop's company. */
const companyNameQuery = serverQuery('club.get', getClub)({})

interface NewShopDialogProps {
  studio: ClubSystemMapping['studios'][number]
  given: ShopFactsDraft | null
  onGiven: (shop: ShopFactsDraft) => void
  onClose: () => void
}

/** What a new shop will be registered with, once the mapping is saved. */
export function NewShopDialog(props: NewShopDialogProps) {
  const { data, isPending } = useQuery(companyNameQuery)
  return (
    <Modal title={`「${props.studio.name}」の店舗の情報`} onClose={props.onClose}>
      {/* The form's buttons stick to the dialog's edge, below its padding. */}
      <div className="[&_form>.sticky]:-bottom-5">
        {!isPending && <FactsForm {...props} companyName={data?.name ?? ''} />}
      </div>
    </Modal>
  )
}

function FactsForm({ studio, given, onGiven, onClose, companyName }: NewShopDialogProps & { companyName: string }) {
  const initial: ShopFactsDraft = given ?? {
    ...{ name: studio.name, nameKana: null, code: studio.code ?? '', ownerType: 'direct', companyName },
    ...{ zipCode: '', prefecture: '', address1: '', address2: null, tel: '', openedOn: todayInTokyo() },
  }
  const form = useResourceForm<ShopFactsDraft, Shop, ShopFactsDraft>({
    name: `club-system.studio.${studio.id}`,
    schema,
    initial,
    toValues: () => initial,
    save: async (values) => values,
    onSaved: onGiven,
  })
  return (
    <ResourceForm form={form} onCancel={onClose} submit={{ label: 'この内容にする', busy: '確認しています...' }}>
      <p className="text-sm text-muted-foreground">対応付けを保存すると、この内容で登録されます。</p>
      <ShopFactsFields fields={form.fields} />
    </ResourceForm>
  )
}
