import { Link } from '@tanstack/react-router'
import type { Campaigns } from '#contract/campaigns.ts'
import { UnknownDays } from '~/frame/report/unknown-days'
import { exportCampaigns } from '~/functions/shop-cost'
import { formatCount, formatDecimal, formatPercent, formatRange, none } from '~/lib/format'
import { useSelectedShop } from '~/shop/selected-shop'
import { FigureCards, type ShownFigure } from '../figure-cards'
import { type ReportSearch, reportSearch, type ScreenProps } from '../period'
import { StatisticsScreen } from '../statistics-screen'
import { campaignsVerdict } from '../verdicts'
import { AdmissionsChart, CampaignTable, paybackText, RouteTable, wholeYen } from './panels'
import { campaignsQuery, requestedCampaigns } from './queries'

/** Which campaigns brought more members than chance does, and what they cost. */
export function CampaignsScreen({ search, onSearchChange }: ScreenProps<ReportSearch>) {
  const { shops } = useSelectedShop(search.shop)
  return (
    <StatisticsScreen
      report="campaigns"
      {...{ search, onSearchChange }}
      read={reportSearch}
      query={(next) => campaignsQuery(requestedCampaigns(next, shops))}
      save={() => exportCampaigns({ data: requestedCampaigns(search, shops) })}
      verdict={campaignsVerdict}
      daysOf={({ period }) => period}
      length={12}
      isOfClosed
      whyEmpty={({ period }) => period === null && '入会のデータがない期間です。'}
    >
      {(stats) => (
        <>
          <UnknownDays reach={stats.reach} period={stats.period} kinds={['contracts', 'leavers', 'sales']} />
          <FigureCards figures={cardsOf(stats)} />
          <AdmissionsChart stats={stats} />
          <CampaignTable stats={stats} />
          <RouteTable stats={stats} />
          <p className="text-sm print:hidden">
            <Link
              to="/statistics/costs"
              search={{ shop: search.shop, month: search.month }}
              className="text-primary underline underline-offset-4"
            >
              費用と広告費の内訳を入力する
            </Link>
          </p>
        </>
      )}
    </StatisticsScreen>
  )
}

function cardsOf(stats: Campaigns): ShownFigure[] {
  const { ads, ltv, returnOnCost } = stats
  return [
    {
      label: '獲得コスト',
      definition: '広告費 ÷ 入会。すべての店舗が広告費を入力した月だけを数えます。1名の入会にかかった広告費です。',
      text: wholeYen(stats.acquisition),
      lines: [
        ads
          ? { label: '対象', text: `${ads.months}か月・入会${formatCount(ads.joined)}名` }
          : { label: '広告費', text: '未入力があります' },
      ],
    },
    {
      label: 'LTV ÷ 獲得コスト',
      definition:
        '予測LTV × 粗利率 ÷ 獲得コスト。粗利率は、広告費を除く費用を売上から引いた残りの割合です。4つの費用が入力されるまで表示しません。範囲は、退会した人数と入会した人数が偶然ばらつく分です。',
      text: returnOnCost.value === null ? none : formatDecimal(returnOnCost.value),
      ...(returnOnCost.value !== null && { unit: '倍' }),
      lines: [
        { label: '95%の範囲', text: formatRange(returnOnCost, formatDecimal) },
        { label: '1名が残す粗利', text: wholeYen(ltv.value) },
      ],
    },
    {
      label: '回収月数',
      definition:
        '獲得コストを何か月で回収できるか。会員1名が1か月に残す粗利を、継続曲線のとおりに会員が減っていくものとして足し上げます。',
      text: paybackText(stats),
    },
    {
      label: '内訳のある広告費',
      definition:
        '広告費のうち、キャンペーンか入会経路の名前を付けて入力した金額。残りは、どこに使ったか分からない広告費です。',
      text: wholeYen(ads?.named ?? null),
      lines: [{ label: '広告費のうち', text: ads && ads.yen > 0 ? formatPercent(ads.named / ads.yen) : none }],
    },
  ]
}
