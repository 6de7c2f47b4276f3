import type { Reconciliation } from '#contract/reconciliation.ts'
import { unreadInWords } from '#contract/words/unread-sales.ts'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { formatCount, formatYen } from '~/lib/format'

/** What to do about differences without a reason; nothing where there are none. */
export function Notes({ data, isAllShops }: { data: Reconciliation; isAllShops: boolean }) {
  const { figures, leftOutStudios, unreadMembers, oneLinedSales, unreadSales } = data
  const open = figures.filter(({ unclassified }) => unclassified !== null && unclassified !== 0)
  if (open.length === 0) return null
  const isOpen = (...names: string[]) => open.some(({ figure }) => names.includes(figure))
  const sentences = [
    unreadMembers > 0 &&
      `契約をまだ取得していない会員が${formatCount(unreadMembers)}名います。同期が終わってから、もう一度確認してください。`,
    isAllShops &&
      leftOutStudios > 0 &&
      `取り込まないスタジオが${formatCount(leftOutStudios)}か所あり、全店舗のファイルにはその分も入っています。店舗を選び、店舗ごとのファイルで確認してください。`,
    isOpen('planSales', 'planSalesCount') &&
      oneLinedSales.sales > 0 &&
      `1行にまとまった売上が${formatCount(oneLinedSales.sales)}件（${formatYen(oneLinedSales.amount)}）あります。会費の分を取り出せないため、こちらではその他の売上です。`,
    '会員管理システムから消えた会員（接続する前に退会した会員など）は、取得できません。会員と契約のファイル（ML001）を「データの取り込み」で取り込むと、数えられます。',
    isOpen('grossSales', 'netSales', 'planSales') &&
      '売上の取得は、最初の同期の13か月前からです。状態の分からない売上は取り込んでいません。会員管理システムの画面の「意味の分からない値」を確認してください。',
    unreadSales &&
      isOpen('grossSales', 'netSales', 'planSales', 'planSalesCount') &&
      `会員管理システムから読めない売上${unreadInWords(unreadSales)}は、提供元だけが数えます。番号と理由は「会員管理システム」の「読めない行」にあります。`,
    isOpen('spaces', 'lessonBookings') &&
      '取り込んでいない会員の予約は、提供元だけが数えます。過ぎた予約の変更は、7日前までを取得します。',
  ].filter((one) => typeof one === 'string')
  return (
    <Card>
      <CardHeader>
        <CardTitle>未分類が残るとき</CardTitle>
      </CardHeader>
      <CardContent>
        <ul className="list-disc space-y-1 pl-5 text-sm">
          {sentences.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      </CardContent>
    </Card>
  )
}
