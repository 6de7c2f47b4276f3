import { type RoleLevel, roleLevels } from './staff.ts'

/** The columns of the matrix: the roles, and the admin flag. */
export const principals = { ...roleLevels, admin: '管理者' } as const
export type PrincipalName = RoleLevel | 'admin'

/** Number and description of each permission level, as the specification has them; the admin flag is no level. */
export const levelWords: Record<PrincipalName, { number: string; description: string }> = {
  level1: { number: 'Level1', description: '取引先・クライアント' },
  level2: { number: 'Level2', description: '担当会員と日々の記録を扱うトレーナー' },
  level3: { number: 'Level3', description: '担当店舗を運営する店長' },
  level4: { number: 'Level4', description: '担当店舗を所有するフランチャイズオーナー' },
  all: { number: 'Level5', description: 'すべての店舗を扱う本部' },
  admin: { number: '管理者フラグ', description: '本部の権限に重ねる印。管理者の設定などができます' },
}

/** Groups of rights, in display order. */
export const permissionAreas = {
  account: 'アカウント',
  member: '会員',
  shop: '店舗・プラン・予約',
  report: '集計',
  staff: 'スタッフと権限',
  dailyReport: '日報と改善アクション',
  content: 'お知らせとコンテンツ',
  mail: 'メール',
  log: '日次ログと利用状況',
  system: '記録と連携',
} as const
export type PermissionArea = keyof typeof permissionAreas

export interface RightWords {
  area: PermissionArea
  /** The object of the sentence. Without one the act is enough. */
  of?: string
  /** The verb, ending in 「ます」. */
  act: string
  /** The label in a table. */
  name: string
  /** Of the whole chain: the sentence names no shop. */
  isOfChain?: true
}

/** The words of each right. */
export const permissionWords = {
  'account.self': { area: 'account', name: '自分のアカウント', of: 'アカウントとパスワード', act: 'を管理できます' },

  'member.read': { area: 'member', name: '会員の閲覧', of: '会員', act: 'を見られます' },
  'member.write': { area: 'member', name: '会員の更新', of: '会員', act: 'の管理項目とメモを更新できます' },
  'member.export': { area: 'member', name: '会員のCSV出力', of: '会員と予約', act: 'をCSVに出力できます' },
  'import.release': {
    area: 'member',
    name: '確認待ちの取り込みの判断',
    of: '本部の確認待ちの取り込み',
    act: 'を通せます',
  },
  'import.run': {
    area: 'member',
    name: 'ファイルの取り込み',
    of: '会員・契約・売上など',
    act: 'をファイルから取り込めます',
  },

  'shop.read': { area: 'shop', name: '店舗の閲覧', of: '店舗情報', act: 'を見られます' },
  'shop.write': { area: 'shop', name: '店舗の更新', of: '店舗情報', act: 'を更新できます' },
  'plan.read': { area: 'shop', name: 'プラン・チケットの閲覧', of: 'プランとチケット', act: 'を見られます' },
  'plan.write': { area: 'shop', name: 'プランの更新', of: 'プラン', act: 'のLEAN BODYの設定を更新できます' },
  'reservation.read': { area: 'shop', name: '予約の閲覧', of: '予約', act: 'を見られます' },

  'report.members': { area: 'report', name: '会員数と来館の集計', of: '会員数と来館の集計', act: 'を見られます' },
  'report.money': { area: 'report', name: '売上の集計', of: '売上の集計', act: 'を見られます' },
  'report.analysis': {
    area: 'report',
    name: '入会・プラン・来館の分析',
    of: '入会・プラン・来館の分析',
    act: 'を見られます',
  },
  'report.export': { area: 'report', name: '集計のCSV出力', of: '集計', act: 'をCSVに出力できます' },
  'cost.read': { area: 'report', name: '費用と損益の閲覧', of: '費用と損益', act: 'を見られます' },
  'cost.write': { area: 'report', name: '費用の登録・更新', of: '費用', act: 'を登録・更新できます' },
  'view.share': { area: 'report', name: '条件・表示の共有', of: '一覧の条件と集計の表示', act: 'を共有できます' },
  'event.write': { area: 'report', name: '出来事の登録・更新', of: '出来事', act: 'を登録・更新できます' },

  'staff.read': { area: 'staff', name: 'スタッフの閲覧', of: 'スタッフ', act: 'を見られます' },
  'staff.write': { area: 'staff', name: 'スタッフの登録・更新', of: 'スタッフ', act: 'を登録・招待・更新できます' },
  'staff.delete': { area: 'staff', name: 'スタッフの削除', of: 'スタッフ', act: 'を削除できます' },
  'staff.password': {
    area: 'staff',
    name: 'スタッフのパスワード再設定',
    of: 'スタッフ',
    act: 'のパスワードを再設定できます',
  },
  'data.export': { area: 'system', name: '全データの出力', act: '全データを出力できます', isOfChain: true },
  'admin.flag': { area: 'staff', name: '管理者の設定', act: '管理者を設定・解除できます', isOfChain: true },
  'rights.preview': {
    area: 'staff',
    name: '権限のプレビュー',
    act: 'ほかの権限での見え方を確認できます',
    isOfChain: true,
  },

  'dailyReport.read': { area: 'dailyReport', name: '日報の閲覧', of: '日報', act: 'を見られます' },
  'dailyReport.write': { area: 'dailyReport', name: '日報の作成', of: '日報', act: 'を作成・提出できます' },
  'dailyReport.approve': { area: 'dailyReport', name: '日報の承認', of: '日報', act: 'を承認・差し戻しできます' },
  'dailyReport.reopen': { area: 'dailyReport', name: '日報の承認取消', of: '日報', act: 'の承認を取り消せます' },
  'reportAction.read': {
    area: 'dailyReport',
    name: '改善アクションの閲覧',
    of: '改善アクション',
    act: 'を見られます',
  },
  'reportAction.write': {
    area: 'dailyReport',
    name: '改善アクションの登録・更新',
    of: '改善アクション',
    act: 'を登録・更新できます',
  },

  'announcement.read': { area: 'content', name: 'お知らせの閲覧', of: 'お知らせ', act: 'を見られます' },
  'announcement.write': { area: 'content', name: 'お知らせの登録・更新', of: 'お知らせ', act: 'を登録・更新できます' },
  'column.read': { area: 'content', name: 'コラムの閲覧', of: 'コラム', act: 'を見られます', isOfChain: true },
  'column.write': {
    area: 'content',
    name: 'コラムの登録・更新',
    of: 'コラム',
    act: 'を登録・更新できます',
    isOfChain: true,
  },
  'leanBody.read': {
    area: 'content',
    name: 'LEAN BODYの閲覧',
    of: 'LEAN BODYのコンテンツ',
    act: 'を見られます',
    isOfChain: true,
  },
  'leanBody.write': {
    area: 'content',
    name: 'LEAN BODYの更新',
    of: 'LEAN BODYのコンテンツ',
    act: 'を更新できます',
    isOfChain: true,
  },
  'policy.read': {
    area: 'content',
    name: '規約の閲覧',
    of: '利用規約とプライバシーポリシー',
    act: 'を見られます',
    isOfChain: true,
  },
  'policy.write': {
    area: 'content',
    name: '規約の更新',
    of: '利用規約とプライバシーポリシー',
    act: 'を更新できます',
    isOfChain: true,
  },
  'club.read': { area: 'content', name: '会社情報の閲覧', of: '会社情報', act: 'を見られます', isOfChain: true },
  'club.write': { area: 'content', name: '会社情報の更新', of: '会社情報', act: 'を更新できます', isOfChain: true },
  'image.write': { area: 'content', name: '画像のアップロード', act: '画像をアップロードできます', isOfChain: true },

  'mailTemplate.read': {
    area: 'mail',
    name: 'メールテンプレートの閲覧',
    of: 'メールテンプレート',
    act: 'を見られます',
  },
  'mailTemplate.write': {
    area: 'mail',
    name: 'メールテンプレートの登録・更新',
    of: 'メールテンプレート',
    act: 'を登録・更新できます',
  },
  'mail.send': { area: 'mail', name: 'メールの送信', of: '会員', act: 'にメールを送信できます' },
  'mailLog.read': { area: 'mail', name: '送信履歴の閲覧', of: 'メールの送信履歴', act: 'を見られます' },
  'mailBounce.lift': { area: 'mail', name: '不達の解除', of: '会員のメールの不達', act: 'を解除できます' },
  'mailStep.read': {
    area: 'mail',
    name: 'ステップメールの閲覧',
    of: 'ステップメール',
    act: 'を見られます',
    isOfChain: true,
  },
  'mailStep.write': {
    area: 'mail',
    name: 'ステップメールの登録・更新',
    of: 'ステップメール',
    act: 'を登録・更新できます',
    isOfChain: true,
  },

  'activity.read': { area: 'log', name: '会員の利用状況の閲覧', of: '会員の利用状況', act: 'を見られます' },
  'log.condition': { area: 'log', name: '体調の記録の閲覧', of: '会員の体調の記録', act: 'を見られます' },
  'log.healthcare': {
    area: 'log',
    name: 'ヘルスケアの記録の閲覧',
    of: '会員のヘルスケアの記録',
    act: 'を見られます',
  },
  'log.location': { area: 'log', name: '行動の記録の閲覧', of: '会員の行動の記録', act: 'を見られます' },
  'log.bodyTemp': { area: 'log', name: '体温の記録の閲覧', of: '会員の体温の記録', act: 'を見られます' },
  'log.menstrual': { area: 'log', name: '月経の記録の閲覧', of: '会員の月経の記録', act: 'を見られます' },
  'log.export': { area: 'log', name: '日次ログの出力', of: '会員の日次ログ', act: 'をCSVに出力できます' },
  'log.reveal': {
    area: 'log',
    name: '日次ログの値の表示',
    of: '会員の日次ログ',
    act: 'の値を理由を記録して表示できます',
  },
  'log.approve': { area: 'log', name: '健康情報の閲覧の承認', of: '健康情報の閲覧', act: 'を承認できます' },
  'log.erase': { area: 'log', name: '日次ログの削除', of: '会員の日次ログ', act: 'を申出により削除できます' },
  'log.access': {
    area: 'log',
    name: '健康情報アクセス状況の閲覧',
    of: '健康情報アクセス状況',
    act: 'を見られます',
    isOfChain: true,
  },
  'healthcareType.read': {
    area: 'log',
    name: 'ヘルスケアの項目の閲覧',
    of: 'ヘルスケアの項目',
    act: 'を見られます',
    isOfChain: true,
  },

  'audit.read': { area: 'system', name: '操作履歴の閲覧', of: '操作履歴', act: 'を見られます' },
  'audit.detail': {
    area: 'system',
    name: '操作履歴の詳細の閲覧',
    of: '操作履歴の接続元と連絡先の変更',
    act: 'を見られます',
  },
  'audit.export': { area: 'system', name: '操作履歴のCSV出力', of: '操作履歴', act: 'をCSVに出力できます' },
  'sync.run': { area: 'system', name: '外部システムとの同期', act: '会員管理システムと同期できます', isOfChain: true },
  'apiDocs.read': { area: 'system', name: 'API仕様書の閲覧', act: 'APIの仕様書を見られます', isOfChain: true },
} satisfies Record<string, RightWords>

/** A reach as a table cell. */
export const reachWords = {
  own: '自分の分',
  assigned: '担当会員',
  published: '公開中のみ',
  shops: '担当店舗',
  aggregate: '集計のみ',
  all: 'すべて',
} as const
/** The cell of a role without the right. */
export const noReach = 'なし'
