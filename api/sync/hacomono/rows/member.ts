import { z } from 'zod'
import type { ProviderMember } from '../../provider-rows.ts'
import { zProviderId } from '../shapes.ts'
import { orNull, zAddress, zCode, zDay, zFlag, zText } from '../values.ts'

/** Assumption: a name is one text, cut at its first space; without one it is a family name. */
const partsOf = (name: string) => {
  const [last = '', ...first] = name.split(/\s+/)
  return [last, first.join(' ')] as const
}

/** Assumption: 1 is a man, 2 a woman, and anything else was not answered. */
const genderOf = (value: unknown) => (value === 1 ? 'male' : value === 2 ? 'female' : 'none')

const zTextOrNull = orNull(zText)

export const Member = z
  .object({
    id: zProviderId,
    member_no: z.union([zCode, z.int().transform(String)]),
    name: zText,
    name_kana: zTextOrNull,
    mail_address: orNull(zAddress),
    representative_mail_address: orNull(zAddress),
    tel: orNull(zCode),
    gender: z.unknown(),
    birthday: orNull(zDay),
    zip_code: orNull(zCode),
    prefecture: zTextOrNull,
    address1: zTextOrNull,
    address2: zTextOrNull,
    studio_id: zProviderId,
    joined_at: orNull(zDay),
    cancel_requested_at: orNull(zDay),
    is_guest: zFlag,
  })
  .transform((row): ProviderMember => {
    const [lastName, firstName] = partsOf(row.name)
    const [lastNameKana, firstNameKana] = row.name_kana ? partsOf(row.name_kana) : [null, null]
    return {
      ...{ id: row.id, memberNo: row.member_no, lastName, firstName, lastNameKana, firstNameKana },
      email: row.mail_address,
      representativeEmail: row.representative_mail_address,
      ...{ tel: row.tel, gender: genderOf(row.gender), birthday: row.birthday },
      ...{ zipCode: row.zip_code, prefecture: row.prefecture, address1: row.address1, address2: row.address2 },
      ...{ studioId: row.studio_id, joinedOn: row.joined_at, cancelRequestedOn: row.cancel_requested_at },
      ...(row.is_guest && { isGuest: true as const }),
    }
  })
