import type { ComponentProps } from 'react'
import { personFields } from '#contract/words/fields/person.ts'
import type { Gender } from '#contract/words/member.ts'
import { genders } from '#contract/words/member.ts'
import { optionsOf, SelectField } from '~/components/fields/choice-fields'
import { TextField } from '~/components/fields/text-field'
import { ImageField } from '~/components/image-drop'
import type { FieldHandle } from '~/components/resource-form/form-context'

interface Profile {
  lastName: string
  firstName: string
  lastNameKana: string | null
  firstNameKana: string | null
  email: string
  gender: Gender
  tel: string | null
  birthday: string | null
  imgUrl: string | null
}

interface ProfileFieldsProps {
  /** Without the address for oneself: it has a dialog of its own. */
  fields: { [Name in Exclude<keyof Profile, 'email'>]: FieldHandle<Profile[Name]> } & { email?: FieldHandle<string> }
  upload: ComponentProps<typeof ImageField>['upload']
}

/** Names with their reading, address and contact details of a person. */
export function ProfileFields({ fields, upload }: ProfileFieldsProps) {
  return (
    <>
      <div className="grid gap-x-6 gap-y-6 sm:grid-cols-2">
        <TextField field={fields.lastName} label={personFields.lastName} maxLength={50} />
        <TextField field={fields.firstName} label={personFields.firstName} maxLength={50} />
        <TextField field={fields.lastNameKana} label={personFields.lastNameKana} maxLength={50} />
        <TextField field={fields.firstNameKana} label={personFields.firstNameKana} maxLength={50} />
      </div>
      {fields.email && (
        <TextField
          field={fields.email}
          label={personFields.email}
          type="email"
          help="ログインに使います。利用中のスタッフの場合は、新しいメールアドレスに届くリンクで確認されると変わります。"
        />
      )}
      <div className="grid gap-x-6 gap-y-6 sm:grid-cols-2">
        <TextField
          field={fields.tel}
          label={personFields.tel}
          type="tel"
          help="ハイフンはあってもなくても構いません。"
        />
        <TextField field={fields.birthday} label={personFields.birthday} type="date" />
      </div>
      <SelectField field={fields.gender} label={personFields.gender} options={optionsOf(genders)} />
      <ImageField
        field={fields.imgUrl}
        label={personFields.imgUrl}
        shape={1}
        upload={upload}
        help="正方形に切り抜いて保存されます。"
      />
    </>
  )
}
