/** A figure that a report shows: its Japanese name, unit and the formula in its tooltip. */
export interface Kpi {
  label: string
  unit: '名' | '回' | '日' | '円' | '%' | '件' | '枠' | '席' | 'か月'
  /** Japanese; one sentence or formula. Rules that all share: docs/domain.md, "Figures". */
  formula: string
  /** Whether more is better, for the colour of a difference. */
  better: 'more' | 'less' | 'neither'
}

export const kpi = {
  openingMembers: {
    label: '期首在籍',
    unit: '名',
    formula: '前日の営業終了時点の在籍数（休会を含む）。',
    better: 'more',
  },
  closingMembers: {
    label: '期末在籍',
    unit: '名',
    formula: '期首在籍 ＋ 入会 ＋ 転入 − 退会 − 転出。期間の最終日の営業終了時点の在籍数で、休会を含みます。',
    better: 'more',
  },
  operatingMembers: {
    label: '稼働会員',
    unit: '名',
    formula: '期末在籍 − 休会中の会員。',
    better: 'more',
  },
  suspendedMembers: { label: '休会', unit: '名', formula: '期間の最終日に休会プランの会員。', better: 'less' },
  admissions: {
    label: '入会',
    unit: '名',
    formula: '期間内に契約の初日を迎えた会員。復会を含み、プラン変更・移籍・休会からの復帰は含みません。',
    better: 'more',
  },
  readmissions: { label: '復会', unit: '名', formula: '入会のうち、以前に退会した会員。', better: 'more' },
  withdrawals: {
    label: '退会',
    unit: '名',
    formula: '期間内に契約の最終日を迎えた会員。退会日当日は利用でき、その日の期末在籍には数えません。',
    better: 'less',
  },
  withdrawalRequests: {
    label: '退会申請',
    unit: '名',
    formula: '期間内に退会を申し出た会員。退会の先行きを示す数で、実際の退会日には関わりません。',
    better: 'less',
  },
  transferIn: { label: '転入', unit: '名', formula: 'ほかの店舗から移ってきた会員。', better: 'neither' },
  transferOut: { label: '転出', unit: '名', formula: 'ほかの店舗へ移った会員。', better: 'neither' },
  netGrowth: { label: '純増減', unit: '名', formula: '期末在籍 − 期首在籍。', better: 'more' },
  admissionRate: { label: '入会率', unit: '%', formula: '入会 ÷ 期首在籍 × 100。', better: 'more' },
  churnRate: { label: '退会率', unit: '%', formula: '退会 ÷ 期首在籍 × 100。', better: 'less' },
  visitCount: {
    label: '来館数',
    unit: '回',
    formula: '入館またはチェックインの回数。1時間以内の再入館は1回として数えます。',
    better: 'more',
  },
  visitDays: { label: '来館日数', unit: '日', formula: '会員ごとに1日1回と数えた来館。', better: 'more' },
  uniqueVisitors: { label: '来館者数', unit: '名', formula: '期間内に1回以上来館した会員。', better: 'more' },
  visitRate: {
    label: '実働率',
    unit: '%',
    formula: '来館した所属会員 ÷ 期間内に1日でも稼働していた所属会員 × 100。',
    better: 'more',
  },
  visitFrequency: { label: '来館頻度', unit: '回', formula: '来館日数 ÷ 期末の稼働会員。', better: 'more' },
  visitsPerVisitor: {
    label: '来館者の頻度',
    unit: '回',
    formula: '来館日数 ÷ 来館者数。来館した会員1名あたりの日数です。',
    better: 'more',
  },
  visitMedian: {
    label: '来館日数の中央値',
    unit: '日',
    formula: '来館した会員を来館日数の順に並べたとき、真ん中の会員の日数。',
    better: 'more',
  },
  zeroVisitors: {
    label: '未来館者',
    unit: '名',
    formula: '期間内に稼働していた所属会員のうち、一度も来館していない会員。',
    better: 'less',
  },
  slots: { label: 'クラス', unit: '枠', formula: '期間内に始まった予約枠の数。', better: 'neither' },
  capacity: { label: '定員', unit: '席', formula: '期間内に始まった予約枠の定員の合計。', better: 'neither' },
  booked: {
    label: '予約',
    unit: '件',
    formula: '期間内に始まる予約の数。キャンセルされた予約を含み、キャンセル待ちは含みません。',
    better: 'more',
  },
  attended: { label: '出席', unit: '件', formula: 'チェックイン済みまたは受講済みの予約。', better: 'more' },
  noShow: { label: '無断キャンセル', unit: '件', formula: '連絡なく来なかった予約。', better: 'less' },
  lateCancel: { label: '直前キャンセル', unit: '件', formula: '締切を過ぎて取り消された予約。', better: 'less' },
  cancelled: { label: 'キャンセル', unit: '件', formula: '締切までに取り消された予約。', better: 'neither' },
  utilization: {
    label: '予約枠稼働率',
    unit: '%',
    formula:
      '使われた席 ÷ 定員 × 100。無断キャンセルの席と、直前キャンセルのあと埋まらなかった席も使われた席に数えます。',
    better: 'more',
  },
  attendanceRate: { label: '実出席率', unit: '%', formula: '予約枠に出席した人数 ÷ 定員 × 100。', better: 'more' },
  noShowRate: {
    label: '無断キャンセル率',
    unit: '%',
    formula: '無断キャンセル ÷（出席 ＋ 無断キャンセル）× 100。',
    better: 'less',
  },
  lateCancelRate: { label: '直前キャンセル率', unit: '%', formula: '直前キャンセル ÷ 予約 × 100。', better: 'less' },
  tours: { label: '見学', unit: '名', formula: '期間内に見学した人。', better: 'more' },
  trials: { label: '体験', unit: '名', formula: '期間内に体験した人。', better: 'more' },
  trialsJoined: {
    label: '体験からの入会',
    unit: '名',
    formula: '期間内に体験し、30日以内に入会した人。体験から30日たつまで増えることがあります。',
    better: 'more',
  },
  trialConversion: {
    label: '体験入会率',
    unit: '%',
    formula: '体験から30日以内に入会した人 ÷ 体験した人 × 100。体験から30日たつまで増えることがあります。',
    better: 'more',
  },
  averageMonthlyChurn: {
    label: '平均月次退会率',
    unit: '%',
    formula: '各月の退会率（退会 ÷ 月初の在籍）の平均。',
    better: 'less',
  },
  annualChurn: {
    label: '年間退会率',
    unit: '%',
    formula: '1年の退会の合計 ÷ 年の期首在籍 × 100。',
    better: 'less',
  },
  equilibrium: {
    label: '在籍力',
    unit: '名',
    formula: '直近の締まった12か月の、月平均の入会 ÷ 月平均の退会率。このままの入会と退会が続くと落ち着く在籍数です。',
    better: 'more',
  },
  tenure: {
    label: '平均在籍期間',
    unit: 'か月',
    formula: '1 ÷ 月次退会率。直近の締まった12か月の、退会の合計 ÷ 月初の在籍の合計から計算します。',
    better: 'more',
  },
  predictedLtv: {
    label: '予測LTV',
    unit: '円',
    formula: '1か月の客単価 ÷ 月次退会率。どちらも直近の締まった12か月の合計から計算します。',
    better: 'more',
  },
  cohortLtv: {
    label: '1年LTV',
    unit: '円',
    formula:
      '入会から1年間の在籍月数の合計 ÷ 入会者数 × 1か月の客単価。直近の締まった月から見て1年前までの12か月に入会した会員で計算します。',
    better: 'more',
  },
  retention: {
    label: '継続率',
    unit: '%',
    formula: '入会した会員のうち、入会日からその月数がたった日の営業終了時点まで続けて在籍している会員の割合。',
    better: 'more',
  },
  retentionJoined: {
    label: '継続率の対象',
    unit: '名',
    formula: '継続率の分母です。その月数だけ前の月に入会し、その月数がたった会員。',
    better: 'more',
  },
  retentionKept: {
    label: '継続している会員',
    unit: '名',
    formula: '継続率の対象のうち、入会日からその月数がたった日の営業終了時点まで続けて在籍している会員。',
    better: 'more',
  },
  scheduledAdmissions: {
    label: '入会・開始の予定',
    unit: '名',
    formula: 'データの最終日の翌日から月末までに、契約の初日を迎える予定の会員。ほかの数値には含みません。',
    better: 'more',
  },
  scheduledWithdrawals: {
    label: '退会の予定',
    unit: '名',
    formula: 'データの最終日の翌日から月末までに、契約の最終日を迎える予定の会員。ほかの数値には含みません。',
    better: 'less',
  },
  scheduledSuspensions: {
    label: '休会の予定',
    unit: '名',
    formula: 'データの最終日の翌日から月末までに、休会を始める予定の会員。ほかの数値には含みません。',
    better: 'less',
  },
  netSales: {
    label: '売上',
    unit: '円',
    formula: '精算額 − 返金額（税込）。返金は返金した日の売上から引きます。',
    better: 'more',
  },
  gross: {
    label: '精算額',
    unit: '円',
    formula: '期間内に精算した金額（税込）。返金を引く前の金額です。',
    better: 'more',
  },
  refund: {
    label: '返金',
    unit: '円',
    formula: '期間内に返金した金額（税込）。返金した日に数えます。',
    better: 'less',
  },
  arpu: { label: '客単価', unit: '円', formula: '売上 ÷ 平均稼働会員（期首と期末の稼働会員の平均）。', better: 'more' },
  duesPerMember: {
    label: '会費単価',
    unit: '円',
    formula: '会費の売上 ÷ 会費対象会員（引き落とし日を迎えた対象月の請求がある会員）。1か月あたりです。',
    better: 'more',
  },
  collectionRate: { label: '回収率', unit: '%', formula: '入金済みの会費 ÷ 請求した会費 × 100。', better: 'more' },
  unpaid: { label: '未収金', unit: '円', formula: '対象月の請求のうち、入金されていない金額。', better: 'less' },
} as const satisfies Record<string, Kpi>

export type KpiKey = keyof typeof kpi
