import { type ImportKind, importKinds } from './import.ts'
import { importColumns, templateOf, wordsOfColumns } from './import-columns.ts'
import { genders } from './member.ts'
import { roleLevels } from './staff.ts'
import { employmentTypes } from './staff-record.ts'

// What staff read before they choose files: in which order, what each is for, and what stands in its cells.

/** The order in which files are imported: of whom first, then what was agreed, then what they did and paid. */
export const importOrder = ['member', 'contract', 'ticket', 'visit', 'booking', 'sale', 'bill', 'staff'] as const

/** Which figures need a kind, as 「…に使います」. */
export const purposes: Readonly<Record<ImportKind, string>> = {
  member: 'すべてのファイルの前に取り込みます。ほかのファイルは会員番号で会員に結び付きます。',
  contract: '在籍・入会・退会・継続率に使います。退会した会員の契約も入れると、退会と退会率が分かります。',
  ticket: '会員ごとのチケットの残数に使います。',
  visit: '来館数・実働率・来館傾向・離脱リスクに使います。',
  booking: '予約の状況と無断キャンセル率に使います。',
  sale: '売上・客単価・1年LTVに使います。',
  bill: '回収率と未収金に使います。',
  staff: 'スタッフの登録と招待に使います。集計には使いません。',
}

/** What is not there while a kind is missing; `whose`: 「新宿店の」, or nothing where it is every shop. */
const missing: Partial<Record<ImportKind, (whose: string) => string>> = {
  member: () => '会員が登録されていないため、ほかのファイルを結び付けられません。',
  contract: (whose) => `${whose}契約がないため、在籍・入会・継続率は数えられません。`,
  visit: (whose) => `${whose}来館記録がないため、来館数・実働率・来館傾向は数えられません。`,
  sale: (whose) => `${whose}売上がないため、売上・客単価・1年LTVは計算できません。`,
  bill: (whose) => `${whose}会費の請求がないため、回収率と未収金は分かりません。`,
}

interface Here {
  kind: ImportKind
  rows: number | null
  without: readonly string[]
}

/** As 「新宿店・渋谷店ほか2店舗の」; nothing where it is every shop. */
function whoseOf(without: readonly string[], shops: number): string {
  if (without.length === 0 || without.length >= shops) return ''
  const more = without.length - 2
  return `${without.slice(0, 2).join('・')}${more > 0 ? `ほか${more}店舗` : ''}の`
}

/** What is missing for which figure, of one kind, as sentences. */
export function missingSentences({ kind, rows, without }: Here, shops: number, withoutLeavers: readonly string[]) {
  const sentences: string[] = []
  const isMissing = kind === 'member' ? rows === 0 : without.length > 0
  const sentence = isMissing && missing[kind]?.(whoseOf(without, shops))
  if (sentence) sentences.push(sentence)
  if (kind === 'contract' && withoutLeavers.length > 0) {
    sentences.push(
      `${whoseOf(withoutLeavers, shops)}退会した会員の契約が入っているか分からないため、退会・退会率・継続率は数えられません。`,
    )
  }
  return sentences
}

interface ColumnGuide {
  column: string
  label: string
  isNeeded: boolean
  example: string
  /** What a cell may say; absent: anything of the example's shape. */
  how?: string
}

const day = '2026/4/1'
const person = {
  ...{ name: '辻 一', lastName: '辻', firstName: '一', kana: 'ツジ ハジメ', lastNameKana: 'ツジ' },
  ...{ firstNameKana: 'ハジメ', email: 'tsuji@example.jp', tel: '090-1234-5678' },
}
const whose = { memberId: '9001', memberNo: '00010', shop: '新宿店' }

/** A cell of each column. */
const examples: { [Kind in ImportKind]: Readonly<Record<keyof (typeof importColumns)[Kind], string>> } = {
  member: {
    ...{ ...person, ...whose, externalId: '9001', representativeEmail: 'tsuji@example.jp', gender: '男性' },
    ...{ birthday: '1985/4/2', zipCode: '160-0022', prefecture: '東京都', address1: '新宿区新宿1-1' },
    ...{ address2: 'からだビル101', joinedOn: day, mailConsent: '同意する', mailConsentOn: day },
    mailConsentSource: '入会申込書',
  },
  contract: {
    ...{ ...whose, externalId: '501', planCode: 'P01', plan: 'レギュラー', monthlyFee: '8,800', contractedOn: day },
    ...{ startOn: day, endOn: '2026/9/30', cancelRequestedOn: '2026/9/5', cancelReason: '料金' },
    ...{ paymentMethod: '口座振替', planKind: '通常', leanBody: '○' },
  },
  ticket: {
    ...{ ...whose, externalId: '701', ticket: 'パーソナル10回', grantedAt: '2026/4/1 10:00', grantedNum: '10' },
    ...{ usedNum: '3', expiresOn: '2026/9/30', unitPrice: '5,500', source: '購入' },
  },
  visit: {
    ...{ ...whose, enteredAt: '2026/4/1 10:05', enteredTime: '10:05' },
    ...{ leftAt: '2026/4/1 11:30', leftTime: '11:30' },
  },
  booking: {
    ...{ ...whose, externalId: '801', program: 'ヨガ', room: 'スタジオA', startDay: day, startTime: '10:00' },
    ...{ endTime: '11:00', status: '出席', bookedAt: '2026/3/30 20:15' },
  },
  sale: {
    ...{ ...whose, externalId: '901', receiptNo: 'A0001', settledAt: '2026/4/1 10:30', settledTime: '10:30' },
    ...{ targetMonth: '2026/4', method: '現金', status: '支払済', product: 'プロテイン', category: '物販' },
    ...{ quantity: '1', net: '3,300', tax: '300', discount: '0' },
  },
  bill: {
    ...{ ...whose, targetMonth: '2026/4', dueOn: '2026/3/27', amount: '8,800', method: '口座振替', status: '支払済' },
    paidOn: '2026/3/27',
  },
  staff: {
    ...{ ...person, role: '店長', shops: '新宿店、渋谷店', mainShop: '新宿店', jobTitle: '店長' },
    ...{ employmentType: '正社員', joinedOn: day },
  },
}

/** Without these a row is refused. */
const needed: Readonly<Record<ImportKind, readonly string[]>> = {
  member: ['memberNo', 'lastName', 'gender', 'shop'],
  contract: ['memberNo', 'plan', 'startOn'],
  ticket: ['memberNo', 'ticket', 'grantedAt', 'grantedNum'],
  visit: ['memberNo', 'enteredAt'],
  booking: ['memberNo', 'startDay', 'startTime', 'status'],
  sale: ['externalId', 'settledAt', 'product', 'net'],
  bill: ['memberNo', 'targetMonth', 'amount', 'status'],
  staff: ['lastName', 'firstName', 'email', 'role'],
}

const words: Partial<Record<ImportKind, Readonly<Record<string, object>>>> = {
  member: { gender: genders },
  staff: { role: roleLevels, employmentType: employmentTypes },
}
const wordsOf = (kind: ImportKind, column: string): object | undefined =>
  words[kind]?.[column] ?? (wordsOfColumns[kind] as Record<string, object> | undefined)?.[column]

const hints: Readonly<Record<string, string>> = {
  memberNo: '会員ごとに違う番号',
  shop: '登録した店舗の名前',
  shops: '複数のときは「、」で区切る',
  plan: '登録がないプランは新しく登録',
  endOn: '終わりがない契約は空欄',
  net: '値引き後、税込みの金額',
  externalId: '1件ごとに違う番号',
}

/** The columns of a kind's template, each with an example and what may stand in it. */
export function columnGuides(kind: ImportKind): ColumnGuide[] {
  const labels: Readonly<Record<string, string>> = importColumns[kind]
  const inTemplate = new Set(templateOf(kind))
  return Object.entries(labels).flatMap(([column, label]) => {
    if (!inTemplate.delete(label)) return []
    const allowed = wordsOf(kind, column)
    const how = allowed ? Object.values(allowed).join('、') : hints[column]
    const example = (examples[kind] as Record<string, string>)[column] ?? ''
    return [{ column, label, isNeeded: needed[kind].includes(column), example, ...(how && { how }) }]
  })
}

const cell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/**
 * A kind's template as lines of CSV: what each column takes and an example stand above its heading, where an import
 * passes them over, so nothing has to be removed before rows are written below.
 */
export function templateLines(kind: ImportKind): string[] {
  const order = templateOf(kind)
  const guides = columnGuides(kind).sort((one, other) => order.indexOf(one.label) - order.indexOf(other.label))
  const line = (texts: readonly string[]) => texts.map(cell).join(',')
  return [
    line([`${importKinds[kind]}は見出しの下に1行ずつ入力してください。見出しより上の行は取り込みません。`]),
    line(guides.map(({ isNeeded, how }) => `${isNeeded ? '必須' : '任意'}${how ? `: ${how}` : ''}`)),
    line(guides.map(({ example }) => `例: ${example}`)),
    line(guides.map(({ label }) => label)),
  ]
}
