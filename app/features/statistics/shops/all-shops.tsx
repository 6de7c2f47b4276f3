import { ChevronDown, ChevronsUpDown } from 'lucide-react'
import { useState } from 'react'
import type { ComparedShop, ShopComparison } from '#contract/report-shops.ts'
import { ShopName } from '~/auth/record-links'
import { InfoTip } from '~/components/report/info-tip'
import { cells, ScrollTable } from '~/components/report/scroll-table'
import { Button } from '~/components/ui/button'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { formatCount, formatYen } from '~/lib/format'
import { cn } from '~/lib/utils'
import { ChanceLink } from '../chance/chance-link'
import { mostShops, type ShopsSearch } from './queries'
import { type RateKey, rateKeys, rates } from './rates'
import { EarlyLink, ShareText } from './share-text'

interface AllShopsProps {
  comparison: ShopComparison
  search: ShopsSearch
  onSearchChange: (next: ShopsSearch) => void
}

type SortKey = 'closing' | 'arpu' | RateKey
const figureOf = (shop: ComparedShop, key: SortKey) =>
  key === 'closing' ? shop.closing : key === 'arpu' ? (shop.arpu ?? null) : shop[key].rate

/** Shops by one of their figures; those without it come last. */
function sorted(shops: readonly ComparedShop[], sort: string | undefined): readonly ComparedShop[] {
  if (!sort) return shops
  const key = sort.replace(/^-/, '') as SortKey
  const sign = sort.startsWith('-') ? -1 : 1
  return shops.toSorted((one, other) => {
    const [a, b] = [figureOf(one, key), figureOf(other, key)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return (a - b) * sign
  })
}

/** Every shop in scope by its rates; some are chosen to be put side by side. */
export function AllShops({ comparison: { shops, period, requestInfo }, search, onSearchChange }: AllShopsProps) {
  const [chosen, setChosen] = useState<readonly string[]>(search.shops?.split(',') ?? [])
  const hasMoney = shops.some(({ arpu }) => arpu !== undefined)
  const columns: [SortKey, string, string][] = [
    ['closing', '在籍', '期間の終わりの在籍。休会を含みます。'],
    ...rateKeys.map((key): [SortKey, string, string] => [key, rates[key].label, rates[key].definition]),
    ...(hasMoney
      ? [
          ['arpu', '客単価', '期間の売上（返金を引いた額・税込） ÷ 各月の平均稼働会員の合計。1か月あたりです。'] as [
            SortKey,
            string,
            string,
          ],
        ]
      : []),
  ]
  const max = Object.fromEntries(
    rateKeys.map((key) => [key, Math.max(0.01, ...shops.map((shop) => shop[key].high ?? 0))]),
  ) as Record<RateKey, number>
  const isSorted = (key: SortKey) => search.sort?.replace(/^-/, '') === key
  const sortBy = (key: SortKey) =>
    onSearchChange({ ...search, sort: !isSorted(key) ? `-${key}` : search.sort?.startsWith('-') ? key : undefined })
  const canCompare = chosen.length >= 2 && chosen.length <= mostShops

  return (
    <Card>
      <CardHeader>
        <CardTitle>すべての店舗</CardTitle>
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
      </CardHeader>
      <CardContent>
        <ScrollTable caption="店舗ごとの率" className="max-h-[min(48rem,80dvh)]" isDense>
          <thead>
            <tr>
              <th scope="col" className={cells.corner}>
                店舗
              </th>
              {columns.map(([key, label, definition]) => (
                <th
                  key={key}
                  scope="col"
                  aria-label={label}
                  aria-sort={isSorted(key) ? (search.sort?.startsWith('-') ? 'descending' : 'ascending') : 'none'}
                  className={cells.head}
                >
                  <span className="flex items-center justify-end">
                    <InfoTip label={label} text={definition} />
                    <button
                      type="button"
                      onClick={() => sortBy(key)}
                      className="inline-flex h-7 flex-row-reverse items-center gap-0.5 rounded-sm font-medium hover:bg-card"
                    >
                      {label}
                      {isSorted(key) ? (
                        <ChevronDown
                          aria-hidden
                          className={cn('size-3.5 text-primary', !search.sort?.startsWith('-') && 'rotate-180')}
                        />
                      ) : (
                        <ChevronsUpDown aria-hidden className="size-3.5 text-muted-foreground print:hidden" />
                      )}
                    </button>
                  </span>
                </th>
              ))}
              <th scope="col" className={cn(cells.head, 'print:hidden')}>
                似た店舗
              </th>
            </tr>
          </thead>
          <tbody>
            {sorted(shops, search.sort).map((shop) => (
              <tr key={shop.shopId} className="align-top hover:bg-muted">
                <th scope="row" className={cells.row}>
                  <span className="flex items-center gap-2">
                    <span className="print:hidden">
                      <input
                        type="checkbox"
                        aria-label={`${shop.shopName}を選択`}
                        checked={chosen.includes(shop.shopId)}
                        onChange={({ target }) =>
                          setChosen(
                            target.checked
                              ? [...chosen, shop.shopId].slice(0, mostShops)
                              : chosen.filter((id) => id !== shop.shopId),
                          )
                        }
                        className="size-4 accent-primary"
                      />
                    </span>
                    <span className="max-w-40 truncate sm:max-w-60">
                      <ShopName shop={{ id: shop.shopId, name: shop.shopName }} />
                    </span>
                  </span>
                </th>
                <td className={cells.value}>{formatCount(shop.closing)}</td>
                {rateKeys.map((key) => (
                  <td key={key} className={cells.value}>
                    <ShareText share={shop[key]} max={max[key]} months={rates[key].isMonthly && requestInfo.months} />
                    {key === 'early' && period && (
                      <EarlyLink {...shop} share={shop.early} period={period} isMonth={requestInfo.months === 1} />
                    )}
                  </td>
                ))}
                {hasMoney && (
                  <td className={cells.value}>{shop.arpu == null ? '–' : formatYen(Math.round(shop.arpu))}</td>
                )}
                <td className={cn(cells.value, 'print:hidden')}>
                  <Button
                    variant="outline"
                    aria-label={`${shop.shopName}を似た店舗と比べる`}
                    onClick={() => onSearchChange({ ...search, like: shop.shopId, shops: undefined })}
                  >
                    比べる
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </ScrollTable>
      </CardContent>
    </Card>
  )
}
