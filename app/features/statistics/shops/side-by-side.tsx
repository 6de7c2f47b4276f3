import type { ReactNode } from 'react'
import type { ComparedShop, ShopComparison } from '#contract/report-shops.ts'
import { ShopName } from '~/auth/record-links'
import { FigureTable } from '~/components/report/figure-table'
import { InfoTip } from '~/components/report/info-tip'
import { Panel } from '~/components/report/panel'
import { Button } from '~/components/ui/button'
import { formatCount, formatPercent, formatYen, none } from '~/lib/format'
import { ChanceLink } from '../chance/chance-link'
import type { ScreenProps } from '../period'
import type { ShopsSearch } from './queries'
import { arpuDefinition, isChance, rankOf, rateKeys, rates, verdictOfTwo } from './rates'
import { EarlyLink, ShareText } from './share-text'

/** Of fewer shops there is nothing to choose from. */
const fewShops = 8

interface SideBySideProps extends ScreenProps<ShopsSearch> {
  comparison: ShopComparison
  shops: ComparedShop[]
}

/** Two to eight shops in columns: each rate with its interval, and a rank only where they differ beyond chance. */
export function SideBySide({ comparison, shops, search, onSearchChange }: SideBySideProps) {
  const { period, similar, requestInfo } = comparison
  const own = search.like ? shops[0] : undefined
  const among = comparison.shops.length
  const [one, other] = shops
  const rows: Row[] = [
    ...(own
      ? [
          {
            label: '似ているところ',
            of: ({ shopId }: ComparedShop) => <Alike alike={similar.find((one) => one.shopId === shopId)} />,
          },
        ]
      : []),
    { label: '在籍', of: ({ closing }) => (closing === null ? none : `${formatCount(closing)}名`) },
    ...rateKeys.map((key): Row => {
      const { label, definition, of, isMonthly } = rates[key]
      const max = Math.max(0.01, ...shops.map((shop) => shop[key].high ?? 0))
      const isKnown = shops.filter((shop) => shop[key].rate !== null).length > 1
      return {
        label,
        definition,
        note: of,
        isChance: isKnown && shops.some((shop) => shop[key].low !== null) && isChance(shops, key, among),
        of: (shop) => {
          const rank = rankOf(shop, shops, key, among)
          return (
            <>
              <ShareText share={shop[key]} max={max} months={isMonthly && requestInfo.months} />
              {rank !== null && <p className="text-xs font-medium">{rank}位</p>}
              {key === 'early' && period && (
                <EarlyLink {...shop} share={shop.early} period={period} isMonth={requestInfo.months === 1} />
              )}
            </>
          )
        },
      }
    }),
    ...(shops.some(({ arpu }) => arpu !== undefined)
      ? [{ label: '客単価', definition: arpuDefinition, of: ({ arpu }: ComparedShop) => formatYen(arpu) }]
      : []),
  ]
  return (
    <Panel
      title={own ? `${own.shopName}と似た店舗` : `${shops.length}店舗の比較`}
      aside={
        among > 2 && (
          <Button
            variant="outline"
            className="print:hidden"
            onClick={() => onSearchChange({ ...search, like: undefined, shops: undefined })}
          >
            すべての店舗に戻る
          </Button>
        )
      }
    >
      {one && other && shops.length === 2 && <Verdict sentences={verdictOfTwo(one, other, among)} />}
      {own && among > 2 && (
        <p className="mb-3 text-sm text-muted-foreground">
          {comparison.shops.length < fewShops
            ? `店舗が${fewShops}店舗未満のため、似た店舗を選ぶことはできません。ほかの店舗を近い順に並べています。`
            : '在籍の規模、会員の年代、プランの区分が近い順です。どの違いも、店舗どうしの普通の違いを1として足しています。'}
        </p>
      )}
      <FigureTable
        caption="店舗の比較"
        className="max-h-none"
        rowClass="align-top"
        head="項目"
        rows={rows}
        keyOf={({ label }) => label}
        nameOf={(row) => <RowName {...row} />}
        columns={shops.map((shop) => ({
          label: shop.shopName,
          head: (
            <span className="inline-block max-w-44 truncate">
              <ShopName shop={{ id: shop.shopId, name: shop.shopName }} />
            </span>
          ),
          value: (row: Row) => row.of(shop),
        }))}
      />
    </Panel>
  )
}

/** The first sentence decides; the others say what it leaves out. */
const Verdict = ({ sentences: [first, ...others] }: { sentences: readonly string[] }) => (
  <div className="mb-4 space-y-1 border-l-4 border-primary pl-3">
    <p className="font-semibold">{first}</p>
    {others.map((sentence) => (
      <p key={sentence} className="text-sm">
        {sentence}
      </p>
    ))}
  </div>
)

interface Row {
  label: string
  definition?: string
  /** What its rate counts of. */
  note?: string
  /** The shops do not differ beyond chance. */
  isChance?: boolean
  of: (shop: ComparedShop) => ReactNode
}

const RowName = ({ label, definition, note, isChance }: Row) => (
  <>
    <span className="flex items-center gap-1">
      {label}
      {definition && <InfoTip label={label} text={definition} />}
    </span>
    {note && <span className="block text-xs text-muted-foreground">{note}</span>}
    {isChance && (
      <span className="block text-xs font-medium">
        差は偶然の範囲です <ChanceLink />
      </span>
    )}
  </>
)

/** How much another shop is like the first one. */
const Alike = ({ alike }: { alike: ShopComparison['similar'][number] | undefined }) =>
  alike ? (
    <span className="text-xs text-muted-foreground">
      規模 {formatPercent(alike.size)}
      <br />
      年代 {formatPercent(alike.ages)}
      <br />
      プラン {formatPercent(alike.plans)}
    </span>
  ) : (
    'この店舗'
  )
