import { type WhyDimension, type WhyFigure, whyOfMoney } from './why.ts'

/** A part of a change as a sentence needs it: what one group contributes. */
export interface WhyPart {
  label: string
  before: { people: number; value: number }
  after: { people: number; value: number }
  mix: number
  rate: number
  total: number
}

const grouped = (value: number, decimals = 0) => value.toFixed(decimals).replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',')
const signed = (value: number, decimals: number, unit: string) =>
  `${value < 0 ? '▲' : '+'}${grouped(Math.abs(value), decimals)}${unit}`

const units: Record<WhyFigure, string> = {
  closing: '名',
  admissions: '名',
  withdrawals: '名',
  netGrowth: '名',
  churnRate: 'pt',
  visits: '回',
  sales: '円',
  otherSales: '円',
  fees: '円',
}

/** What a group has of a figure in a sentence, and its value a person; null for a count, which has none. */
const words: Record<WhyFigure, { noun: string; rate: string | null }> = {
  closing: { noun: '在籍', rate: null },
  admissions: { noun: '入会', rate: '在籍に対する入会の割合' },
  withdrawals: { noun: '退会', rate: '退会率' },
  netGrowth: { noun: '純増減', rate: null },
  churnRate: { noun: '退会率', rate: '退会率' },
  visits: { noun: '来館数', rate: '1名あたりの来館数' },
  sales: { noun: '売上', rate: '1名あたりの売上' },
  otherSales: { noun: '会費以外の売上', rate: '1名あたりの会費以外の売上' },
  fees: { noun: '会費', rate: '1名あたりの会費' },
}

/** A change with its sign and unit: `+12名`, `▲1,200円`, `+0.3pt`; a rate is 0–1. `±0名` where it rounds to nothing. */
export function changeText(figure: WhyFigure, change: number): string {
  const [value, decimals] = figure === 'churnRate' ? [change * 100, 1] : [change, 0]
  return Number(value.toFixed(decimals)) === 0
    ? `±${grouped(0, decimals)}${units[figure]}`
    : signed(value, decimals, units[figure])
}

/** A figure or a group's value with its unit: `1,234名`, `2.1%`, `–` where it is not known. */
export function valueText(figure: WhyFigure, value: number | null): string {
  if (value === null) return '–'
  if (figure === 'churnRate') return `${(value * 100).toFixed(1)}%`
  return `${value < 0 ? '▲' : ''}${grouped(Math.abs(value))}${units[figure]}`
}

/** A group's value a person: a rate of leaving or joining as 2.1%, visits as 5.2回, money as 8,000円. */
function rateText(figure: WhyFigure, rate: number): string {
  if (figure === 'visits') return `${grouped(rate, 1)}回`
  if (whyOfMoney.includes(figure)) return `${rate < 0 ? '▲' : ''}${grouped(Math.abs(Math.round(rate)))}円`
  return `${(rate * 100).toFixed(1)}%`
}

const isNothing = (figure: WhyFigure, change: number) => changeText(figure, change).startsWith('±')

/** The group before a particle: 「30代」, 「在籍3か月未満」, 「経路が紹介」. */
function groupName(dimension: WhyDimension, label: string): string {
  if (dimension === 'tenure' && /^\d/.test(label)) return `在籍${label}`
  return dimension === 'joinRoute' ? `入会経路「${label}」` : label
}

/**
 * What a part of a change says, in 敬体: 「月会費プランAの退会が12名増えました（退会率が2.1%から3.4%に上がったため+10名、会員が
 * 増えたため+2名）。」 Null for a part that is nothing. Without brackets where a cause cannot be told from the other.
 */
export function whySentence(figure: WhyFigure, dimension: WhyDimension, part: WhyPart): string | null {
  if (isNothing(figure, part.total)) return null
  const name = groupName(dimension, part.label)
  const amount = changeText(figure, Math.abs(part.total)).slice(1)
  const isMore = part.total > 0
  if (dimension === 'movement') return `${part.label}で在籍が${amount}${isMore ? '増えました' : '減りました'}。`
  const causes = causesOf(figure, part)
  const because = causes.length > 0 ? `（${causes.join('、')}）` : ''
  if (figure === 'churnRate')
    return `${name}は全体の退会率を${amount}${isMore ? '上げました' : '下げました'}${because}。`
  if (figure === 'netGrowth') return `${name}の純増減は${amount}${isMore ? '多くなりました' : '少なくなりました'}。`
  return `${name}の${words[figure].noun}が${amount}${isMore ? '増えました' : '減りました'}${because}。`
}

function causesOf(figure: WhyFigure, { before, after, mix, rate }: WhyPart): string[] {
  const { rate: rateName } = words[figure]
  if (rateName === null || before.people === 0 || after.people === 0) return []
  const [was, is] = [before.value / before.people, after.value / after.people]
  const people = figure === 'churnRate' ? mix : after.people - before.people
  // Whole numbers may give a rounded part the other sign: then neither is told.
  const isTold = (part: number, cause: number) => isNothing(figure, part) || Math.sign(part) === Math.sign(cause)
  if (!isTold(rate, is - was) || !isTold(mix, people)) return []
  const [from, to] = [rateText(figure, was), rateText(figure, is)]
  const moved = from === to ? `${rateName}がわずかに` : `${rateName}が${from}から${to}に`
  const share =
    figure === 'churnRate' ? '会員に占める割合が変わったため' : `会員が${people > 0 ? '増えた' : '減った'}ため`
  return [
    { part: rate, text: `${moved}${is > was ? '上がったため' : '下がったため'}` },
    { part: mix, text: share },
  ]
    .filter(({ part }) => !isNothing(figure, part))
    .map(({ part, text }) => text + changeText(figure, part))
}
