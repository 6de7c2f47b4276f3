import type { Page } from '@playwright/test'
import { expect, signInAt, test } from '../support/fixtures.ts'
import { search } from '../support/lists.ts'
import { startApi, startApp } from '../support/stack.ts'

const list = '/other-settings/announcements'
const bodyField = (page: Page) => page.getByRole('textbox', { name: '本文' })

test('the API is killed while one saves: a sentence, nothing typed is lost, the next try makes exactly one', async ({
  asVisitor,
  stack,
  supervisor,
}) => {
  test.setTimeout(120_000)
  const api = await startApi(supervisor, { seeded: stack.seeded, emulatorPort: stack.emulatorPort })
  const origin = await startApp(supervisor, { apiOrigin: api.origin, emulatorPort: stack.emulatorPort })
  const page = await asVisitor({ origin })
  await page.goto(`/login?redirect=${encodeURIComponent(`${list}/new`)}`)
  await signInAt(page, 'head')
  const title = `停止中に保存 ${Date.now()}`
  await page.getByLabel('タイトル').fill(title)
  await bodyField(page).click()
  await page.keyboard.insertText('消えてはいけない本文です。')

  await api.kill()
  await page.getByRole('button', { name: '登録する' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('通信に失敗しました')
  await expect(page.getByLabel('タイトル')).toHaveValue(title)
  await expect(bodyField(page)).toContainText('消えてはいけない本文です。')

  await api.restart()
  await page.getByRole('button', { name: '登録する' }).click()
  await expect(page.getByText('お知らせを登録しました。')).toBeVisible()
  await search(page, title)
  await expect(page.getByRole('row').filter({ hasText: title })).toHaveCount(1)
})
