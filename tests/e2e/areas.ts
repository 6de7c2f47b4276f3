import type { Locator, Page } from '@playwright/test'
import { type Account, emailOf, password } from '../support/fixtures.ts'

/** Description of a list for conformance.spec.ts. */
export interface ListArea {
  /** 会員: what an empty list, a failed one and a CSV call it. */
  noun: string
  path: string
  /** Occurs in the paths of its files: who changes one runs all of its stories. */
  files: string
  /** Rows belong to the selected shop; absent: to the whole chain. */
  ofShop?: true
  /** API paths to fail for the error state. */
  api: string
  /** An account that sees every row. */
  account: Account
  /** Default and invalid parameters, which the URL leaves out. */
  defaults: string
  /** A sortable header that is not the default order. */
  sortBy: string
  /** A keyword that finds a few rows, and the text that each of them shows. */
  search: { keyword: string; shows: string }
  /** A filter that matches some rows: field, option and URL parameter. */
  filter: { label: string; option: string; inUrl: RegExp }
  /**
   * A record opens over the list, on a page with a link back, or in another area, from which Back returns; absent if rows
   * have no record.
   */
  record?: { ready: (page: Page) => Locator; opensOver: boolean; back?: string; isElsewhere?: true }
  /** CSV: header, content of some row, an account that may export, and one that may not. */
  csv?: { head: string; holds: RegExp; account: Account; notFor?: Account; file: RegExp }
  /** An account without permission for the area. */
  closedTo?: Account
  /** Creates rows for a list that is empty in the demo; `api`: the API's URL. */
  stock?: (api: string) => Promise<void>
}

/** Description of a form for conformance.spec.ts. */
export interface FormArea {
  noun: string
  /** The list's address; `/new` behind it is the form. */
  path: string
  list: string
  account: Account
  /** A second account that may edit the same records. */
  other: Account
  /** The required field that comes first, and names the record in the list. */
  name: string
  /** Another required field. */
  wanted: string
  /** How many fields are empty and required at first, where it is not these two alone. */
  required?: number
  /** The sentence after each write. */
  messages: { created: string; updated: string; removed: string }
  /** Fills in the other required fields. */
  fill: (page: Page) => Promise<void>
  /** Visible once the form with its chunks has loaded. */
  ready: (page: Page) => Locator
  /** Another field, for two people who change different things. */
  second: { label: string; change: (page: Page) => Promise<void>; shows: string }
  /** A read-only account, and text of a record that no other story changes. */
  reader: Account
  standing: string
}

const policyText = (page: Page) => page.getByRole('heading', { name: '会員に表示される内容' })
const body = (page: Page) => page.getByRole('textbox', { name: '本文' })

export const lists: ListArea[] = [
  {
    noun: '会員',
    path: '/hacomono/members',
    files: 'member',
    ofShop: true,
    api: '/api/admin/user/member/',
    account: 'head',
    defaults: 'sort=kana&status=all&joinedFrom=1/2',
    sortBy: '会員番号',
    search: { keyword: 'すず', shows: 'スズ' },
    filter: { label: '契約状態', option: '休会中', inUrl: /contractStatus=suspended/ },
    record: { ready: (page) => page.locator('dialog[open]').getByText('契約の履歴'), opensOver: true },
    csv: {
      head: '会員番号,',
      holds: /,0[789]0-\d{4}-\d{4},/,
      account: 'manager',
      notFor: 'trainer',
      file: /^会員一覧_[^_]+_\d{8}_\d{4}\.csv$/,
    },
    closedTo: 'partner',
  },
  {
    noun: '店舗',
    path: '/hacomono/shops',
    files: 'shop',
    api: '/api/admin/shop/list',
    account: 'head',
    defaults: 'sort=sortOrder&view=table&ownerType=all',
    sortBy: '店舗名',
    search: { keyword: 'S00', shows: 'S00' },
    filter: { label: '運営区分', option: 'FC', inUrl: /ownerType=franchise/ },
    record: {
      ready: (page) => page.getByRole('heading', { name: '営業時間' }),
      opensOver: false,
      back: '店舗の一覧',
    },
  },
  {
    noun: '予約',
    path: '/hacomono/reservations',
    files: 'reservation',
    ofShop: true,
    api: '/api/admin/shop/reservation/list',
    account: 'head',
    defaults: 'sort=startAt&status=all&from=1/2',
    sortBy: '開始日時',
    search: { keyword: 'ヨガ', shows: 'ヨガ' },
    filter: { label: '状態', option: '予約済', inUrl: /status=booked/ },
    record: {
      ready: (page) => page.getByRole('navigation', { name: '会員の情報' }),
      opensOver: false,
      isElsewhere: true,
    },
    csv: {
      head: '予約番号,',
      holds: /,K\d+,/,
      account: 'manager',
      notFor: 'trainer',
      file: /^予約一覧_[^_]+_\d{8}-\d{8}_\d{8}_\d{4}\.csv$/,
    },
  },
  {
    noun: '日報',
    path: '/shop-reports/list',
    files: 'daily-report',
    ofShop: true,
    api: '/api/admin/shop/daily-report/list',
    account: 'head',
    defaults: 'sort=-date&status=all&from=1/2',
    sortBy: '提出日時',
    search: { keyword: '鍵', shows: '店' },
    filter: { label: '状態', option: '差戻し', inUrl: /status=returned/ },
    record: { ready: (page) => page.getByText('今月の進み方'), opensOver: false, back: '日報の一覧' },
    csv: {
      head: '日付,',
      holds: /差戻し/,
      account: 'manager',
      notFor: 'trainer',
      file: /^日報_[^_]+_\d{8}-\d{8}_\d{8}_\d{4}\.csv$/,
    },
    closedTo: 'partner',
  },
  {
    noun: '改善アクション',
    path: '/shop-reports/actions',
    files: 'report-action',
    ofShop: true,
    api: '/api/admin/shop/report-action/list',
    account: 'head',
    defaults: 'sort=dueOn&status=all&category=1',
    sortBy: '期限',
    search: { keyword: '翌日', shows: '体験後の翌日フォロー' },
    filter: { label: '区分', option: '設備', inUrl: /category=facility/ },
    record: {
      ready: (page) => page.getByRole('heading', { name: 'コメント' }),
      opensOver: false,
      back: '改善アクションの一覧',
    },
    csv: {
      head: '店舗,件名,',
      holds: /フリーウエイト/,
      account: 'manager',
      notFor: 'trainer',
      file: /^改善アクション_[^_]+_\d{8}_\d{4}\.csv$/,
    },
    closedTo: 'partner',
  },
  {
    noun: 'プラン',
    path: '/hacomono/plans-or-tickets',
    files: 'plan',
    ofShop: true,
    api: '/api/admin/shop/plan/list',
    account: 'head',
    defaults: 'sort=code&status=all&category=1',
    sortBy: '契約者',
    search: { keyword: 'れぎゅらー', shows: 'レギュラー会員' },
    filter: { label: '会員種別', option: '学生', inUrl: /category=student/ },
    record: {
      ready: (page) => page.getByRole('heading', { name: '利用条件' }),
      opensOver: false,
      back: 'プランの一覧',
    },
    closedTo: 'partner',
  },
  {
    noun: 'チケット',
    path: '/hacomono/plans-or-tickets/tickets',
    files: 'ticket',
    ofShop: true,
    api: '/api/admin/shop/ticket/list',
    account: 'head',
    defaults: 'sort=code&status=all&type=1',
    sortBy: '販売',
    search: { keyword: '回数券', shows: '回数券' },
    filter: { label: '種別', option: '入退館', inUrl: /type=entry/ },
    closedTo: 'partner',
  },
  {
    noun: 'コンテンツ',
    path: '/lean-body/contents',
    files: 'lean-body',
    api: '/api/admin/content/lean-body/list',
    account: 'head',
    defaults: 'sort=sortOrder&status=all&intensity=9&view=table',
    sortBy: 'タイトル',
    search: { keyword: 'めざめ', shows: '朝のめざめヨガ' },
    filter: { label: '種目', option: 'ピラティス', inUrl: /category=pilates/ },
    record: {
      ready: (page) => page.getByRole('textbox', { name: 'タイトル' }),
      opensOver: false,
      back: 'コンテンツの一覧',
    },
  },
  {
    noun: '会員の利用状況',
    path: '/lean-body/member-activities',
    files: 'activit',
    ofShop: true,
    api: '/api/admin/content/lean-body/activity/list',
    account: 'head',
    defaults: 'sort=-startedAt&completed=all&from=1/2',
    sortBy: '開始日時',
    search: { keyword: 'すず', shows: 'スズ' },
    filter: { label: '完了', option: '途中', inUrl: /completed=false/ },
    record: {
      ready: (page) => page.getByRole('navigation', { name: '会員の情報' }),
      opensOver: false,
      isElsewhere: true,
    },
    closedTo: 'partner',
  },
  {
    noun: 'スタッフ',
    path: '/staffs',
    files: 'staff',
    ofShop: true,
    api: '/api/admin/user/staff/list',
    account: 'head',
    defaults: 'sort=displayName&status=all&role=1',
    sortBy: '最終ログイン',
    search: { keyword: 'たかせ', shows: '高瀬' },
    filter: { label: '状態', option: '待機中', inUrl: /status=waiting/ },
    record: {
      ready: (page) => page.getByRole('heading', { name: '権限と在籍' }),
      opensOver: false,
      back: 'スタッフの一覧',
    },
    closedTo: 'partner',
  },
  {
    noun: 'お知らせ',
    path: '/other-settings/announcements',
    files: 'announcement',
    ofShop: true,
    api: '/api/admin/announcement/list',
    account: 'head',
    defaults: 'sort=-updatedAt&state=all',
    sortBy: 'タイトル',
    search: { keyword: 'システムメンテナンス', shows: 'システム' },
    filter: { label: '状態', option: '非公開', inUrl: /state=disabled/ },
    record: { ready: body, opensOver: false, back: 'お知らせの一覧' },
  },
  {
    noun: 'コラム',
    path: '/other-settings/columns',
    files: 'column',
    api: '/api/admin/content/column/list',
    account: 'head',
    defaults: 'sort=-updatedAt&state=all',
    sortBy: 'タイトル',
    search: { keyword: '睡眠', shows: '睡眠' },
    filter: { label: 'カテゴリ', option: '食事', inUrl: /category=food/ },
    record: { ready: body, opensOver: false, back: 'コラムの一覧' },
  },
  {
    noun: '利用規約',
    path: '/other-settings/user-policies',
    files: 'polic',
    api: '/api/admin/policy/list',
    account: 'head',
    defaults: 'sort=-effectiveFrom&state=all',
    sortBy: '同意数',
    search: { keyword: '前月15日', shows: '利用規約' },
    filter: { label: '状態', option: '有効', inUrl: /state=active/ },
    record: { ready: policyText, opensOver: false, back: '利用規約の一覧' },
    closedTo: 'partner',
  },
  {
    noun: 'メールテンプレート',
    path: '/mail/templates',
    files: 'mail-template',
    ofShop: true,
    api: '/api/admin/mail/template/list',
    account: 'head',
    defaults: 'sort=-updatedAt&status=all',
    sortBy: 'テンプレート名',
    search: { keyword: '新宿店', shows: '新宿店' },
    filter: { label: '種別', option: '広告宣伝', inUrl: /category=marketing/ },
    record: { ready: body, opensOver: false, back: 'メールテンプレートの一覧' },
    closedTo: 'partner',
  },
  {
    noun: 'ステップメール',
    path: '/mail/steps',
    files: 'mail-step',
    api: '/api/admin/mail/step/list',
    account: 'head',
    defaults: 'sort=-updatedAt&status=all',
    sortBy: 'ステップメール名',
    search: { keyword: '会員へ', shows: '会員へ' },
    filter: { label: '開始条件', option: '休会の終了が近い', inUrl: /trigger=suspensionEnding/ },
    record: {
      ready: (page) => page.getByRole('button', { name: 'ステップを追加' }),
      opensOver: false,
      back: 'ステップメールの一覧',
    },
    closedTo: 'trainer',
  },
  {
    noun: '送信履歴',
    path: '/mail/logs',
    files: 'mail-log',
    ofShop: true,
    api: '/api/admin/mail/log/list',
    account: 'head',
    defaults: 'sort=-sendAt&status=all&from=1/2',
    sortBy: '宛先',
    search: { keyword: 'お知らせ', shows: 'お知らせ' },
    filter: { label: '種別', option: '広告宣伝', inUrl: /category=marketing/ },
    record: {
      ready: (page) => page.getByRole('heading', { name: '送信の記録' }),
      opensOver: false,
      back: '送信履歴の一覧',
    },
    csv: {
      head: '送信予定,',
      holds: /広告宣伝/,
      account: 'manager',
      file: /^メール送信履歴_[^_]+_\d{8}_\d{4}\.csv$/,
    },
    closedTo: 'trainer',
  },
  {
    noun: '操作履歴',
    path: '/audit-log',
    files: 'audit',
    api: '/api/admin/audit/',
    account: 'head',
    defaults: 'sort=-at&group=all&resourceType=1',
    sortBy: '日時',
    search: { keyword: '水野', shows: '水野' },
    filter: { label: '操作の種類', option: 'ログイン・ログアウト', inUrl: /group=signIn/ },
    record: {
      ready: (page) => page.locator('dialog[open]').getByRole('heading', { name: '接続元' }),
      opensOver: true,
    },
    stock: async (api) => {
      for (const account of ['manager', 'manager', 'manager', 'owner'] as const) {
        await fetch(`${api}/api/admin/auth/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: emailOf(account), password }),
        })
      }
    },
  },
]

export const forms: FormArea[] = [
  {
    noun: 'お知らせ',
    path: '/other-settings/announcements',
    list: 'お知らせの一覧',
    account: 'head',
    other: 'admin',
    name: 'タイトル',
    wanted: '本文',
    messages: {
      created: 'お知らせを登録しました。',
      updated: 'お知らせを更新しました。',
      removed: 'お知らせを削除しました。',
    },
    fill: async (page) => {
      await body(page).click()
      await page.keyboard.insertText('休館のお知らせです。')
    },
    ready: body,
    second: {
      label: '区分',
      change: async (page) => void (await page.getByLabel('区分').selectOption('campaign')),
      shows: 'キャンペーン',
    },
    reader: 'trainer',
    standing: 'システムメンテナンス',
  },
  {
    noun: 'コラム',
    path: '/other-settings/columns',
    list: 'コラムの一覧',
    account: 'head',
    other: 'admin',
    name: 'タイトル',
    wanted: '本文',
    messages: {
      created: 'コラムを登録しました。',
      updated: 'コラムを更新しました。',
      removed: 'コラムを削除しました。',
    },
    fill: async (page) => {
      await body(page).click()
      await page.keyboard.insertText('朝の5分を体のために使いましょう。')
    },
    ready: body,
    second: {
      label: 'カテゴリ',
      change: async (page) => void (await page.getByLabel('カテゴリ').selectOption('sleep')),
      shows: '睡眠',
    },
    reader: 'trainer',
    standing: '睡眠',
  },
  {
    noun: '改善アクション',
    path: '/shop-reports/actions',
    list: '改善アクションの一覧',
    account: 'head',
    other: 'admin',
    name: '件名',
    wanted: '計画',
    messages: {
      created: '改善アクションを登録しました。',
      updated: '改善アクションを更新しました。',
      removed: '改善アクションを削除しました。',
    },
    fill: async (page) => {
      await page.locator('form').getByLabel('店舗').selectOption('新宿店')
      await page.getByLabel('計画').fill('翌日までに電話します。')
    },
    ready: (page) => page.getByLabel('計画'),
    second: {
      label: '区分',
      change: async (page) => void (await page.getByLabel('区分').selectOption('facility')),
      shows: '設備',
    },
    reader: 'trainer',
    standing: '夜間スタジオの増枠',
  },
  {
    noun: '利用規約',
    path: '/other-settings/user-policies',
    list: '利用規約の一覧',
    account: 'head',
    other: 'admin',
    name: '版',
    wanted: '本文',
    messages: {
      created: '利用規約を登録しました。',
      updated: '利用規約を更新しました。',
      removed: '利用規約を削除しました。',
    },
    fill: (page) => body(page).fill('# 第1条\n\n館内では上履きを着用します。'),
    ready: body,
    second: {
      label: '再同意',
      change: (page) => page.getByLabel('会員に、あらためて同意を求める').check(),
      shows: '求める',
    },
    reader: 'manager',
    standing: '第1版',
  },
  {
    noun: 'メールテンプレート',
    path: '/mail/templates',
    list: 'メールテンプレートの一覧',
    account: 'head',
    other: 'admin',
    name: 'テンプレート名',
    wanted: '本文',
    required: 4,
    messages: {
      created: 'メールテンプレートを登録しました。',
      updated: 'メールテンプレートを更新しました。',
      removed: 'メールテンプレートを削除しました。',
    },
    fill: async (page) => {
      await page.getByLabel('差出人名').fill('からだクラブ')
      await page.getByLabel('件名').fill('休館のお知らせ')
      await body(page).click()
      await page.keyboard.insertText('{{会員氏名}}様、明日は休館します。')
    },
    ready: body,
    second: {
      label: '種別',
      change: async (page) => void (await page.getByLabel('種別').selectOption('marketing')),
      shows: '広告宣伝',
    },
    reader: 'trainer',
    standing: 'お変わりありませんか',
  },
]
