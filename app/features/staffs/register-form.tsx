import { type StaffRecord, StaffRegistrationForm } from '#contract/staff.ts'
import { staffFields } from '#contract/words/fields/staff.ts'
import { type RoleLevel, roleLevels } from '#contract/words/staff.ts'
import { employmentTypes } from '#contract/words/staff-record.ts'
import { useMe } from '~/auth/session'
import { CheckboxField, optionsOf, SelectField } from '~/components/fields/choice-fields'
import { TextField } from '~/components/fields/text-field'
import { NewRecord } from '~/components/record/editing'
import { ResourceForm } from '~/components/resource-form/resource-form'
import { useResourceForm } from '~/components/resource-form/use-resource-form'
import { useServerMutation } from '~/data/mutation'
import { createImage } from '~/functions/image'
import { registerStaff } from '~/functions/staff-record'
import { ScopeField } from '~/nouns/shop/scope-field'
import { ProfileFields } from '~/nouns/staff/profile-fields'
import { FormSection } from './form-section'
import { rolesBelow } from './roles'

const list = { to: '/staffs', label: 'スタッフの一覧' } as const

const blank: StaffRegistrationForm = {
  lastName: '',
  firstName: '',
  lastNameKana: null,
  firstNameKana: null,
  email: '',
  gender: 'none',
  tel: null,
  birthday: null,
  imgUrl: null,
  displayName: null,
  role: 'level2',
  jobTitle: null,
  employmentType: null,
  joinedOn: null,
  shops: { scope: 'shops', shopIds: [] },
  invites: true,
}

/** Registers a staff member: profile, role and shops in one form. */
export const RegisterStaff = () => (
  <NewRecord list={list} noun="スタッフ">
    {(onDone) => <RegisterForm onDone={onDone} />}
  </NewRecord>
)

function RegisterForm({ onDone }: { onDone: () => void }) {
  const me = useMe()
  const shops = me?.shops ?? []
  const roles: RoleLevel[] = me ? rolesBelow(me) : []
  // Users with a single shop register staff for that shop.
  const initial = {
    ...blank,
    shops: { scope: 'shops' as const, shopIds: shops.length === 1 ? shops.map(({ id }) => id) : [] },
  }
  const picture = useServerMutation(createImage, { invalidates: [] })
  const registration = useServerMutation(registerStaff, {
    invalidates: ['staff'],
    done: '店舗スタッフを登録しました。',
  })
  const form = useResourceForm({
    name: 'staff.new',
    schema: StaffRegistrationForm,
    row: undefined,
    initial,
    toValues: () => initial,
    ask: (values) => questionOf(values),
    save: async ({ shops: { shopIds }, ...values }, { row: _, ...call }) =>
      (await registration.mutateAsync({ data: { ...values, shopIds }, ...call })) as StaffRecord,
    onSaved: onDone,
  })
  const { fields } = form
  return (
    <ResourceForm form={form} onCancel={onDone}>
      <FormSection title="プロフィール">
        <ProfileFields fields={fields} upload={(data, call) => picture.mutateAsync({ data, ...call })} />
      </FormSection>
      <FormSection title="権限と担当店舗">
        <SelectField
          field={fields.role}
          label={staffFields.role}
          options={roles.map((value) => ({ value, label: roleLevels[value] }))}
          help="どの権限で何ができるかは、権限一覧で確認できます。"
        />
        <ScopeField field={fields.shops} label={staffFields.shops} options={shops} allowAll={false} />
        <TextField
          field={fields.displayName}
          label={staffFields.displayName}
          maxLength={50}
          help="予約や担当者名に表示されます。空欄の場合は姓名になります。"
        />
        <TextField field={fields.jobTitle} label={staffFields.jobTitle} maxLength={50} />
        <SelectField
          field={fields.employmentType}
          label={staffFields.employmentType}
          options={optionsOf(employmentTypes)}
          none="未設定"
        />
        <TextField field={fields.joinedOn} label={staffFields.joinedOn} type="date" />
        <CheckboxField
          field={fields.invites}
          label="招待"
          text="登録と同時に招待メールを送る"
          help="メールのリンクからパスワードを設定すると、ログインできるようになります。リンクは7日間有効です。"
        />
      </FormSection>
    </ResourceForm>
  )
}

/** Warning: staff without a shop see nothing after signing in, except head office. */
function questionOf({ role, shops }: StaffRegistrationForm) {
  if (role === 'all' || shops.shopIds.length > 0) return undefined
  return {
    title: '担当店舗のないスタッフを登録',
    text: `担当店舗が選ばれていません。このまま登録すると、ログインしても店舗のデータを見ることができません。\n担当店舗は、登録したあとでも追加できます。`,
  }
}
