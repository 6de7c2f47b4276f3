import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { type Member, MemberDraft } from '#contract/member.ts'
import { memberFields } from '#contract/words/fields/member.ts'
import { TagsField } from '~/components/fields/tags-field'
import { TextAreaField } from '~/components/fields/text-field'
import { sameValue } from '~/components/resource-form/form-context'
import { ResourceForm } from '~/components/resource-form/resource-form'
import { useResourceForm, valuesOf } from '~/components/resource-form/use-resource-form'
import { useServerMutation } from '~/data/mutation'
import { updateMember } from '~/functions/member-record'
import { memberQuery } from '../queries'
import { LockedFlag } from './locked-flag'
import { TrainerField } from './trainer-field'
import { useTrainers } from './use-trainers'

const blank: MemberDraft = {
  hasActivePlan: false,
  lockedHasActivePlan: false,
  withLeanBodyContent: false,
  lockedWithLeanBodyContent: false,
  tags: [],
  trainerStaffId: null,
  staffNote: null,
  alertNote: null,
}

const toValues = (member: Member): MemberDraft => ({
  ...valuesOf({ ...member, trainerStaffId: member.trainer?.id ?? null }, blank),
})

/** The values of `from` that differ from `to`. */
function differing(from: MemberDraft, to: MemberDraft): Partial<MemberDraft> {
  const names = Object.keys(blank) as (keyof MemberDraft)[]
  return Object.fromEntries(names.filter((name) => !sameValue(from[name], to[name])).map((name) => [name, from[name]]))
}

export const planWords = { yes: 'あり', no: 'なし' }
export const leanBodyWords = { yes: '利用可', no: '利用不可' }

/** Form of the fields that staff maintain; the others belong to the club system. */
export function MemberForm({ member, onDone }: { member: Member; onDone: () => void }) {
  const queryClient = useQueryClient()
  const before = useRef<Partial<MemberDraft>>({})
  const { mutateAsync } = useServerMutation(updateMember, {
    invalidates: ['member'],
    done: '会員を更新しました。',
    // Sends only changed fields: someone else may have saved the others in the meantime.
    undo: ({ id, version }) => {
      const data = { ...before.current, id, version }
      return () => updateMember({ data })
    },
  })
  const form = useResourceForm<MemberDraft, Member>({
    name: `member.${member.id}`,
    schema: MemberDraft,
    row: member,
    initial: toValues(member),
    toValues,
    save: (values, { row = member, ...call }) => {
      before.current = differing(toValues(row), values)
      const changes = differing(values, toValues(row))
      return mutateAsync({ data: { ...changes, id: row.id, version: row.version }, ...call })
    },
    onSaved: (saved) => {
      queryClient.setQueryData(memberQuery(member.id).queryKey, saved)
      onDone()
    },
  })
  const { fields } = form
  return (
    <ResourceForm form={form} onCancel={onDone}>
      <TextAreaField
        field={fields.alertNote}
        label={memberFields.alertNote}
        maxLength={200}
        rows={2}
        help="会員ページのどのタブにも表示されます。"
      />
      <TextAreaField field={fields.staffNote} label={memberFields.staffNote} maxLength={2000} rows={6} />
      <TagsField
        field={fields.tags}
        label={memberFields.tags}
        most={20}
        help="Enterまたは「、」で追加します。30文字まで。"
      />
      <TrainerField field={fields.trainerStaffId} trainers={useTrainers(member)} />
      <LockedFlag
        label={memberFields.hasActivePlan}
        words={planWords}
        flag={fields.hasActivePlan}
        lock={fields.lockedHasActivePlan}
        byContracts={member.byContracts.hasActivePlan}
      />
      <LockedFlag
        label={memberFields.withLeanBodyContent}
        words={leanBodyWords}
        flag={fields.withLeanBodyContent}
        lock={fields.lockedWithLeanBodyContent}
        byContracts={member.byContracts.withLeanBodyContent}
      />
    </ResourceForm>
  )
}
