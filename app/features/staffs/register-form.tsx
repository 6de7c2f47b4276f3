import { type StaffRecord, StaffRegistrationForm } from '#contract/staff.ts'
import { staffFields } from '#contract/words/fields/staff.ts'
import { roleLevels } from '#contract/words/staff.ts'
import { employmentTypes } from '#contract/words/staff-record.ts'
import { useMe } from '~/auth/session'
import { CheckboxField, optionsOf, SelectField } from '~/components/fields/choice-fields'
import { TextField } from '~/components/fields/text-field'
import { NewRecord } from '~/components/record/editing'
import { type FieldHandle, useLiveField } from '~/components/resource-form/form-context'
import { ResourceForm } from '~/components/resource-form/resource-form'
import { useResourceForm } from '~/components/resource-form/use-resource-form'
import { useServerMutation } from '~/data/mutation'
import { createImage } from '~/functions/image'
import { registerStaff } from '~/functions/staff-record'
import { createStaffUser } from '~/functions/staff-user'
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
  isUserOnly: false,
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
  // Users with a single shop register staff for that shop.
  const initial = {
    ...blank,
    shops: { scope: 'shops' as const, shopIds: shops.length === 1 ? shops.map(({ id }) => id) : [] },
  }
  const picture = useServerMutation(createImage, { invalidates: [] })
  const registration = useServerMutation(registerStaff, {
    invalidates: ['staff'],
    done: ({ message = '' }) => `店舗スタッフを登録しました。${message}`,
  })
  const userOnly = useServerMutation(createStaffUser, {
    invalidates: ['staff'],
    done: 'ユーザーを登録しました。スタッフの一覧の「登録が途中のユーザー」から、スタッフとして登録してください。',
  })
  const form = useResourceForm<StaffRegistrationForm, StaffRecord, unknown>({
    name: 'staff.new',
    schema: StaffRegistrationForm,
    row: undefined,
    initial,
    toValues: () => initial,
    ask: (values) => questionOf(values),
    save: async ({ isUserOnly, ...values }, { row: _, ...call }) =>
      isUserOnly
        ? userOnly.mutateAsync({ data: { ...profileOf(values), type: 'staff' }, ...call })
        : registration.mutateAsync({ data: withShops(values), ...call }),
    onSaved: onDone,
  })
  const { fields } = form
  return (
    <ResourceForm form={form} onCancel={onDone}>
      <FormSection title="プロフィール">
        <ProfileFields fields={fields} upload={(data, call) => picture.mutateAsync({ data, ...call })} />
      </FormSection>
      <FormSection title="権限と担当店舗">
        <CheckboxField
          field={fields.isUserOnly}
          label="登録する内容"
          text="権限と担当店舗はあとで設定する"
          help="プロフィールだけを登録し、招待は送りません。"
        />
        <Employment fields={fields} />
      </FormSection>
    </ResourceForm>
  )
}

type Fields = { [Name in keyof StaffRegistrationForm]: FieldHandle<StaffRegistrationForm[Name]> }

/** Right, shops and invitation; none for a user who is made staff later. */
function Employment({ fields }: { fields: Fields }) {
  const me = useMe()
  if (useLiveField(fields.isUserOnly).state.value) return null
  return (
    <>
      <SelectField
        field={fields.role}
        label={staffFields.role}
        options={(me ? rolesBelow(me) : []).map((value) => ({ value, label: roleLevels[value] }))}
        help="どの権限で何ができるかは、権限一覧で確認できます。"
      />
      <ScopeField field={fields.shops} label={staffFields.shops} options={me?.shops ?? []} allowAll={false} />
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
    </>
  )
}

type Registered = Omit<StaffRegistrationForm, 'isUserOnly'>

const withShops = ({ shops: { shopIds }, ...values }: Registered) => ({ ...values, shopIds })

/** The part of a registration that a user has. */
const profileOf = ({
  lastName,
  firstName,
  lastNameKana,
  firstNameKana,
  email,
  gender,
  tel,
  birthday,
  imgUrl,
}: Registered) => ({ lastName, firstName, lastNameKana, firstNameKana, email, gender, tel, birthday, imgUrl })

/** Warning: staff without a shop see nothing after signing in, except head office. */
function questionOf({ isUserOnly, role, shops }: StaffRegistrationForm) {
  if (isUserOnly || role === 'all' || shops.shopIds.length > 0) return undefined
  return {
    title: '担当店舗のないスタッフを登録',
    text: `担当店舗が選ばれていません。このまま登録すると、ログインしても店舗のデータを見ることができません。\n担当店舗は、登録したあとでも追加できます。`,
  }
}
