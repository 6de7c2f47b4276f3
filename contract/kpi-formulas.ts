import type { KpiKey } from './kpi.ts'

/**
 * How each figure is counted: Japanese, one sentence or formula, shown in its tooltip. Rules that all share:
 * docs/domain.md, "Figures". Apart from the names, since they load with the first tooltip.
 */
export const kpiFormulas: Readonly<Record<KpiKey, string>> = {
  openingMembers: '前日の営業終了時点の在籍数（休会を含む）。',
  closingMembers: '期首在籍 ＋ 入会 ＋ 転入 − 退会 − 転出。期間の最終日の営業終了時点の在籍数で、休会を含みます。',
  operatingMembers: '期末在籍 − 休会中の会員。',
  suspendedMembers: '期間の最終日に休会プランの会員。',
  admissions: '期間内に契約の初日を迎えた会員。復会を含み、プラン変更・移籍・休会からの復帰は含みません。',
  readmissions: '入会のうち、以前に退会した会員。',
  withdrawals: '期間内に契約の最終日を迎えた会員。退会日当日は利用でき、その日の期末在籍には数えません。',
  withdrawalRequests: '期間内に退会を申し出た会員。退会の先行きを示す数で、実際の退会日には関わりません。',
  transferIn: 'ほかの店舗から移ってきた会員。',
  transferOut: 'ほかの店舗へ移った会員。',
  netGrowth: '期末在籍 − 期首在籍。',
  admissionRate: '入会 ÷ 期首在籍 × 100。',
  churnRate: '退会 ÷ 期首在籍 × 100。',
  visitCount: '入館またはチェックインの回数。1時間以内の再入館は1回として数えます。',
  visitDays: '会員ごとに1日1回と数えた来館。',
  uniqueVisitors: '期間内に1回以上来館した会員。',
  visitRate: '来館した所属会員 ÷ 期間内に1日でも稼働していた所属会員 × 100。',
  visitFrequency: '来館日数 ÷ 期末の稼働会員。',
  visitsPerVisitor: '来館日数 ÷ 来館者数。来館した会員1名あたりの日数です。',
  visitMedian: '来館した会員を来館日数の順に並べたとき、真ん中の会員の日数。',
  zeroVisitors: '期間内に稼働していた所属会員のうち、一度も来館していない会員。',
  slots: '期間内に始まった予約枠の数。',
  capacity: '期間内に始まった予約枠の定員の合計。',
  booked: '期間内に始まる予約の数。キャンセルされた予約を含み、キャンセル待ちは含みません。',
  attended: 'チェックイン済みまたは受講済みの予約。',
  noShow: '連絡なく来なかった予約。',
  lateCancel: '締切を過ぎて取り消された予約。',
  cancelled: '締切までに取り消された予約。',
  utilization:
    '使われた席 ÷ 定員 × 100。無断キャンセルの席と、直前キャンセルのあと埋まらなかった席も使われた席に数えます。',
  attendanceRate: '予約枠に出席した人数 ÷ 定員 × 100。',
  noShowRate: '無断キャンセル ÷（出席 ＋ 無断キャンセル）× 100。',
  lateCancelRate: '直前キャンセル ÷ 予約 × 100。',
  tours: '期間内の見学の件数。',
  trials: '期間内の体験の件数。同じ人の2回の体験は、2件と数えます。',
  trialsJoined:
    '期間内の体験のうち、30日以内に在籍が始まったもの。まだ始まっていない入会は予定で、体験から30日たつまで増えることがあります。',
  trialConversion:
    '30日以内に在籍が始まった体験 ÷ 体験 × 100。体験から30日たつまで増えることがあります。同日との比較は、その日に分かっていた値とのものです。',
  averageMonthlyChurn: '各月の退会率（退会 ÷ 月初の在籍）の平均。',
  annualChurn: '1年の退会の合計 ÷ 年の期首在籍 × 100。',
  equilibrium:
    '直近の締まった12か月の、月平均の入会 ÷ 月平均の退会率。このままの入会と退会が続くと落ち着く在籍数です。',
  tenure: '1 ÷ 月次退会率。直近の締まった12か月の、退会の合計 ÷ 月初の在籍の合計から計算します。',
  predictedLtv: '1か月の客単価 ÷ 月次退会率。どちらも直近の締まった12か月の合計から計算します。',
  cohortLtv:
    '入会から1年間の在籍月数の合計 ÷ 入会者数 × 1か月の客単価。直近の締まった月から見て1年前までの12か月に入会した会員で計算します。',
  retention: '入会した会員のうち、入会日からその月数がたった日の営業終了時点まで続けて在籍している会員の割合。',
  retentionJoined: '継続率の分母です。その月数だけ前の月に入会し、その月数がたった会員。',
  retentionKept: '継続率の対象のうち、入会日からその月数がたった日の営業終了時点まで続けて在籍している会員。',
  scheduledAdmissions: 'データの最終日の翌日から月末までに、契約の初日を迎える予定の会員。ほかの数値には含みません。',
  scheduledWithdrawals:
    'データの最終日の翌日から月末までに、契約の最終日を迎える予定の会員。ほかの数値には含みません。',
  scheduledSuspensions: 'データの最終日の翌日から月末までに、休会を始める予定の会員。ほかの数値には含みません。',
  netSales: '精算額 − 返金額（税込）。返金は返金した日の売上から引きます。',
  gross: '期間内に精算した金額（税込）。返金を引く前の金額です。',
  refund: '期間内に返金した金額（税込）。返金した日に数えます。',
  arpu: '売上 ÷ 平均稼働会員（期首と期末の稼働会員の平均）。',
  duesPerMember: '会費の売上 ÷ 会費対象会員（引き落とし日を迎えた対象月の請求がある会員）。1か月あたりです。',
  collectionRate: '入金済みの会費 ÷ 請求した会費 × 100。同日との比較は、その日に分かっていた値とのものです。',
  unpaid: '対象月の請求のうち、入金されていない金額。同日との比較は、その日に分かっていた値とのものです。',
}

export type KpiFormulas = typeof kpiFormulas
