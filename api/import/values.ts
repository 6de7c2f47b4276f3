import { birthdaysOf } from '#contract/birthday.ts'
import { composed } from '#contract/common.ts'
import { addressOf, visibleCode } from '#contract/invisible.ts'
import { toKatakana } from '#contract/kana.ts'
import { phonesOf } from '#contract/phone.ts'
import type { Gender } from '#contract/words/member.ts'

// A cell as a value of the product, or the reason why it cannot be one. Reasons are equal for equal mistakes, so that
// rows can be grouped by them.

export type Read<Value> = { value: Value; isRestored?: true } | { reason: string }

const tooLong = (length: number) => ({ reason: `長すぎます（${length}文字まで）` })

/** Text without control characters, at most `length` characters. */
export function readText(cell: string, length: number): Read<string> {
  if (cell.includes('\ufffd')) return { reason: '文字化け（�）があります' }
  if (/[\p{Cc}\p{Co}]/u.test(cell)) return { reason: '使えない文字（改行や外字）があります' }
  const value = composed(cell)
  return [...value].length > length ? tooLong(length) : { value }
}

/** A name's parts: of one cell, cut at its first space. Without a space it is a family name. */
export function readName(cell: string): Read<[last: string, first: string]> {
  const read = readText(cell.replace(/\s+/g, ' '), 80)
  if ('reason' in read) return read
  const [last = '', ...first] = read.value.split(' ')
  return { value: [last, first.join(' ')] }
}

/** A reading in katakana of full width; from hiragana or half width. */
export function readKana(cell: string): Read<[last: string, first: string]> {
  const kana = toKatakana(visibleCode(cell).normalize('NFKC')).replace(/\s+/g, ' ')
  if (!/^[ァ-ヴヷ-ヺー・ヽヾ゠A-Za-z.' -]*$/.test(kana)) return { reason: 'カナではない文字があります' }
  return readName(kana)
}

const weekday = /\s*\([日月火水木金土](曜日?)?\)\s*/
const dayAndRest = /^((?:\D{1,2})?(?:元|\d{1,4})[-/.年]\d{1,2}[-/.月]\d{1,2}日?|\d{8})(?:\s*T?\s*)(.*)$/s

/** A cell's day and what follows it, both in half width; the day of the week is dropped. */
export function splitMoment(cell: string): { day: string; rest: string } {
  const text = cell.normalize('NFKC').replace(weekday, ' ').trim()
  const [, day = text, rest = ''] = dayAndRest.exec(text) ?? []
  return { day, rest }
}

const isAfternoon = /^(午後|pm|p\.m\.)$/i

/**
 * A time of day, HH:MM:SS: `7:05`, `13時5分`, `13時`, `午後1:05`, `7:05 PM`, `13:05〜`. Parts of a second are dropped. One of
 * 24 o'clock or later belongs to the next day, and is refused.
 */
export function readTime(cell: string): Read<string> {
  const text = cell
    .normalize('NFKC')
    .trim()
    .replace(/\s*[~〜]$/, '')
  const [, before, clock = '', after] =
    /^(午前|午後|[ap]m|[ap]\.m\.)?\s*([\d:.時分秒]+?)\s*([ap]m|[ap]\.m\.)?$/i.exec(text) ?? []
  const half = before ?? after
  const [, hours = '', minutes = '0', seconds = '0'] =
    /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?$/.exec(clock) ??
    /^(\d{1,2})時(?:(\d{1,2})分?(?:(\d{1,2})秒)?)?$/.exec(clock) ??
    (half === undefined ? null : /^(\d{1,2})$/.exec(clock)) ??
    []
  const given = Number(hours)
  const isFitting = half === undefined || (!(before && after) && (given <= 12 || isAfternoon.test(half)))
  if (hours === '' || !isFitting || Number(minutes) > 59 || Number(seconds) > 59) return noTime
  const hour = half === undefined || given > 12 ? given : (given % 12) + (isAfternoon.test(half) ? 12 : 0)
  if (hour > 23) return { reason: '24時以降の時刻です（翌日の日付と時刻にしてください）' }
  return { value: [hour, minutes, seconds].map((part) => String(part).padStart(2, '0')).join(':') }
}

const noTime = { reason: '時刻として読めません' }

/**
 * A day, YYYY-MM-DD: `1985/4/3`, `1985-04-03 10:00`, `1985年4月3日(水)`, `19850403`, `S60.4.3`, `昭和60年4月3日`. `from` and
 * `to` are its limits, both included. A year of two digits is refused, and a spreadsheet's number of days.
 */
export function readDay(cell: string, from: string, to: string): Read<string> {
  const { day, rest } = splitMoment(cell)
  const text = rest === '' || isTimeOfDay(rest) ? day : cell.normalize('NFKC')
  if (/^\d{4,5}(\.\d+)?$/.test(text))
    return { reason: '日付が数値になっています（Excelの表示形式を日付にしてください）' }
  if (/^1900[-/.年]0?1[-/.月]0?[01]日?$/.test(text)) return { reason: '日付が空欄の代わりの1900年1月になっています' }
  const [date, other] = birthdaysOf(text, '9999-12-31')
  if (date === undefined) return { reason: '日付として読めません' }
  if (other !== undefined) return { reason: '年が2桁のため、どの年か分かりません' }
  if (date > to) return { reason: '未来の日付です' }
  return date < from ? { reason: `${Number(from.slice(0, 4))}年より前の日付です` } : { value: date }
}

/** What may stand behind a day, as systems write it. */
const isTimeOfDay = (rest: string) => 'value' in readTime(rest.replace(zone, '')) || /^(\d{4}|\d{6})$/.test(rest)
/** Of a moment: UTC, or how far from it. Without seconds before it, `13:05-14:00` is from when until when. */
export const zone = /\s*(z|\+\d{2}(?::?\d{2})?|(?<=:\d{2}:\d{2}(?:\.\d+)?)-\d{2}(?::?\d{2})?)$/i

/** The digits of a phone number; with the leading 0 that spreadsheets drop. */
export function readPhone(cell: string): Read<string> {
  if (isRounded(cell)) return { reason: '電話番号がExcelで丸められています（3.5E+11 など）' }
  const [first, second] = phonesOf(cell)
  if (second !== undefined) return { value: second, isRestored: true }
  if (first?.startsWith('0') && first.length >= 10) return { value: first }
  return { reason: '電話番号として読めません' }
}

/** Seven digits; with the leading 0 that spreadsheets drop. */
export function readZipCode(cell: string): Read<string> {
  const digits = visibleCode(cell)
    .normalize('NFKC')
    .replace(/^〒|[\s\p{Pd}−ー]/gu, '')
  if (/^\d{7}$/.test(digits)) return { value: digits }
  if (/^\d{6}$/.test(digits)) return { value: `0${digits}`, isRestored: true }
  return { reason: '郵便番号として読めません' }
}

/** A number that identifies somebody, as text. */
export function readNumber(cell: string): Read<string> {
  if (isRounded(cell)) return { reason: '番号がExcelで丸められています（3.5E+11 など）' }
  const read = readText(visibleCode(cell).normalize('NFKC').replace(/\s/g, ''), 40)
  return 'value' in read && !/^[\w.-]+$/.test(read.value) ? { reason: '番号として読めません' } : read
}

const isRounded = (cell: string) => /^\d(\.\d+)?E\+\d+$/i.test(cell.normalize('NFKC'))

/** The provider's number of a row: an integer of the database. */
export function readId(cell: string): Read<number> {
  const read = readNumber(cell)
  if ('reason' in read) return read
  const number = Number(read.value)
  return Number.isInteger(number) && number > 0 && number < 2 ** 31
    ? { value: number }
    : { reason: '番号として読めません' }
}

/** An address of at most 254 characters, of half width. */
export function readEmail(cell: string): Read<string> {
  const email = addressOf(cell)
  if (email.length > 254) return tooLong(254)
  return /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>".]+$/.test(email)
    ? { value: email }
    : { reason: 'メールアドレスとして読めません' }
}

const genderWords: readonly [Gender, RegExp][] = [
  ['male', /^(男性?|m|male|1)$/i],
  ['female', /^(女性?|f|female|2)$/i],
  ['none', /^(未設定|不明|その他|無回答|回答しない|0|9)$/],
]

/** 男, 女性, M, 1 …: as words, and as the provider's 1 and 2. */
export function readGender(cell: string): Read<Gender> {
  const found = genderWords.find(([, words]) => words.test(cell.normalize('NFKC')))
  return found ? { value: found[0] } : { reason: '性別として読めません（男性・女性・未設定）' }
}

const consentWords: readonly ['given' | 'declined', RegExp][] = [
  [
    'given',
    /^([○◯〇●◎]|はい|有|有り|あり|可|可能|許可|同意|同意(する|します|した|済み?|あり)|希望|希望(する|します|あり)|承諾|承諾する|する|配信(する|可|希望)|受け取る|受信(する|可)|yes|y|on)$/i,
  ],
  [
    'declined',
    /^([×✕✖xX]|いいえ|否|不可|拒否|同意(しない|しません|なし)|不同意|希望(しない|しません|なし)|承諾しない|しない|配信(しない|不可|停止)|受け取らない|受信(しない|不可|拒否)|no|n|off)$/i,
  ],
]

/** ○ or ×, はい, 希望しない …: a yes or a no to mails. 1 and 0, 有効, an empty place: nobody knows what they mean. */
export function readConsent(cell: string): Read<'given' | 'declined'> {
  const found = consentWords.find(([, words]) => words.test(cell.normalize('NFKC').replace(/\s/g, '')))
  return found ? { value: found[0] } : { reason: '同意するかどうかとして読めません（「値の意味」で選べます）' }
}
