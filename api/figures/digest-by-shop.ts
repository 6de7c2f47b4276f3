import type { DigestByShop } from '#contract/digest.ts'
import type { Db } from '../db/client.ts'
import { beyondChance, findingOf } from './digest.ts'
import { factsOf, figuresOf, firstJudging, type Judged, judgeShops, type Page, readShops } from './judged-shops.ts'
import { readReachOfEach } from './reach.ts'
import type { ReportScope } from './report-scope.ts'
import { readWithdrawalsAhead } from './withdrawals-ahead.ts'

/** How many shops are shown with their sentences. */
const mostShops = 10

type ByShop = Pick<DigestByShop, 'together' | 'shops' | 'others' | 'usual' | 'unjudged'>

/**
 * 今夜の一枚: the judgements of the page by shop, the farthest from what was expected first. Each with its sentence of
 * 月曜の一枚 and what is coming; how many are as usual, and which figures of which shops could not be judged.
 */
export async function readDigestByShop(db: Db, scope: ReportScope, page: Page): Promise<ByShop> {
  const judged = await judgeShops(db, scope, page)
  const found = beyondChance(judged, page)
  const together = found.find(({ shop }) => shop === null)
  const byShop = [
    ...Map.groupBy(
      found.filter(({ shop }) => shop !== null),
      ({ shop }) => shop?.id ?? '',
    ),
  ]
  const shown = byShop.slice(0, mostShops)
  const ahead = await readWithdrawalsAhead(
    db,
    scope,
    shown.map(([id]) => id),
  )
  const shops: ByShop['shops'] = []
  for (const [shopId, [first, ...others]] of shown) {
    if (!first) continue
    shops.push({
      ...(await findingOf(db, scope, first, page)),
      ...{ shopId, shopName: first.shop?.name ?? '', side: first.judgement.side },
      also: others.map(({ figure }) => figure),
      ahead: ahead.get(shopId) ?? null,
    })
  }
  const unjudged = await readUnjudged(db, scope, page, judged)
  const judgedShops = new Set(judged.flatMap(({ shop }) => shop?.id ?? []))
  return {
    together: together ? await findingOf(db, scope, together, page) : null,
    shops,
    others: byShop.length - shown.length,
    usual: judgedShops.size - byShop.length,
    unjudged,
  }
}

/** The figures of shops without a judgement: of less than half a year, or not known. */
async function readUnjudged(db: Db, scope: ReportScope, page: Page, judged: readonly Judged[]) {
  const isKnown = new Set(judged.map(({ shop, figure }) => `${shop?.id} ${figure}`))
  const reachOf = await readReachOfEach(db, page.money, scope)
  const halfYearBefore = firstJudging(page)
  return (await readShops(db, scope.shopIds)).flatMap(({ id, name, openedOn }) => {
    const figures = figuresOf(page).filter((figure) => !isKnown.has(`${id} ${figure}`))
    if (figures.length === 0) return []
    const isYoung = figures.every((figure) => {
      const begun = factsOf[figure].map((kind) => reachOf(id)[kind]?.from)
      return begun.every((day) => day !== undefined) && [openedOn, ...begun].some((day) => day > halfYearBefore)
    })
    return [{ shopId: id, shopName: name, figures, isYoung }]
  })
}
