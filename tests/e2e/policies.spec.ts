import type { Page } from '@playwright/test'
import { tokyoDayOf } from '../../api/lib/time.ts'
import { policyDraft } from '../areas/policy.ts'
import { startApi } from '../support/api.ts'
import { expect, expectGood, test } from '../support/fixtures.ts'
import { startApp } from '../support/stack.ts'

const body = (page: Page) => page.getByRole('textbox', { name: '本文' })
const text = (page: Page) => page.getByRole('heading', { name: '会員に表示される内容' })

/** The first day of the month that lies `months` after this one, in Tokyo. */
function firstOfMonth(months: number) {
  const now = new Date(Date.now() + 9 * 3_600_000)
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1)).toISOString().slice(0, 10)
}

test('new terms are copied and scheduled for the first of a month, with the difference shown before and after', async ({
  asStaff,
}) => {
  const edition = `改定版 ${Date.now()}`
  // The next month has its edition in the demo data.
  const day = firstOfMonth(2)
  const page = await asStaff('head', { path: '/other-settings' })
  await page.getByRole('main').getByRole('link', { name: '利用規約' }).click()
  await page.getByRole('link', { name: '新規登録' }).click()
  await expect(body(page)).toHaveValue(/第1条（目的）/)
  await page.getByRole('textbox', { name: /^版/ }).fill(edition)
  await page.getByLabel('施行日').fill(day)
  await page.getByLabel('会員に、あらためて同意を求める').check()
  await page.getByLabel('変更点').fill('館内での上履きの着用を加えます。')
  await body(page).fill(`${await body(page).inputValue()}\n## 第7条（上履き）\n\n館内では**上履き**を着用します。\n`)
  await expectGood(page)
  await page.getByRole('button', { name: 'プレビュー' }).click()
  const preview = page.getByRole('dialog', { name: '会員の画面での見え方' })
  await expect(preview.getByRole('article')).toContainText(`${edition}　${Number(day.slice(0, 4))}年`)
  await expect(preview.getByRole('heading', { name: '第7条（上履き）' })).toBeVisible()
  await expect(preview.locator('strong', { hasText: '上履き' })).toBeVisible()
  await expect(preview.getByRole('row', { name: '口座振替 毎月27日' })).toBeVisible()
  await expectGood(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '登録する' }).click()
  await page.getByRole('link', { name: edition }).click()
  await expect(text(page)).toBeVisible()
  await expectGood(page)

  await page.getByRole('button', { name: '有効にする' }).click()
  const question = page.getByRole('alertdialog', { name: '利用規約を有効にする' })
  await expect(question).toContainText(edition)
  await expect(question).toContainText(`${day.replaceAll('-', '/')}`)
  await expect(question).toContainText('「第3版」は')
  await expect(question).toContainText('あらためて同意を求めます。')
  await expect(question.getByRole('button', { name: 'いいえ' })).toBeFocused()
  await expectGood(page)
  await question.getByRole('button', { name: 'はい' }).click()
  await expect(page.getByText(`「${edition}」を有効にしました。`)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('予定')
  await expect(page.getByRole('button', { name: '更新する' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: '削除する' })).toHaveCount(0)
  await expectGood(page)

  const related = page.getByRole('navigation', { name: '関連する画面' })
  await related.getByRole('link', { name: '「第3版」との違い' }).click()
  await expect(page.locator('ins')).toContainText('第7条（上履き）')
  await expect(page.locator('del')).toHaveCount(0)
  // As members read it.
  await expect(page.getByRole('region', { name: '違い' })).not.toContainText(/##|\*\*/)
  await expectGood(page)
  await page.getByLabel('変更前').selectOption({
    label: (await page.getByLabel('変更前').locator('option').allInnerTexts()).find((one) =>
      one.startsWith('第1版'),
    ) as string,
  })
  await expect(page).toHaveURL(/before=\d+&after=\d+/)
  await expect(page.locator('del').filter({ hasText: '前月末' })).toBeVisible()
})

test('a manager reads the texts and their differences, and cannot change them', async ({ asStaff }) => {
  const page = await asStaff('manager', { path: '/other-settings/privacy-policy' })
  await page.getByRole('link', { name: '第2版' }).click()
  await expect(text(page)).toBeVisible()
  await expect(page.getByRole('link', { name: '新しい版を登録' })).toHaveCount(0)
  await page.getByRole('link', { name: '「第1版」との違い' }).click()
  await expect(page.locator('ins').first()).toContainText('運動プログラム')
  await page.goto('/other-settings/privacy-policy/new')
  await expect(page.getByText('403')).toBeVisible()
})

for (const width of [375, 1280]) {
  test(`at ${width} px anybody reads the terms in force and the next ones, without script, session or cookie`, async ({
    browser,
    appOrigin,
  }) => {
    const context = await browser.newContext({
      baseURL: appOrigin,
      javaScriptEnabled: false,
      viewport: { width, height: 800 },
    })
    const page = await context.newPage()
    const answer = await page.goto('/terms')
    const headers = answer?.headers() ?? {}
    expect(answer?.status()).toBe(200)
    expect(headers['cache-control']).toBe('public, max-age=60')
    expect(headers['set-cookie']).toBeUndefined()
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
    for (const name of ['strict-transport-security', 'x-content-type-options', 'referrer-policy', 'x-frame-options']) {
      expect(headers[name], name).toBeDefined()
    }
    expect(await page.content()).not.toContain('<script')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('スポーツクラブ利用規約')
    await expect(page.getByText(/^第2版/)).toBeVisible()
    await expect(page.getByRole('row', { name: '口座振替 毎月27日' })).toBeVisible()
    // The style came through the policy.
    expect(await page.locator('main').evaluate((main) => getComputedStyle(main).maxWidth)).toBe('768px')
    await page.getByRole('link', { name: '改定後の内容を読む' }).click()
    await expect(page.getByText(/^第3版.*施行予定$/)).toBeVisible()
    await page.getByRole('link', { name: '現在の内容を読む' }).click()
    await page.goto('/privacy')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('プライバシーポリシー')
    await context.close()
  })
}

test('the public pages pass axe, and a missing text is a 404 page', async ({ asVisitor }) => {
  const page = await asVisitor({ width: 375 })
  for (const address of ['/terms', '/terms/next', '/privacy']) {
    await page.goto(address)
    await expectGood(page)
  }
  expect((await page.goto('/terms/other'))?.status()).toBe(404)
})

test('the URL of an announced text shows the text in force once nothing is announced', async ({
  asVisitor,
  stack,
  supervisor,
}) => {
  const api = await startApi()
  try {
    const origin = await startApp(supervisor, { apiOrigin: api.url, emulatorPort: stack.emulatorPort })
    const page = await asVisitor({ origin })
    expect((await page.goto('/terms/next'))?.status()).toBe(404)
    const token = await api.as({ role: 'all' })
    const body = { ...policyDraft('第1版', tokyoDayOf(api.time.now)), noticeFrom: null, type: 'privacyPolicy' }
    const { id } = (await api.post('/api/admin/policy/new', { token, body })).json
    expect((await api.post(`/api/admin/policy/${id}/activate`, { token, body: {} })).status).toBe(200)
    expect((await page.goto('/privacy/next'))?.status()).toBe(200)
    await expect(page).toHaveURL(/\/privacy$/)
    await expect(page.getByText(/^第1版/)).toBeVisible()
  } finally {
    await api.close()
  }
})

test('an edition of the privacy policy is a 404 under the terms', async ({ asStaff }) => {
  const page = await asStaff('head', { path: '/other-settings/privacy-policy' })
  const own = await page.locator('[data-record]').first().getAttribute('href')
  await page.goto(`/other-settings/user-policies/${own?.split('/').at(-1)?.split('?')[0]}`)
  await expect(page.getByRole('heading', { name: '利用規約が見つかりません' })).toBeVisible()
})
