import { z } from 'zod'
import { zDate, zId, zName, zText, zWord } from './common.ts'
import { zImageUrl } from './image.ts'
import { visibleCode } from './invisible.ts'
import { genders } from './words/member.ts'

/** Katakana; hiragana and half-width kana are accepted and converted to katakana. */
export const zKana = zText(50)
  .transform((text) =>
    visibleCode(text)
      .normalize('NFKC')
      .trim()
      .replace(/[\u3041-\u3096]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60)),
  )
  .pipe(z.string().regex(/^[ァ-ヶー・\s]+$/, { error: 'この項目はカタカナで入力してください。' }))

/** A Japanese telephone number, stored as digits; hyphens and full-width digits are accepted. */
const zTel = zText(30)
  .transform((text) =>
    visibleCode(text)
      .normalize('NFKC')
      .replaceAll(/[\s()‐‑–—−ー-]/g, ''),
  )
  .pipe(z.string().regex(/^0\d{9,10}$/, { error: 'この項目は0から始まる10桁か11桁の番号で入力してください。' }))

const zBirthday = zDate.refine((day) => day >= '1900-01-01' && day <= new Date().toISOString().slice(0, 10), {
  error: 'この項目には1900年から今日までの日付を入力してください。',
})

/** A person: what the specification's user has besides an id. */
export const profile = {
  lastName: zName(50),
  firstName: zName(50),
  lastNameKana: zKana.nullable(),
  firstNameKana: zKana.nullable(),
  gender: zWord(genders),
  tel: zTel.nullable(),
  birthday: zBirthday.nullable(),
  imgUrl: zImageUrl.nullable(),
}

const shownName = {
  lastName: z.string(),
  firstName: z.string(),
  lastNameKana: z.string().nullable(),
  firstNameKana: z.string().nullable(),
}

/** What a list says of whose row it is. */
export const shownMember = { memberNo: z.string(), ...shownName }

/** Number and name only: no contact data. `id` is the user's, which opens the record. */
export const zWho = z.strictObject({ id: zId, ...shownMember })

/** `zWho` in lists with rows of other shops' members; their `id` is null. */
export const zWhoInSight = zWho.extend({ id: zId.nullable() })

/** A profile in an answer, with the sign-in address; empty until it is filled in. */
export const shownProfile = {
  ...shownName,
  email: z.string(),
  /** The address that replaces it once it has proven itself. */
  pendingEmail: z.string().nullable(),
  gender: zWord(genders),
  tel: z.string().nullable(),
  birthday: zDate.nullable(),
  imgUrl: z.string().nullable(),
}
