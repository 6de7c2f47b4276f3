// 数字の突き合わせ: the figures of the club system's own reports, and why ours may differ.

/** The club system's reports, by the codes of its screens. */
export const reconciledReports = { MA002: '月次サマリ', PA002: '売上サマリ', RS002: 'ルーム別の稼働率' } as const
export type ReconciledReport = keyof typeof reconciledReports

interface FigureWords {
  report: ReconciledReport
  /** As the club system calls it. */
  label: string
  unit: '名' | '円' | '件' | '%'
  /** The figure here that it is compared with, as our screens call it; null: there is none. */
  ours: string | null
}

export const reconciledFigures = {
  registered: { report: 'MA002', label: '店舗在籍会員数', unit: '名', ours: '期末在籍' },
  underContract: { report: 'MA002', label: 'プラン契約者数', unit: '名', ours: '期末在籍' },
  underContractOnFirst: { report: 'MA002', label: 'プラン契約者数 (1日時点)', unit: '名', ours: '期首在籍' },
  newlyRegistered: { report: 'MA002', label: '店舗在籍新規会員登録数', unit: '名', ours: '入会' },
  applied: { report: 'MA002', label: 'プラン新規申込数', unit: '名', ours: '入会（申込日）' },
  joined: { report: 'MA002', label: 'プラン新規入会数', unit: '名', ours: '入会' },
  planChanged: { report: 'MA002', label: 'プラン変更数', unit: '件', ours: null },
  suspended: { report: 'MA002', label: '休会数', unit: '名', ours: '休会' },
  left: { report: 'MA002', label: '退会数', unit: '名', ours: '退会' },
  churnRate: { report: 'MA002', label: '退会率', unit: '%', ours: '退会率' },
  grossSales: { report: 'PA002', label: '[総売上] 合計', unit: '円', ours: '精算額' },
  netSales: { report: 'PA002', label: '[売上] 合計', unit: '円', ours: '売上' },
  planSalesCount: { report: 'PA002', label: '[プラン売上] 件数', unit: '件', ours: null },
  planSales: { report: 'PA002', label: '[プラン売上] 合計', unit: '円', ours: '会費の売上' },
  planSalesPerMember: { report: 'PA002', label: '[プラン売上] 会員単価', unit: '円', ours: null },
  spaces: { report: 'RS002', label: 'スペース数', unit: '件', ours: '定員' },
  lessonBookings: { report: 'RS002', label: '総予約数', unit: '件', ours: '予約' },
  occupancy: { report: 'RS002', label: '稼働率', unit: '%', ours: '予約枠稼働率' },
} as const satisfies Record<string, FigureWords>
export type ReconciledFigure = keyof typeof reconciledFigures
export const reconciledFigureNames = Object.keys(reconciledFigures) as [ReconciledFigure, ...ReconciledFigure[]]
export const isReconciledFigure = (text: unknown): text is ReconciledFigure =>
  typeof text === 'string' && Object.hasOwn(reconciledFigures, text)

/** Quotients of other figures: their difference follows from those, and has no rows of its own. */
export const derivedFigures = ['churnRate', 'planSalesPerMember', 'occupancy'] as const satisfies ReconciledFigure[]
export type DerivedFigure = (typeof derivedFigures)[number]
/** Figures that are counted from people, sales or lessons. */
export type CountedFigure = Exclude<ReconciledFigure, DerivedFigure>

export const isDerived = (figure: ReconciledFigure): figure is DerivedFigure =>
  (derivedFigures as readonly string[]).includes(figure)

/** Why figures differ. What remains is 未分類, a number without rows. */
export const differenceClasses = {
  definition: '定義',
  late: '遅れ',
  family: '家族',
  migration: '移行日',
  import: '取り込み',
} as const
export type DifferenceClass = keyof typeof differenceClasses

interface ReasonWords {
  class: DifferenceClass
  sentence: string
}

export const differenceReasons = {
  noContract: {
    class: 'definition',
    sentence:
      'プランの契約がない登録会員です。提供元は登録だけで数え、こちらは契約が始まってから終わるまでを数えます。',
  },
  notBegun: {
    class: 'definition',
    sentence: '契約がまだ始まっていない会員です。提供元は登録した日から数え、こちらは契約の開始日から数えます。',
  },
  joinedOnFirst: {
    class: 'definition',
    sentence: '1日に契約が始まった会員です。提供元は1日の契約で数え、こちらは前日の終わりで数えます。',
  },
  otherJoinedDay: {
    class: 'definition',
    sentence: '入会日と契約の開始日が別の期間にある会員です。提供元は入会日、こちらは契約の開始日で数えます。',
  },
  withoutJoinedDay: {
    class: 'definition',
    sentence: '入会日が空欄の会員です。提供元は入会日で数え、こちらは契約で数えます。',
  },
  rejoined: {
    class: 'definition',
    sentence: '復会した会員です。提供元は最初の登録だけを数え、こちらは復会も入会に数えます。',
  },
  movedOnFirst: {
    class: 'definition',
    sentence: '1日に別の店舗へ移った会員です。提供元は1日の店舗、こちらは前日の終わりの店舗で数えます。',
  },
  otherShop: {
    class: 'definition',
    sentence: '会員管理システムのスタジオに対応付けていない店舗の分です。提供元の数字には入っていません。',
  },
  counting: {
    class: 'definition',
    sentence: '契約が重なるか、在籍の途中で店舗を移った会員です。どの契約・どの店舗で数えるかが、提供元と異なります。',
  },
  notPaid: {
    class: 'definition',
    sentence: '精算日時があり、未払いか決済エラーの売上です。提供元は精算日時で数え、こちらは数えません。',
  },
  refund: {
    class: 'definition',
    sentence: '返金の扱いが異なる売上です。提供元は数量が正の明細だけを合計し、こちらは返金の売上かどうかで分けます。',
  },
  cancelledBookings: {
    class: 'definition',
    sentence: 'キャンセルと直前キャンセルの予約です。提供元は数えず、こちらは予約に数えます。',
  },
  withoutLesson: { class: 'definition', sentence: 'レッスンのない予約です。提供元のルームの表には入りません。' },
  lessonToCome: {
    class: 'definition',
    sentence: 'データの日より後のレッスンです。提供元の表には入り、こちらはその日が来てから数えます。',
  },
  unread: {
    class: 'late',
    sentence: '契約をまだ取得していない会員です。次の同期のあと、もう一度確認してください。',
  },
  since: {
    class: 'late',
    sentence: 'ファイルとデータの日時が異なるあいだに変わった分です。新しいファイルを読み込むと解消します。',
  },
  lessonNotHere: {
    class: 'late',
    sentence: 'まだ取得していないレッスンです。会員管理システムから取得するのは、接続した日の7日前からのレッスンです。',
  },
  lessonNotInFile: {
    class: 'late',
    sentence:
      'ファイルにないレッスンです。ファイルのあとに追加されたか、会員管理システムで取り消されたか、ファイルの期間に入っていません。',
  },
  familyWithoutContract: {
    class: 'family',
    sentence: '代表者の契約で利用する家族の会員です。提供元は1名ずつ数え、こちらは自分の契約がある会員だけを数えます。',
  },
  ofFile: {
    class: 'import',
    sentence:
      'ファイルから取り込んだ、会員管理システムにない分です。提供元は数えず、こちらは数えます。二重に取り込んでいる場合は、取り込みを取り消してください。',
  },
  migrated: {
    class: 'migration',
    sentence: '入会日が一括移行の日になっている会員です。提供元は入会日、こちらは契約の開始日で数えます。',
  },
} as const satisfies Record<string, ReasonWords>
export type DifferenceReason = keyof typeof differenceReasons
export const differenceReasonNames = Object.keys(differenceReasons) as [DifferenceReason, ...DifferenceReason[]]

/** The largest file that is read: a month of a report is a few kilobytes. */
export const reconciledFileBytes = 700_000
