import { birthdayText } from '#contract/birthday.ts'
import type { Member } from '#contract/member.ts'
import { zipText } from '~/lib/zip'

/** Whether the API has masked it; then it is not a link. */
export const isMasked = (contact: string) => contact.includes('*')

/** A link that dials or writes; a masked contact is plain text. */
export const Contact = ({ href, text }: { href: string; text: string }) =>
  isMasked(text) ? (
    text
  ) : (
    <a href={href} className="text-primary underline underline-offset-4">
      {text}
    </a>
  )

/** `〒160-0022 東京都新宿区新宿1-2-3 〇〇ビル`. */
export function addressOf({ zipCode, prefecture, address1, address2 }: Member) {
  const place = [prefecture, address1].filter(Boolean).join('')
  if (!place) return null
  return [zipCode && zipText(zipCode), place, address2].filter(Boolean).join(' ')
}

/** `1985年（昭和60年）3月14日 満41歳`. */
export function ageText({ birthday, age }: Pick<Member, 'birthday' | 'age'>) {
  const years = age === null ? undefined : `満${age}歳`
  return [birthday && birthdayText(birthday), years].filter(Boolean).join(' ')
}
