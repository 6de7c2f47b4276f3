import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// One word for one thing: docs/glossary.md says which.

/** `- **word** (`code`): what it is. [screens] Not `other`, `other`` */
const glossary = [...readFileSync('docs/glossary.md', 'utf8').matchAll(/^- \*\*(.+?)\*\*.* \[(.+)\] Not (.+)$/gm)].map(
  ([, word = '', screens = '', not = '']) => ({
    word,
    screens: screens.split('、'),
    not: [...not.matchAll(/`([^`]+)`/g)].map(([, other = '']) => other),
  }),
)

test('every line of the glossary names a word, its screens and what it replaces', () => {
  const lines = readFileSync('docs/glossary.md', 'utf8').split('\n')
  expect(glossary).toHaveLength(lines.slice(4).filter((line) => line).length)
})

const files = globSync(['app/**/*.{ts,tsx}', 'contract/**/*.ts'])
  .filter((file) => !/\.test\.|\.fixture\.|routeTree/.test(file))
  .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n') }))
const linesWith = (isWrong: (line: string) => boolean) =>
  files.flatMap(({ file, lines }) =>
    lines.flatMap((line, at) => (isWrong(line) ? `${file}:${at + 1}: ${line.trim()}` : [])),
  )

/** Where each screen's own code is. */
const features: Record<string, string> = {
  ダッシュボード: 'dashboard',
  会社情報: 'club',
  集計の内訳: 'drill-down',
  会員: 'members',
  日次ログ: 'member-daily-logs',
  データ健康診断: 'data-health',
  取り込み: 'imports',
  全データの出力: 'data-export',
  会員管理システム: 'club-system',
  消えた会員: 'missing-members',
  こちらの値を使用中: 'chosen-values',
  数字の突き合わせ: 'reconciliation',
  店舗: 'shops',
  'プラン・チケット': 'plans-and-tickets',
  予約: 'reservations',
  コンテンツ: 'lean-body',
  会員の利用状況: 'member-activities',
  日報: 'daily-reports',
  改善アクション: 'report-actions',
  スタッフ: 'staffs',
  メール作成: 'mail-send',
  メールテンプレート: 'mail-templates',
  ステップメール: 'mail-steps',
  送信履歴: 'mail-logs',
  コラム: 'columns',
  お知らせ: 'announcements',
  統計: 'statistics',
  規約: 'policies',
  操作履歴: 'audit',
  権限一覧: 'rights',
  アカウント設定: 'account',
  ログイン: 'sign-in',
}
// What screens share: their parts, the frame around them, the words of records and the sentences of errors.
const shared = /^(app\/(components|nouns|frame|auth|identity|shop)\/|contract\/(words\/|errors|kpi))/

test.each(glossary)('$word appears in the code of the screens that the glossary names', ({ word, screens }) => {
  for (const screen of screens) {
    const own = `app/features/${features[screen]}/`
    if (!/^すべての/.test(screen)) expect(features, screen).toHaveProperty([screen])
    const spoken = files.filter(({ file }) => shared.test(file) || file.startsWith(own))
    expect(
      spoken.some(({ lines }) => lines.some((line) => line.includes(word))),
      screen,
    ).toBe(true)
  }
})

test.each(glossary)('$word has no synonyms in the code', ({ word, not }) => {
  expect(not.length).toBeGreaterThan(0)
  // ブラウザー begins with what it replaces; the palette also finds 会員 as 顧客.
  const without = (line: string) => line.replaceAll(word, '').replace(/(alsoCalled: .*)顧客/, '$1')
  expect(linesWith((line) => not.some((other) => without(line).includes(other)))).toEqual([])
})

test('a button’s label is a verb', () => {
  const nouns = /^\s*(削除|複製|保存|破棄|中止|復元|変更|更新|登録|追加|解除|選択|印刷|設定|出力)\s*$/
  expect(linesWith((line) => nouns.test(line))).toEqual([])
})

test('a sentence has full-width brackets and no question or exclamation mark', () => {
  expect(linesWith((line) => /[ぁ-んァ-ヶ一-龯]\(|[！？]/.test(line))).toEqual([])
})

test('no comment begins with "The same": it names its subject', () => {
  const sources = globSync([
    '*.ts',
    '{app,api,contract,provider,tests,stub,scripts,bench}/**/*.{ts,tsx,mjs,css}',
    'api/db/sql/*.sql',
  ])
  expect(sources.length).toBeGreaterThan(1000)
  const begins = /^\s*(?:\/\/|\/?\*+|--)\s+The same\b|\/\* The same\b/
  const found = sources.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, at) => (begins.test(line) ? `${file}:${at + 1}: ${line.trim()}` : [])),
  )
  expect(found).toEqual([])
})
