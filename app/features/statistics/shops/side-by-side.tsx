import type { ComparedShop, ShopComparison } from '#contract/report-shops.ts'
import { ShopName } from '~/auth/record-links'
import { InfoTip } from '~/components/report/info-tip'
import { cells, ScrollTable } from '~/components/report/scroll-table'
import { Button } from '~/components/ui/button'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { formatCount, formatPercent, formatYen } from '~/lib/format'
import { ChanceLink } from '../chance/chance-link'
import type { ShopsSearch } from './queries'
import { isChance, rankOf, rateKeys, rates } from './rates'
import { EarlyLink, ShareText } from './share-text'

/** Of fewer shops there is nothing to choose from. */
const fewShops = 8

interface SideBySideProps {
  comparison: ShopComparison
  shops: ComparedShop[]
  search: ShopsSearch
  onSearchChange: (next: ShopsSearch) => void
}

/** Two to eight shops in columns: each rate with its interval, and a rank only where they differ beyond chance. */
export function SideBySide({ comparison, shops, search, onSearchChange }: SideBySideProps) {
  const { period, similar, requestInfo } = comparison
  const own = search.like ? shops[0] : undefined
  const among = comparison.shops.length
  return (
    <Card>
      <CardHeader>
        <CardTitle>{own ? `${own.shopName}と似た店舗` : `${shops.length}店舗の比較`}</CardTitle>
        <Button
          variant="outline"
          className="print:hidden"
          onClick={() => onSearchChange({ ...search, like: undefined, shops: undefined })}
        >
          すべての店舗に戻る
        </Button>
      </CardHeader>
      <CardContent>
        {own && (
          <p className="mb-3 text-sm text-muted-foreground">
            {comparison.shops.length < fewShops
              ? `店舗が${fewShops}店舗未満のため、似た店舗を選ぶことはできません。ほかの店舗を近い順に並べています。`
              : '在籍の規模、会員の年代、プランの区分が近い順です。どの違いも、店舗どうしの普通の違いを1として足しています。'}
          </p>
        )}
        <ScrollTable caption="店舗の比較" className="max-h-none">
          <thead>
            <tr>
              <th scope="col" className={cells.corner}>
                項目
              </th>
              {shops.map((shop) => (
                <th key={shop.shopId} scope="col" className={cells.head}>
                  <span className="inline-block max-w-44 truncate">
                    <ShopName shop={{ id: shop.shopId, name: shop.shopName }} />
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="align-top">
            {own && (
              <tr>
                <th scope="row" className={cells.row}>
                  似ているところ
                </th>
                {shops.map(({ shopId }) => {
                  const alike = similar.find((one) => one.shopId === shopId)
                  return (
                    <td key={shopId} className={cells.value}>
                      {alike ? (
                        <span className="text-xs text-muted-foreground">
                          規模 {formatPercent(alike.size)}
                          <br />
                          年代 {formatPercent(alike.ages)}
                          <br />
                          プラン {formatPercent(alike.plans)}
                        </span>
                      ) : (
                        'この店舗'
                      )}
                    </td>
                  )
                })}
              </tr>
            )}
            <tr>
              <th scope="row" className={cells.row}>
                在籍
              </th>
              {shops.map(({ shopId, closing }) => (
                <td key={shopId} className={cells.value}>
                  {formatCount(closing)}
                  {closing !== null && '名'}
                </td>
              ))}
            </tr>
            {rateKeys.map((key) => {
              const { label, definition, of } = rates[key]
              const max = Math.max(0.01, ...shops.map((shop) => shop[key].high ?? 0))
              const isKnown = shops.filter((shop) => shop[key].rate !== null).length > 1
              return (
                <tr key={key}>
                  <th scope="row" className={cells.row}>
                    <span className="flex items-center gap-1">
                      {label}
                      <InfoTip label={label} text={definition} />
                    </span>
                    <span className="block text-xs text-muted-foreground">{of}</span>
                    {isKnown && shops.some((shop) => shop[key].low !== null) && isChance(shops, key, among) && (
                      <span className="block text-xs font-medium">
                        差は偶然の範囲です <ChanceLink />
                      </span>
                    )}
                  </th>
                  {shops.map((shop) => {
                    const rank = rankOf(shop, shops, key, among)
                    return (
                      <td key={shop.shopId} className={cells.value}>
                        <ShareText share={shop[key]} max={max} months={rates[key].isMonthly && requestInfo.months} />
                        {rank !== null && <p className="text-xs font-medium">{rank}位</p>}
                        {key === 'early' && period && (
                          <EarlyLink {...shop} share={shop.early} period={period} isMonth={requestInfo.months === 1} />
                        )}
                      </td>
                    )
                  })}
                </tr>
              )
            })}
            {shops.some(({ arpu }) => arpu !== undefined) && (
              <tr>
                <th scope="row" className={cells.row}>
                  <span className="flex items-center gap-1">
                    客単価
                    <InfoTip
                      label="客単価"
                      text="期間の売上（返金を引いた額・税込） ÷ 各月の平均稼働会員の合計。1か月あたりです。"
                    />
                  </span>
                </th>
                {shops.map(({ shopId, arpu }) => (
                  <td key={shopId} className={cells.value}>
                    {arpu == null ? '–' : formatYen(Math.round(arpu))}
                  </td>
                ))}
              </tr>
            )}
          </tbody>
        </ScrollTable>
      </CardContent>
    </Card>
  )
}
