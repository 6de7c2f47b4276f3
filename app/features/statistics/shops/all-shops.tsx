import { useState } from 'react'
import type { ComparedShop, ShopComparison } from '#contract/report-shops.ts'
import { ShopName } from '~/auth/record-links'
import { type FigureSort, nextSort, sortedRows } from '~/components/report/figure-sort'
import { FigureTable } from '~/components/report/figure-table'
import { Panel } from '~/components/report/panel'
import { Button } from '~/components/ui/button'
import { formatCount, formatYen } from '~/lib/format'
import { ChanceLink } from '../chance/chance-link'
import type { ScreenProps } from '../period'
import { mostShops, type ShopsSearch } from './queries'
import { arpuDefinition, type RateKey, rateKeys, rates } from './rates'
import { EarlyLink, ShareText } from './share-text'

interface AllShopsProps extends ScreenProps<ShopsSearch> {
  comparison: ShopComparison
}

/** A shop's figure of a column; null for an address that names another column. */
function figureOf(shop: ComparedShop, key: string) {
  if (key === 'closing' || key === 'arpu') return shop[key]
  return Object.hasOwn(rates, key) ? shop[key as RateKey].rate : null
}

/** The sort of a URL: `-churn` has the largest first. */
const sortOf = (text: string | undefined): FigureSort | undefined =>
  text ? { id: text.replace(/^-/, ''), direction: text.startsWith('-') ? 'descending' : 'ascending' } : undefined

function sortInUrl(sort: FigureSort | undefined) {
  if (!sort) return undefined
  return sort.direction === 'descending' ? `-${sort.id}` : sort.id
}

/** Every shop in scope by its rates; some are chosen to be put side by side. */
export function AllShops({ comparison: { shops, period, requestInfo }, search, onSearchChange }: AllShopsProps) {
  const [chosen, setChosen] = useState<readonly string[]>(search.shops?.split(',') ?? [])
  const max = Object.fromEntries(
    rateKeys.map((key) => [key, Math.max(0.01, ...shops.map((shop) => shop[key].high ?? 0))]),
  ) as Record<RateKey, number>
  const sort = sortOf(search.sort)
  const sorted = sort ? sortedRows(shops, (shop) => figureOf(shop, sort.id), sort.direction) : shops
  const canCompare = chosen.length >= 2 && chosen.length <= mostShops

  return (
    <Panel
      title="すべての店舗"
      aside={
        <div className="flex flex-wrap items-center gap-3 print:hidden">
          <p className="text-xs text-muted-foreground" aria-live="polite">
            {chosen.length === 0 ? `2〜${mostShops}店舗を選ぶと、並べて比べられます。` : `${chosen.length}店舗を選択中`}
          </p>
          <span className="text-xs">
            <ChanceLink />
          </span>
          <Button
            aria-disabled={!canCompare || undefined}
            onClick={() => canCompare && onSearchChange({ ...search, shops: chosen.join(','), like: undefined })}
          >
            並べて比べる
          </Button>
        </div>
      }
    >
      <FigureTable
        caption="店舗ごとの率"
        className="max-h-[min(48rem,80dvh)]"
        rowClass="align-top hover:bg-muted"
        isDense
        head="店舗"
        rows={sorted}
        keyOf={({ shopId }) => shopId}
        nameOf={({ shopId, shopName }) => (
          <span className="flex items-center gap-2">
            <span className="print:hidden">
              <input
                type="checkbox"
                aria-label={`${shopName}を選択`}
                checked={chosen.includes(shopId)}
                onChange={({ target }) =>
                  setChosen(
                    target.checked ? [...chosen, shopId].slice(0, mostShops) : chosen.filter((id) => id !== shopId),
                  )
                }
                className="size-4 accent-primary"
              />
            </span>
            <span className="max-w-40 truncate sm:max-w-60">
              <ShopName shop={{ id: shopId, name: shopName }} />
            </span>
          </span>
        )}
        columns={[
          {
            sortId: 'closing',
            label: '在籍',
            formula: '期間の終わりの在籍。休会を含みます。',
            value: ({ closing }) => formatCount(closing),
          },
          ...rateKeys.map((key) => ({
            sortId: key,
            label: rates[key].label,
            formula: rates[key].definition,
            value: (shop: ComparedShop) => (
              <>
                <ShareText share={shop[key]} max={max[key]} months={rates[key].isMonthly && requestInfo.months} />
                {key === 'early' && period && (
                  <EarlyLink {...shop} share={shop.early} period={period} isMonth={requestInfo.months === 1} />
                )}
              </>
            ),
          })),
          shops.some(({ arpu }) => arpu !== undefined) && {
            sortId: 'arpu',
            label: '客単価',
            formula: arpuDefinition,
            value: ({ arpu }) => formatYen(arpu),
          },
          {
            label: '似た店舗',
            isScreenOnly: true,
            value: ({ shopId, shopName }) => (
              <Button
                variant="outline"
                aria-label={`${shopName}を似た店舗と比べる`}
                onClick={() => onSearchChange({ ...search, like: shopId, shops: undefined })}
              >
                比べる
              </Button>
            ),
          },
        ]}
        sort={{ shown: sort, onSort: (id) => onSearchChange({ ...search, sort: sortInUrl(nextSort(id, sort)) }) }}
      />
    </Panel>
  )
}
