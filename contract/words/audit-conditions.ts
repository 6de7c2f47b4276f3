import { joinedByWords, seriesUnits } from './admission.ts'
import { auditActions, auditResources } from './audit.ts'
import { consentKinds, logKinds } from './daily-log.ts'
import { dailyReportStatuses } from './daily-report.ts'
import { ageBands, ltvGroups } from './groups.ts'
import { importOutcomes } from './import.ts'
import { contractStatuses, genders, joinRoutes, memberStatuses, risks, visitClasses } from './member.ts'
import { leanBodyStates, trainerApprovals } from './member-list.ts'
import { auditGroups } from './nouns.ts'
import { unsettled } from './outreach.ts'
import { actionPriorities, actionStatuses } from './report-action.ts'
import { salesBases, taxes } from './sales.ts'
import { reservationStatuses } from './shop-reservation.ts'
import { readerApprovals } from './staff-record.ts'
import { tenureBands } from './why.ts'
import type { Words } from './words.ts'

interface Condition {
  label: string
  /** Values with their labels. */
  words?: Words
  /** After a number. */
  unit?: '年' | '月' | 'か月' | '日' | '時'
  /** A share, shown in percent. */
  isShare?: true
  /** May contain a name or contact data: not visible to everybody. */
  isPersonal?: true
}

const daysOfWeek = { 0: '日曜', 1: '月曜', 2: '火曜', 3: '水曜', 4: '木曜', 5: '金曜', 6: '土曜' }

/** Filters of an export as stored in the log, with labels. Shop and member are columns of the row itself. */
const conditions: Record<string, Condition> = {
  keyword: { label: 'キーワード', isPersonal: true },
  from: { label: '開始' },
  to: { label: '終了' },
  year: { label: '年', unit: '年' },
  month: { label: '月' },
  day: { label: '日' },
  fiscalStartMonth: { label: '年度の開始月', unit: '月' },
  dow: { label: '曜日', words: daysOfWeek },
  hour: { label: '時刻', unit: '時' },
  months: { label: '月数', unit: 'か月' },
  span: { label: '期間の月数', unit: 'か月' },
  cohortMonths: { label: '入会月の数', unit: 'か月' },
  groupBy: { label: '分け方', words: ltvGroups },
  plan: { label: 'プランコード' },
  gender: { label: '性別', words: genders },
  ageBand: { label: '年代', words: ageBands },
  tenure: { label: '在籍期間', words: tenureBands },
  joinRoute: { label: '入会経路', words: { ...joinRoutes, unknown: '経路不明' } },
  unit: { label: '推移の単位', words: seriesUnits },
  basis: { label: '集計の基準', words: salesBases },
  tax: { label: '税', words: taxes },
  joinedBy: { label: '入会日の意味', words: joinedByWords },
  grossMargin: { label: '粗利率', isShare: true },
  windowDays: { label: '期間の日数', unit: '日' },
  minDiff: { label: '差の日数', unit: '日' },
  ratio: { label: '変化の割合', isShare: true },
  class: { label: '来館の変化', words: visitClasses },
  status: {
    label: '状態',
    words: { ...memberStatuses, ...reservationStatuses, ...dailyReportStatuses, ...actionStatuses },
  },
  priority: { label: '優先度', words: actionPriorities },
  overdue: { label: '期限', words: { true: '超過' } },
  ownerStaffId: { label: '担当者' },
  dailyReportId: { label: '元の日報のID' },
  senderStaffId: { label: '送信者' },
  templateId: { label: 'メールテンプレートのID' },
  stepId: { label: 'ステップメールのID' },
  contractStatus: { label: '契約状態', words: contractStatuses },
  notLeft: { label: '退会・退職した人', words: { true: '除く' } },
  planCode: { label: 'プランコード' },
  joinedFrom: { label: '入会日（開始）' },
  joinedTo: { label: '入会日（終了）' },
  joinedDay: { label: '入会日' },
  lastVisitFrom: { label: '最終来館日（開始）' },
  lastVisitTo: { label: '最終来館日（終了）' },
  unpaid: { label: '未収金', words: { true: 'あり' } },
  visitTrend: { label: '来館傾向', words: visitClasses },
  risk: { label: '離脱リスク', words: risks },
  tag: { label: 'タグ' },
  trainerStaffId: { label: '担当トレーナー' },
  assigned: { label: '担当または予約のある会員のみ', words: { true: 'はい' } },
  trainerApproval: { label: '担当の承認', words: trainerApprovals },
  readerApproval: { label: '健康情報の閲覧の承認', words: readerApprovals },
  alert: { label: '注意事項', words: { true: 'あり' } },
  leanBody: { label: 'LEAN BODY', words: leanBodyStates },
  locked: { label: '手動で固定', words: { true: 'あり' } },
  actionId: { label: '改善アクションのID' },
  unsettled: { label: '連絡', words: unsettled },
  programName: { label: 'プログラム' },
  outcome: { label: '取り込みの結果', words: importOutcomes },
  isWholeFile: { label: '出力したファイル', words: { true: 'エラー列付きの元ファイル' } },
  held: { label: '取消・キャンセル待ち', words: { true: '除く' } },
  isTrial: { label: '体験のみ', words: { true: 'はい' } },
  staffId: { label: 'スタッフ' },
  authorStaffId: { label: '作成者' },
  hasIncident: { label: '事故・けが', words: { true: 'あり' } },
  kind: { label: '日次ログ', words: logKinds },
  consent: { label: '同意の種類', words: { ...consentKinds, all: 'すべて' } },
  group: { label: '操作の種類', words: auditGroups },
  action: { label: '操作', words: auditActions },
  resourceType: { label: '対象', words: auditResources },
  resourceId: { label: '対象のID' },
  changed: { label: '変更のみ', words: { true: 'はい' } },
}

/** A condition that the log shows; undefined for layout, and for what the row itself names. */
export const conditionOf = (key: string): Condition | undefined =>
  Object.hasOwn(conditions, key) ? conditions[key] : undefined

/** A condition's value, as staff read it. */
export function conditionText(key: string, value: string) {
  const { words, unit = '', isShare } = conditionOf(key) ?? {}
  if (isShare) return `${Math.round(Number(value) * 1000) / 10}%`
  // Only a day has hyphens that stand for slashes; a code or a tag may have its own.
  const text = /^\d{4}-\d\d(-\d\d)?$/.test(value) ? value.replaceAll('-', '/') : value
  return words?.[value] ?? `${text}${unit}`
}
