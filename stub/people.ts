import { familyKana, familyNames, givenKana, givenNames } from './masters.ts'
import type { Traps } from './traps.ts'
import type { Member } from './world.ts'

const nth = (from: readonly string[], n: number) => from[n % from.length] as string

/** The nth member of the club; `head`: who represents their family. */
export function person(n: number, id: number, studioId: number, traps: Traps, head?: Member): Member {
  const family = head ? head.name.split(' ')[0] : nth(familyNames, n * 7)
  const kana = nth(familyKana, familyNames.indexOf(family as string))
  const given = n * 3 + Math.floor(n / 10)
  const isShared = traps.isOn('sharedAddresses')
  const mail = isShared && n % 10 === 4 ? `nomail${n}@dummy.example.com` : `member${n}@example.jp`
  return {
    id,
    member_no: `K${String(100_000 + n)}`,
    ...{ name: `${family} ${nth(givenNames, given)}`, name_kana: `${kana} ${nth(givenKana, given)}` },
    mail_address: head && isShared ? '' : mail,
    representative_mail_address: head && isShared ? head.mail_address : null,
    ...{ account_type: head ? 'その他メンバー' : '代表アカウント', representative_name: head?.name ?? null },
    ...{ tel: `090${String(10_000_000 + ((n * 37) % 90_000_000))}`, gender: n % 17 === 0 ? null : 1 + (n % 2) },
    birthday: `${1950 + (n % 55)}-${String(1 + (n % 12)).padStart(2, '0')}-${String(1 + (n % 28)).padStart(2, '0')}`,
    ...{ zip_code: `160${String(n % 10_000).padStart(4, '0')}`, prefecture: '東京都' },
    ...{ address1: `新宿区西新宿${1 + (n % 8)}-${1 + (n % 20)}`, address2: n % 3 ? null : `ハイツ${n % 900}` },
    ...{ studio_id: studioId, joined_at: null, cancel_requested_at: null, is_guest: false },
  }
}
