import { expect, type Page } from '@playwright/test'

// Helpers for lists.

export const list = (page: Page) => page.locator('main table')
export const rows = (page: Page) => page.locator('main tbody tr[data-row]')
export const searchField = (page: Page) => page.getByRole('searchbox')
export const counts = (page: Page) => page.getByRole('status').filter({ hasText: /全[\d,]+件/ })

/** Waits for the current rows, without skeleton or outdated rows. */
export async function expectRows(page: Page) {
  await expect(counts(page)).toBeVisible()
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
}

/**
 * Searches and waits for the results, since earlier rows may contain the keyword too. By the list's own field: a form that
 * is being left may have one too.
 */
export async function search(page: Page, keyword: string) {
  await page.getByRole('search').getByRole('searchbox').fill(keyword)
  await expect(page).toHaveURL((url) => url.searchParams.get('keyword') === keyword)
  await expectRows(page)
}

/** `1–10 / 全12,345件` as numbers. */
export async function readCounts(page: Page) {
  await expectRows(page)
  const text = (await counts(page).textContent()) ?? ''
  const [from = 0, to = 0, total = 0] = (text.replaceAll(',', '').match(/\d+/g) ?? []).map(Number)
  return { from, to, total }
}

/** The first cell of each row, once all rows of the page have rendered. For pages below 100 rows. */
export async function names(page: Page) {
  const { from, to, total } = await readCounts(page)
  const cells = rows(page).getByRole('rowheader')
  await expect(cells).toHaveCount(total === 0 ? 0 : to - from + 1)
  return cells.allInnerTexts()
}

export async function openFilters(page: Page) {
  await page.getByRole('button', { name: /^絞り込み/ }).click()
  await expect(page.getByRole('group', { name: '絞り込み' })).toBeVisible()
}
