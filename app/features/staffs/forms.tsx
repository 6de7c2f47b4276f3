import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { StaffForm as EmploymentSchema, type StaffDraft, type StaffRecord, StaffShopsForm } from '#contract/staff.ts'
import { UserDraft } from '#contract/user.ts'
import { staffFields } from '#contract/words/fields/staff.ts'
import { roleLevels } from '#contract/words/staff.ts'
import { employmentTypes, staffStatuses, staffStatusSteps } from '#contract/words/staff-record.ts'
import { useMe } from '~/auth/session'
import { CheckboxField, optionsOf, SelectField } from '~/components/fields/choice-fields'
import { TextField } from '~/components/fields/text-field'
import { type FieldHandle, useLiveField } from '~/components/resource-form/form-context'
import { ResourceForm } from '~/components/resource-form/resource-form'
import { useResourceForm, valuesOf } from '~/components/resource-form/use-resource-form'
import { useServerMutation } from '~/data/mutation'
import { createImage } from '~/functions/image'
import { setStaffShops, updateStaff } from '~/functions/staff-record'
import { updateStaffUser } from '~/functions/staff-user'
import { ScopeField } from '~/nouns/shop/scope-field'
import { ProfileFields } from '~/nouns/staff/profile-fields'
import { withInvitation } from './invitation-text'
import { isRecord, useStaff } from './staff-page'

interface PartProps {
  staff: StaffRecord
  onDone: () => void
}

/** Form of a part of the record; users without the permission see a message. */
function Part({ title, form: Form }: { title: string; form: (props: PartProps) => ReactNode }) {
  const staff = useStaff()
  const navigate = useNavigate()
  const onDone = () => void navigate({ to: '/staffs/$staffId', params: { staffId: staff.id } })
  if (!isRecord(staff) || !staff.may.update) {
    return <p className="text-sm text-muted-foreground">このスタッフの情報を変更する権限がありません。</p>
  }
  return (
    <div className="max-w-3xl">
      <h2 className="mb-5 text-lg font-semibold">{title}</h2>
      <Form staff={staff} onDone={onDone} />
    </div>
  )
}

export const EditEmployment = () => <Part title="権限と在籍の編集" form={EmploymentForm} />
export const EditProfile = () => <Part title="プロフィールの編集" form={ProfileForm} />
export const EditShops = () => <Part title="担当店舗の編集" form={ShopsForm} />

const updated = { invalidates: ['staff'] as const, done: 'スタッフ情報を更新しました。' }

const blankEmployment: StaffDraft = {
  displayName: '',
  role: 'level1',
  status: 'waiting',
  isAdmin: false,
  jobTitle: null,
  employmentType: null,
  joinedOn: null,
  leftOn: null,
}

const toEmployment = (staff: StaffRecord): StaffDraft => valuesOf(staff, blankEmployment)

function EmploymentForm({ staff, onDone }: PartProps) {
  const change = useServerMutation(updateStaff, {
    ...updated,
    done: ({ invitation, status }) =>
      withInvitation(updated.done, staff, status === 'waiting' && invitation === 'expired'),
  })
  const form = useResourceForm({
    name: `staff.${staff.id}`,
    schema: EmploymentSchema,
    row: staff,
    initial: toEmployment(staff),
    toValues: toEmployment,
    ask: (values, seen) => employmentQuestion(values, seen ?? staff),
    save: async (values, { row = staff, ...call }) =>
      (await change.mutateAsync({ data: { ...values, id: row.id, version: row.version }, ...call })) as StaffRecord,
    onSaved: onDone,
  })
  const { fields } = form
  const { may, status, role } = staff
  const steps = staffStatusSteps[status]
  // Retiring has a dialog of its own, which hands over what hangs on them.
  const statuses = [status, ...steps.anyone, ...(may.appointAdmin ? steps.admins : [])].filter(
    (one) => one === status || one !== 'cancel',
  )
  return (
    <ResourceForm form={form} onCancel={onDone}>
      <TextField field={fields.displayName} label={staffFields.displayName} maxLength={50} />
      <SelectField
        field={fields.role}
        label={staffFields.role}
        options={optionsOf(roleLevels).filter(({ value }) => value === role || may.roles.includes(value))}
      />
      {may.appointAdmin && (
        <CheckboxField
          field={fields.isAdmin}
          label={staffFields.isAdmin}
          text="管理者にする"
          help="権限にかかわらず、すべての店舗とスタッフを管理できます。"
        />
      )}
      <SelectField
        field={fields.status}
        label={staffFields.status}
        options={optionsOf(staffStatuses).filter(({ value }) => statuses.includes(value))}
        help="ログインできるのは、有効のスタッフだけです。"
      />
      <LeftOnField status={fields.status} leftOn={fields.leftOn} />
      <TextField field={fields.jobTitle} label={staffFields.jobTitle} maxLength={50} />
      <SelectField
        field={fields.employmentType}
        label={staffFields.employmentType}
        options={optionsOf(employmentTypes)}
        none="未設定"
      />
      <TextField field={fields.joinedOn} label={staffFields.joinedOn} type="date" />
    </ResourceForm>
  )
}

/** Leaving date, for former and leaving staff. */
function LeftOnField({
  status,
  leftOn,
}: {
  status: FieldHandle<StaffDraft['status']>
  leftOn: FieldHandle<string | null>
}) {
  if (useLiveField(status).state.value !== 'cancel') return null
  return <TextField field={leftOn} label={staffFields.leftOn} type="date" />
}

/** Effect of a change of rights on a staff member who may be signed in. */
function employmentQuestion(after: StaffDraft, { displayName, ...before }: StaffRecord) {
  const lines = [
    after.role !== before.role && `権限: ${roleLevels[before.role]} → ${roleLevels[after.role]}`,
    after.isAdmin !== before.isAdmin && (after.isAdmin ? '管理者にします。' : '管理者から外します。'),
    after.status !== before.status && `状態: ${staffStatuses[before.status]} → ${staffStatuses[after.status]}`,
  ].filter((line) => typeof line === 'string')
  if (lines.length === 0) return undefined
  const effect =
    before.status === 'active' ? `\n${displayName}さんがログイン中の場合は、すぐにログアウトされます。` : ''
  return { title: '権限・状態を変更', text: lines.join('\n') + effect }
}

function ProfileForm({ staff, onDone }: PartProps) {
  const row = { ...staff.user, id: staff.userId, version: staff.version }
  type Profile = typeof row
  const picture = useServerMutation(createImage, { invalidates: [] })
  const change = useServerMutation(updateStaffUser, {
    ...updated,
    done: ({ email, pendingEmail }) =>
      withInvitation(savedText(pendingEmail, row), staff, staff.status === 'waiting' && email !== row.email),
  })
  const form = useResourceForm({
    name: `staff.${staff.id}.profile`,
    schema: UserDraft,
    row,
    initial: toProfile(row),
    toValues: toProfile,
    save: async (values, { row: seen = row, ...call }) =>
      (await change.mutateAsync({ data: { ...values, id: seen.id, version: seen.version }, ...call })) as Profile,
    onSaved: onDone,
  })
  return (
    <ResourceForm form={form} onCancel={onDone}>
      <ProfileFields fields={form.fields} upload={(data, call) => picture.mutateAsync({ data, ...call })} />
    </ResourceForm>
  )
}

const savedText = (pendingEmail: string | null | undefined, before: { pendingEmail: string | null }) =>
  pendingEmail && pendingEmail !== before.pendingEmail
    ? `スタッフ情報を更新し、${pendingEmail} に確認のメールを送りました。確認されるまでは、これまでのメールアドレスでログインします。`
    : updated.done

const toProfile = ({
  lastName,
  firstName,
  lastNameKana,
  firstNameKana,
  email,
  gender,
  tel,
  birthday,
  imgUrl,
}: StaffRecord['user']) => ({
  lastName,
  firstName,
  lastNameKana,
  firstNameKana,
  email,
  gender,
  tel,
  birthday,
  imgUrl,
})

const toShops = ({ shopStaffList }: StaffRecord) => ({
  shops: { scope: 'shops' as const, shopIds: shopStaffList.map(({ shop }) => shop.id) },
  mainShopId: shopStaffList.find(({ isMain }) => isMain)?.shop.id ?? null,
})

function ShopsForm({ staff, onDone }: PartProps) {
  const options = useMe()?.shops ?? []
  const nameOf = (id: string) => options.find((one) => one.id === id)?.name ?? id
  const change = useServerMutation(setStaffShops, {
    invalidates: ['staff'],
    done: ({ added, removed }) => withInvitation(shopsText(added, removed), staff, added.length + removed.length > 0),
  })
  const form = useResourceForm({
    name: `staff.${staff.id}.shops`,
    schema: StaffShopsForm,
    row: staff,
    initial: toShops(staff),
    toValues: toShops,
    ask: ({ shops: { shopIds } }, seen) => {
      const had = toShops(seen ?? staff).shops.shopIds
      const added = shopIds.filter((id) => !had.includes(id)).map(nameOf)
      const removed = had.filter((id) => !shopIds.includes(id)).map(nameOf)
      return shopsQuestion(staff, added, removed)
    },
    save: async ({ shops: { shopIds }, mainShopId }, { row = staff, ...call }) => {
      const data = { shopIds, mainShopId, id: row.id, version: row.version }
      return (await change.mutateAsync({ data, ...call })).staff as StaffRecord
    },
    onSaved: onDone,
  })
  const { fields } = form
  return (
    <ResourceForm form={form} onCancel={onDone}>
      <ScopeField field={fields.shops} label={staffFields.shops} options={options} allowAll={false} />
      <MainShopField shops={fields.shops} mainShop={fields.mainShopId} nameOf={nameOf} />
    </ResourceForm>
  )
}

const shopsText = (added: readonly unknown[], removed: readonly unknown[]) => {
  if (added.length > 0 && removed.length === 0) return '担当店舗を追加しました。'
  if (removed.length > 0 && added.length === 0) return '担当店舗を削除しました。'
  return '担当店舗を更新しました。'
}

interface MainShopFieldProps {
  shops: FieldHandle<{ scope: 'shops'; shopIds: string[] }>
  mainShop: FieldHandle<string | null>
  nameOf: (shopId: string) => string
}

/** Main shop: one of the chosen shops or none; cleared when that shop is removed. */
function MainShopField({ shops, mainShop, nameOf }: MainShopFieldProps) {
  const { shopIds } = useLiveField(shops).state.value
  const { state, handleChange } = useLiveField(mainShop)
  const isGone = state.value !== null && !shopIds.includes(state.value)
  useEffect(() => {
    if (isGone) handleChange(null)
  }, [isGone, handleChange])
  return (
    <SelectField
      field={mainShop}
      label={staffFields.mainShop}
      options={shopIds.map((id) => ({ value: id, label: nameOf(id) }))}
      none="なし"
    />
  )
}

/** Preview of the change. */
function shopsQuestion({ displayName }: StaffRecord, added: string[], removed: string[]) {
  if (added.length + removed.length === 0) return undefined
  const lines = [
    added.length > 0 && `追加: ${added.join('、')}`,
    removed.length > 0 && `削除: ${removed.join('、')}`,
    removed.length > 0 && `${displayName}さんは、削除した店舗のデータをすぐに見られなくなります。`,
  ]
  return { title: '担当店舗を更新', text: lines.filter(Boolean).join('\n') }
}
