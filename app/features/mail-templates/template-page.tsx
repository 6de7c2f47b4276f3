import { Link } from '@tanstack/react-router'
import { Send } from 'lucide-react'
import type { MailTemplate } from '#contract/mail-template.ts'
import { templateFields } from '#contract/words/fields/mail-template.ts'
import { mailCategories } from '#contract/words/mail.ts'
import { ActsLink, LastChange, ShopName } from '~/auth/record-links'
import { useCan, useMe } from '~/auth/session'
import { StateChip } from '~/components/publication'
import { CopyLink } from '~/components/record/copy-link'
import { EditRecord, NewOrCopy } from '~/components/record/editing'
import { Fact, Facts } from '~/components/record/facts'
import { HistorySection } from '~/components/record/history-section'
import { relatedLook } from '~/components/record/related'
import { buttonVariants } from '~/components/ui/button'
import { listAudit } from '~/functions/audit'
import { removeMailTemplate } from '~/functions/mail-template'
import { formatDateTime } from '~/lib/dates'
import { allShops, useSelectedShop } from '~/shop/selected-shop'
import { Letter } from './letter'
import { mailTemplateQuery } from './queries'
import { TemplateForm } from './template-form'
import { blankTemplate, copyOf, toValues } from './values'

const noun = 'メールテンプレート'
const list = { to: '/mail/templates', label: 'メールテンプレートの一覧' } as const

/** A new template: blank, or as a copy of `from`. */
export function NewTemplate({ from }: { from: string | undefined }) {
  const { shop } = useSelectedShop(undefined)
  const blank = blankTemplate(useMe(), shop?.id)
  return (
    <NewOrCopy list={list} noun={noun} from={from} query={mailTemplateQuery}>
      {(onDone, row) => <TemplateForm from={from} initial={row ? copyOf(row, blank) : blank} onDone={onDone} />}
    </NewOrCopy>
  )
}

/** One template: its form, or its text for users who may not change it. */
export function EditTemplate({ id }: { id: string }) {
  const can = useCan()
  const mayWrite = can('mailTemplate.write')
  return (
    <EditRecord
      list={list}
      noun={noun}
      query={mailTemplateQuery(id)}
      canEdit={(row) => row.canEdit}
      state={({ status }) => <StateChip row={{ state: status }} />}
      actions={(row) => <Ways row={row} />}
      related={() => <Neighbours id={id} />}
      removal={{
        resource: 'mailTemplate',
        nameOf: ({ name }) => name,
        remove: removeMailTemplate,
        isOffered: ({ status }) => status !== 'active',
      }}
      form={(row, onDone) => <TemplateForm row={row} initial={toValues(row)} onDone={onDone} />}
      readOnly={(row) => <ReadOnly row={row} />}
      below={() =>
        mayWrite &&
        can('audit.read') && (
          <HistorySection of={{ resourceType: 'mailTemplate', resourceId: id }} read={listAudit} noun={noun} />
        )
      }
    />
  )
}

/** Links to a template's sent mails and audit log. */
function Neighbours({ id }: { id: string }) {
  return (
    <>
      {useCan()('mailLog.read') && (
        <Link to="/mail/logs" search={{ shop: allShops, templateId: id }} className={relatedLook}>
          このテンプレートで送信したメール
        </Link>
      )}
      <ActsLink resourceType="mailTemplate" resourceId={id} />
    </>
  )
}

/** Starts a mail or a copy from a template. */
function Ways({ row: { id, status } }: { row: MailTemplate }) {
  const can = useCan()
  return (
    <>
      {status === 'active' && can('mail.send') && (
        <Link to="/mail/new" search={{ template: id }} className={buttonVariants({ variant: 'outline' })}>
          <Send aria-hidden />
          このテンプレートでメール作成
        </Link>
      )}
      {can('mailTemplate.write') && <CopyLink to="/mail/templates/new" id={id} />}
    </>
  )
}

function ReadOnly({ row }: { row: MailTemplate }) {
  return (
    <div className="space-y-6 pb-12">
      <div className="flex flex-wrap gap-2 empty:hidden">
        <Ways row={row} />
      </div>
      <Facts>
        <Fact label={templateFields.name}>{row.name}</Fact>
        <Fact label={templateFields.category}>{mailCategories[row.category]}</Fact>
        <Fact label={templateFields.shopId}>{row.shop ? <ShopName shop={row.shop} /> : '共通'}</Fact>
        <Fact label={templateFields.useCount}>{row.useCount.toLocaleString('ja-JP')}</Fact>
        <Fact label={templateFields.lastUsedAt}>{row.lastUsedAt && formatDateTime(row.lastUsedAt)}</Fact>
        <Fact label="更新">
          <LastChange at={row.updatedAt} by={row.updatedBy} />
        </Fact>
      </Facts>
      <Letter mail={row} />
    </div>
  )
}
