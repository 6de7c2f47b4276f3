import type { Page } from '@playwright/test'
import { expect, expectNoAxeViolations, test } from '../support/fixtures.ts'
import { search } from '../support/lists.ts'
import { expectNoSidewaysScroll } from '../support/screens.ts'

const list = '/other-settings/announcements'
const bodyField = (page: Page) => page.getByRole('textbox', { name: '本文' })

for (const width of [375, 1280]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`announcements at ${width} px, ${colorScheme}: list, form, errors, questions, preview, stale dialog`, async ({
      asStaff,
    }) => {
      test.setTimeout(180_000)
      const page = await asStaff('head', { width, path: `${list}/new` })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expect(bodyField(page)).toBeVisible()
      await expectNoAxeViolations(page)
      await expectNoSidewaysScroll(page)

      await page.getByRole('button', { name: '登録する' }).click()
      await expect(page.getByLabel('タイトル')).toBeFocused()
      await expectNoAxeViolations(page)

      const title = `読みやすさ ${width} ${colorScheme} ${Date.now()}`
      await page.getByLabel('タイトル').fill(title)
      await bodyField(page).click()
      await page.keyboard.insertText('本文です。')
      await page.getByRole('radio', { name: '店舗を選ぶ' }).check()
      await page.getByRole('checkbox', { name: /店/ }).first().check()
      await page.getByRole('button', { name: 'プレビュー' }).click()
      await expect(page.getByRole('article')).toBeVisible()
      await expectNoAxeViolations(page)
      await page.keyboard.press('Escape')

      await page.getByRole('link', { name: 'お知らせの一覧' }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await expectNoAxeViolations(page)
      await page.getByRole('button', { name: 'いいえ' }).click()

      await page.getByRole('button', { name: '登録する' }).click()
      await expect(page.getByText('お知らせを登録しました。')).toBeVisible()
      const record = page.locator('[data-record]', { hasText: title })
      await search(page, title)
      await expect(record).toHaveCount(1)
      // The old rows are pale while the new ones load.
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      await expectNoAxeViolations(page)
      await expectNoSidewaysScroll(page)

      await record.click()
      await expect(bodyField(page)).toBeVisible()
      const other = await page.context().newPage()
      await other.goto(page.url())
      await other.getByLabel('タイトル').fill(`${title} 別の変更`)
      await other.getByRole('button', { name: '更新する' }).click()
      await expect(other.getByText('お知らせを更新しました。')).toBeVisible()
      await other.close()
      await page.getByLabel('タイトル').fill(`${title} 自分の変更`)
      await page.getByRole('button', { name: '更新する' }).click()
      await expect(page.getByRole('dialog', { name: 'ほかの人が先に更新しました' })).toBeVisible()
      await expectNoAxeViolations(page)
    })
  }
}
