import type { DigestByShop, ShopFinding, WithdrawalsAhead } from '#contract/digest.ts'
import { type DigestFigure, digestFigureName } from '#contract/words/digest.ts'
import { formatCount } from '~/lib/format'

type Counted = Pick<DigestByShop, 'shops' | 'others' | 'usual' | 'together' | 'unjudged'>

const namesOf = (figures: readonly DigestFigure[]) =>
  figures.map((figure) => digestFigureName(figure, 'week')).join('・')

/** What is said first: how many shops are not as usual. */
export function verdictOf({ shops, others, usual, together, unjudged }: Counted): string {
  const beyond = shops.length + others
  const judged = beyond + usual
  if (judged === 0) return unjudged.length > 0 ? 'まだ判断できません' : '担当店舗がありません'
  if (beyond > 0) {
    if (judged === 1) return 'いつもと違う数値があります'
    const which =
      usual === 0 ? `${formatCount(judged)}店舗とも` : `${formatCount(judged)}店舗のうち${formatCount(beyond)}店舗が`
    return `${which}、いつもと違います`
  }
  if (together) return '店舗を合わせると、いつもと違う数値があります'
  return judged === 1 ? 'いつもどおりです' : `${formatCount(judged)}店舗とも、いつもどおりです`
}

/** What is said last, of those that are not listed; empty where the verdict says it. */
export function restOf({ shops, others, usual, together }: Counted): string {
  if (shops.length === 0 && !together) return ''
  const further = others > 0 ? `ほかの${formatCount(others)}店舗も、いつもと違います。` : ''
  if (usual === 0) return further
  return `${further}${shops.length > 0 ? '他の' : ''}${formatCount(usual)}店舗はいつもどおりです。`
}

/** Shops named in a sentence. */
const mostNamed = 3

/** 「新宿店の入会・退会は、データが半年に満たないため判断していません。」 for each kind of shops that miss the same. */
export function unjudgedInWords(unjudged: DigestByShop['unjudged']): string[] {
  const alike = Map.groupBy(unjudged, ({ figures, isYoung }) => `${figures} ${isYoung}`)
  return [...alike.values()].flatMap((shops) => {
    const [first] = shops
    if (!first) return []
    const named = shops.slice(0, mostNamed).map(({ shopName }) => shopName)
    const more = shops.length > mostNamed ? `ほか${formatCount(shops.length - mostNamed)}店舗` : ''
    const why = first.isYoung ? 'データが半年に満たない' : 'データがそろっていない'
    return [`${named.join('、')}${more}の${namesOf(first.figures)}は、${why}ため判断していません。`]
  })
}

/** 「11月の退会は、届出があと18名、着地見込は23名です。」; empty where nothing is coming. */
export function aheadInWords(ahead: WithdrawalsAhead | null): string {
  if (ahead === null) return ''
  const month = `${Number(ahead.month.slice(5, 7))}月`
  const { known, landing } = ahead
  if (known === 0) return landing ? `${month}の退会の着地見込は${formatCount(landing)}名です。` : ''
  const landed = landing === null ? '' : `、着地見込は${formatCount(landing)}名`
  return `${month}の退会は、届出があと${formatCount(known)}名${landed}です。`
}

/** 「ほかに来館・会費以外の売上もいつもと違います。」; empty where nothing else is. */
export const alsoInWords = ({ also }: Pick<ShopFinding, 'also'>): string =>
  also.length > 0 ? `ほかに${namesOf(also)}もいつもと違います。` : ''

/** Whether the change is a bad one: more 退会, or less of anything else. */
export const isBad = ({ figure, side }: Pick<ShopFinding, 'figure' | 'side'>): boolean =>
  side === (figure === 'withdrawals' ? 'above' : 'below')
