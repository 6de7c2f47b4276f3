import { isBeyondChance, pairsAmong, type Ranged } from '#contract/chance.ts'
import type { ComparedShop, Share } from '#contract/report-shops.ts'
import { formatPercent } from '~/lib/format'

export type RateKey = 'churn' | 'admission' | 'early' | 'trial' | 'visit'

interface Rate {
  label: string
  better: 'more' | 'less'
  definition: string
  /** What the rate counts of: のべ在籍 of months, people. */
  of: string
  /** Whether it counts the same people in each of the months. */
  isMonthly?: true
}

const interval =
  '幅は、同じ実力の店舗でも偶然に出る範囲（95%）です。同じ会員の12か月は1名分として計算し、人数が少ないほど広くなります。20名未満は参考値です。順位は、選べる店舗の数が多いほど偶然に差が出ることも考え、それを超える差のあるときだけ付けます。終わっていない月の率に幅はありません（早期退会率を除きます）。'

/** The rates that are compared, in the order of the screen. */
export const rates: Record<RateKey, Rate> = {
  churn: {
    label: '退会率',
    better: 'less',
    of: '月初の在籍（のべ）',
    isMonthly: true,
    definition: `期間の退会 ÷ 各月の期首在籍の合計（1か月あたり）。休会も在籍に数えます。hacomonoの退会率は退会手続き日で数えるため、月によって異なります。${interval}`,
  },
  admission: {
    label: '入会率',
    better: 'more',
    of: '月初の在籍（のべ）',
    isMonthly: true,
    definition: `期間の入会 ÷ 各月の期首在籍の合計（1か月あたり）。入会は利用開始日ではなく契約の初日で数え、プラン変更と店舗の移籍は含みません。${interval}`,
  },
  early: {
    label: '早期退会率',
    better: 'less',
    of: '入会（3か月前まで）',
    definition: `期間の3か月前に入会した会員（入会と退会のデータがある日の入会だけ）のうち、入会日から3か月のうちに退会した割合（1 − 3か月継続率）。入会日は契約の初日で、申込日や利用開始日ではありません。${interval}`,
  },
  trial: {
    label: '体験入会率',
    better: 'more',
    of: '体験',
    definition: `体験した人のうち、30日以内に入会した割合。${interval}`,
  },
  visit: {
    label: '実働率',
    better: 'more',
    of: '稼働会員（のべ）',
    isMonthly: true,
    definition: `来館した会員 ÷ 稼働会員（各月の合計）。${interval}`,
  },
}

export const arpuDefinition = '期間の売上（返金を引いた額・税込） ÷ 各月の平均稼働会員の合計。1か月あたりです。'

export const rateKeys = Object.keys(rates) as RateKey[]

/** Fewer people than this are 参考値. */
export const fewPeople = 20

/** A rate that counts people in each of the months has so many in a month. */
export const isOfFew = ({ of }: Share, months = 1) => of !== null && of / months < fewPeople

const rangedOf = ({ rate, low, high }: Share): Ranged => ({ value: rate, low, high })

/** Whether no two of these shops differ beyond chance, among so many that one may choose from. */
export const isChance = (shops: readonly ComparedShop[], key: RateKey, among: number): boolean =>
  shops.every((one) =>
    shops.every((other) => !isBeyondChance(rangedOf(one[key]), rangedOf(other[key]), pairsAmong(among))),
  )

/**
 * How many of the shops are better beyond chance, plus one; null where no two differ, or the rate is not known. Shops
 * that are alike share a rank.
 */
export function rankOf(shop: ComparedShop, shops: readonly ComparedShop[], key: RateKey, among: number): number | null {
  const own = shop[key]
  if (own.rate === null || isChance(shops, key, among)) return null
  const isBetter = (other: Share) =>
    other.rate !== null &&
    isBeyondChance(rangedOf(own), rangedOf(other), pairsAmong(among)) &&
    (rates[key].better === 'more' ? other.rate > (own.rate ?? 0) : other.rate < (own.rate ?? 0))
  return 1 + shops.filter((other) => isBetter(other[key])).length
}

/**
 * What two shops differ in, and in which rates they do not beyond chance, in sentences, the first the verdict. `among`: of
 * how many shops these two could be chosen.
 */
export function verdictOfTwo(one: ComparedShop, other: ComparedShop, among: number): string[] {
  const hasRange = (key: RateKey) => [one, other].every((shop) => shop[key].low !== null)
  const judged = rateKeys.filter(hasRange)
  const labelsOf = (keys: readonly RateKey[]) => keys.map((key) => rates[key].label).join('、')
  const isAlike = (key: RateKey) => isChance([one, other], key, among)
  const unknown = rateKeys.filter((key) => !hasRange(key))
  const differences = judged
    .filter((key) => !isAlike(key))
    .map((key) => {
      const isOneBetter = rankOf(one, [one, other], key, among) === 1
      const [better, worse] = isOneBetter ? [one, other] : [other, one]
      const named = (shop: ComparedShop) => `${shop.shopName}（${formatPercent(shop[key].rate)}）`
      return `${rates[key].label}は、${named(better)}が${named(worse)}より、偶然の差を超えて良い状態です。`
    })
  const alike = judged.filter(isAlike)
  const isAllAlike = alike.length > 0 && differences.length === 0
  return [
    ...differences,
    ...(alike.length > 0 ? [`${labelsOf(alike)}の差は、${isAllAlike ? 'どれも' : ''}偶然の範囲です。`] : []),
    ...(unknown.length > 0
      ? [`${labelsOf(unknown)}は、終わっていない月か、データがそろっていないため、差を判断していません。`]
      : []),
  ]
}
