import { Link, useNavigate } from '@tanstack/react-router'
import { type Club, ClubDraft, type ShopSender } from '#contract/club.ts'
import { senderFields } from '#contract/words/fields/club.ts'
import { LastChange } from '~/auth/record-links'
import { useCan } from '~/auth/session'
import { Fact, Facts } from '~/components/record/facts'
import { LoadedRecord, RecordPage } from '~/components/record/record-page'
import { relatedLook } from '~/components/record/related'
import type { FieldHandle } from '~/components/resource-form/form-context'
import { ResourceForm } from '~/components/resource-form/resource-form'
import { useResourceForm, valuesOf } from '~/components/resource-form/use-resource-form'
import { useServerMutation } from '~/data/mutation'
import { settingsPage } from '~/frame/settings-page'
import { updateClub } from '~/functions/club'
import { clubQuery } from './queries'
import { SecondFactorDutySection } from './second-factor-duty'
import { SenderFields } from './sender-fields'

const blank: ClubDraft = { name: '', address: '', contact: '', fromName: '' }
const toValues = (row: Club): ClubDraft => valuesOf<ClubDraft>(row, blank)

/** Who writes mails to members: the chain, and shops of other companies. */
export const ClubPage = () => (
  <LoadedRecord query={clubQuery} list={settingsPage} title="会社情報" noun="会社情報">
    {(club) => (
      <RecordPage list={settingsPage} title="会社情報" related={<ExportLink />}>
        <p className="mb-6 text-sm">
          業務連絡のほかのメールの末尾に、この名称・住所・問い合わせ先が入ります（特定電子メール法）。すべて登録するまで、これらのメールは送信できません。
        </p>
        <ClubForm key={club.version} club={club} />
        <Shops shops={club.shops} />
        <Duty />
      </RecordPage>
    )}
  </LoadedRecord>
)

const Duty = () => useCan()('admin.flag') && <SecondFactorDutySection />

const ExportLink = () =>
  useCan()('data.export') && (
    <Link to="/other-settings/data-export" className={relatedLook}>
      全データの出力
    </Link>
  )

function ClubForm({ club }: { club: Club }) {
  const navigate = useNavigate()
  const mayWrite = useCan()('club.write')
  const update = useServerMutation(updateClub, {
    invalidates: ['club', 'mail'],
    done: '会社情報を更新しました。',
  })
  const form = useResourceForm<ClubDraft, Club>({
    name: 'club',
    schema: ClubDraft,
    row: club,
    initial: toValues(club),
    toValues,
    save: (values, { row: { version } = club, ...call }) =>
      update.mutateAsync({ data: { ...values, version }, ...call }),
    onSaved: () => void navigate({ to: settingsPage.to }),
  })
  if (!mayWrite) {
    return (
      <Facts>
        <Fact label={senderFields.name}>{club.name}</Fact>
        <Fact label={senderFields.address}>{club.address}</Fact>
        <Fact label={senderFields.contact}>{club.contact}</Fact>
        <Fact label={senderFields.fromName}>{club.fromName}</Fact>
      </Facts>
    )
  }
  return (
    <>
      <ResourceForm form={form} onCancel={() => void navigate({ to: settingsPage.to })}>
        <SenderFields fields={form.fields as unknown as Record<keyof ClubDraft, FieldHandle<string | null>>} />
      </ResourceForm>
      {club.updatedAt && (
        <p className="figures -mt-6 mb-8 text-xs text-muted-foreground">
          更新 <LastChange at={club.updatedAt} by={club.updatedBy} />
        </p>
      )}
    </>
  )
}

/** The shops, with what differs for them. */
const Shops = ({ shops }: { shops: ShopSender[] }) => (
  <section className="border-t pt-6 pb-12">
    <h2 className="text-base font-semibold">店舗ごとの会社情報</h2>
    <p className="mt-1 mb-3 text-sm text-muted-foreground">
      フランチャイズなど、送信者が異なる店舗の会員に届くメールに使用します。
    </p>
    <ul className="divide-y rounded-lg border bg-card text-sm">
      {shops.map(({ id, shopName, name, address, contact, fromName }) => (
        <li key={id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-2.5">
          <Link
            to="/other-settings/club/$shopId"
            params={{ shopId: id }}
            className="min-w-28 text-primary underline underline-offset-4"
          >
            {shopName}
          </Link>
          <span className="min-w-0 text-muted-foreground wrap-anywhere">
            {[name, address, contact, fromName].filter(Boolean).join('、') || '会社情報と同じ'}
          </span>
        </li>
      ))}
    </ul>
  </section>
)
