import type { ActionCategory, ActionMetric, ActionStatus } from '#contract/words/report-action.ts'
import type { Db } from '../db/client.ts'
import { folded } from '../db/records.ts'
import { shop } from '../db/schema/organisation.ts'
import { reportAction } from '../db/schema/report-action.ts'
import { type Day, toIso } from './calendar.ts'
import { demoAccounts, staffIdOf } from './club.ts'

interface Story {
  title: string
  category: ActionCategory
  priority: 'high' | 'mid' | 'low'
  metric: ActionMetric | null
  /** Relative to the shop's 28 days before; absent: none. */
  target?: number
  plan: string
  doNote?: string
  check?: string
  nextAction?: string
  evaluation?: 'excellent' | 'good' | 'fair' | 'poor'
  status: ActionStatus
  progress: number
  /** Days before the data date, and its duration. */
  began: number
  takes: number
  comments?: string[]
}

/** A shop's actions over a quarter, oldest first. */
const stories: Story[] = [
  {
    title: '夜間スタジオの増枠',
    category: 'visit',
    priority: 'high',
    metric: 'booked',
    plan: '平日20時台のヨガを1枠増やし、レッスン後に次回の予約を案内します。',
    doNote: '火曜と木曜に1枠ずつ増やしました。',
    check: '増やした枠はどちらも8割以上が埋まりました。',
    nextAction: '水曜にも同じ枠を増やせるか、インストラクターと相談します。',
    evaluation: 'excellent',
    status: 'done',
    progress: 100,
    began: 62,
    takes: 28,
    comments: ['初回から満席でした。', '次の月もこのまま続けます。'],
  },
  {
    title: '無断キャンセルの前日連絡',
    category: 'service',
    priority: 'mid',
    metric: 'noShow',
    plan: '過去30日に無断キャンセルのあった会員へ、前日の夕方に電話で確認します。',
    doNote: '受付の2名で分担し、1日5件まで電話しました。',
    check: '電話のつながらない会員が半分ほどいました。',
    nextAction: 'アプリの通知に切り替えられるか確認します。',
    evaluation: 'fair',
    status: 'done',
    progress: 100,
    began: 45,
    takes: 21,
  },
  {
    title: '体験後の翌日フォロー',
    category: 'admission',
    priority: 'high',
    metric: 'admissions',
    target: 30,
    plan: '体験の翌日に担当トレーナーから電話し、目標と通える曜日をうかがいます。',
    doNote: '体験の8割に翌日中に連絡できています。',
    status: 'doing',
    progress: 60,
    began: 24,
    takes: 40,
    comments: ['土日の体験は連絡が月曜になりがちです。当番を決めます。'],
  },
  {
    title: 'フリーウエイトエリアの鏡の交換',
    category: 'facility',
    priority: 'low',
    metric: null,
    plan: 'ひびの入った鏡を交換します。業者の見積もりを2社から取ります。',
    status: 'doing',
    progress: 30,
    began: 20,
    takes: 14,
  },
  {
    title: '年末キャンペーンの準備',
    category: 'sales',
    priority: 'mid',
    metric: 'netSales',
    plan: 'パーソナルの回数券を、年末までの特別価格で案内します。',
    status: 'todo',
    progress: 0,
    began: -5,
    takes: 30,
  },
]

/** A shop's own first trainer, who is active everywhere. */
const trainerOf = (shopAt: number) => String(demoAccounts.length + shopAt * 2 + 1)

/**
 * Actions of every shop in every state, some overdue and some old enough to have an effect; `until` is the data date.
 */
export async function insertReportActions(tx: Db, { until }: { until: Day }) {
  const shops = await tx.select({ id: shop.id }).from(shop).orderBy(shop.id)
  const rows = shops.flatMap(({ id: shopId }, shopAt) =>
    stories.map((story, at) => {
      // Each shop starts on another day.
      const start = until - story.began + (shopAt % 3)
      const madeAt = new Date(`${toIso(start - 2)}T18:30:00+09:00`)
      const owner = shopAt === 0 && at % 2 === 0 ? staffIdOf('manager') : trainerOf(shopAt)
      const said = (story.comments ?? []).map((text, days) => ({
        staffId: days === 0 ? trainerOf(shopAt) : staffIdOf('head'),
        at: new Date(`${toIso(start + 7 + days * 5)}T10:15:00+09:00`).toISOString(),
        text,
      }))
      const isStopped = shopAt % 4 === 3 && at === 3
      return {
        shopId,
        dailyReportId: null,
        title: story.title,
        category: story.category,
        priority: story.priority,
        metric: story.metric,
        targetValue: story.target ?? null,
        plan: story.plan,
        doNote: story.doNote ?? null,
        check: story.check ?? null,
        nextAction: story.nextAction ?? null,
        evaluation: story.evaluation ?? null,
        ownerStaffId: owner,
        startOn: toIso(start),
        dueOn: toIso(start + story.takes),
        status: isStopped ? ('stopped' as const) : story.status,
        progress: story.progress,
        comments: said,
        searchText: folded(
          story.title,
          story.plan,
          story.doNote ?? null,
          story.check ?? null,
          story.nextAction ?? null,
        ),
        createdBy: staffIdOf('head'),
        updatedBy: owner,
        createdAt: madeAt,
        updatedAt: madeAt,
      }
    }),
  )
  for (let at = 0; at < rows.length; at += 500) await tx.insert(reportAction).values(rows.slice(at, at + 500))
}
