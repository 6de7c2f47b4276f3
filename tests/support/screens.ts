import { expect, type Locator, type Page } from '@playwright/test'

// Helpers for what staff see.

/** The card of one figure; its heading also holds the button that explains it. */
export const figureCard = (page: Page, label: string) =>
  page.locator('[data-slot=card]', { has: page.getByRole('heading', { name: new RegExp(`^${label} `) }) })

/** The dashboard's figures are there: neither a skeleton nor an error. */
export async function expectFigures(page: Page) {
  await expect(page.getByRole('heading', { name: 'ダッシュボード', level: 1 })).toBeVisible()
  await expect(page.getByText('データ時点').filter({ visible: true })).toBeVisible()
  await expect(figureCard(page, '来館数')).toContainText(/\d/)
}

/** The newest notice, where an earlier one with the same words may still be behind it: the one between has others. */
export const newestNotice = (page: Page, text: string) =>
  page.locator('[data-sonner-toast][data-front=true]').filter({ hasText: text })

export async function openAccountMenu(page: Page) {
  await page.getByRole('button', { name: /^アカウント/ }).click()
  await expect(page.getByRole('menu', { name: 'アカウント' })).toBeVisible()
}

export async function signOut(page: Page) {
  await openAccountMenu(page)
  await page.getByRole('menuitem', { name: 'ログアウト' }).click()
  await expect(page).toHaveURL(/\/login/)
}

export const shopSwitcher = (page: Page) => page.getByRole('button', { name: /^店舗を切り替え/ })

export const shopList = (page: Page) => page.getByRole('dialog', { name: '店舗の選択' })

export async function openShopList(page: Page) {
  await shopSwitcher(page).click()
  await expect(shopList(page)).toBeVisible()
}

export async function chooseShop(page: Page, name: string) {
  await openShopList(page)
  await shopList(page).getByRole('option', { name }).click()
}

/** A panel of the dashboard, by its heading. */
export const panelOf = (page: Page, heading: string | RegExp) =>
  page.locator('section', { has: page.getByRole('heading', { name: heading }) })

/** The texts of cells, once the first is there: what a press shows follows the press. */
export async function textsOf(cells: Locator) {
  await expect(cells.first()).toBeVisible()
  return cells.allTextContents()
}

/** Reads a report down to its end: panels far below are drawn once they are near. */
export async function scrollThrough(page: Page) {
  const readDown = async () => {
    await page.mouse.wheel(0, 600)
    return page.locator('main [data-slot=skeleton]').count()
  }
  await expect.poll(readDown).toBe(0)
}

/** The day's figures as a table instead of the chart. */
export async function showDailyTable(page: Page) {
  await panelOf(page, /^日ごとの来館/)
    .getByRole('button', { name: '表で見る' })
    .click()
  await expect(dailyTable(page)).toBeVisible()
}

export const dailyTable = (page: Page) => page.getByRole('table', { name: /日ごとの集計/ })

export const monthPicker = (page: Page) => page.getByRole('combobox', { name: '対象月' })

const tokyoMonth = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo', year: 'numeric', month: '2-digit' })

/** The month in Tokyo, so many months from now, as URLs and as people write it. */
export function monthFromNow(distance: number) {
  const [year = 0, month = 0] = tokyoMonth.format(new Date()).split('-').map(Number)
  const moved = new Date(Date.UTC(year, month - 1 + distance, 1))
  return {
    inUrl: moved.toISOString().slice(0, 7),
    asWritten: `${moved.getUTCFullYear()}年${moved.getUTCMonth() + 1}月`,
    days: new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate(),
  }
}

/** A number as reports write it: `1,234`, `▲18`, `¥8,351`. */
export const readNumber = (text: string) => Number(text.replace('▲', '-').replace(/[^\d.-]/g, ''))

/** Checks that the page does not scroll sideways. */
export async function expectNoSidewaysScroll(page: Page) {
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth] as const)
  expect(content).toBeLessThanOrEqual(window)
}

/** The fields on the screen with less room than four of their own characters. */
export const narrowFields = (page: Page) =>
  page
    .locator(
      'input:not([type=checkbox], [type=radio], [type=range], [type=file], [type=hidden], [type=submit]), textarea',
    )
    .filter({ visible: true })
    .evaluateAll((fields) =>
      fields.flatMap((field) => {
        const { paddingLeft, paddingRight, fontSize } = getComputedStyle(field)
        const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
        const name =
          field.getAttribute('aria-label') ?? (field as HTMLInputElement).labels?.[0]?.textContent ?? field.id
        return room < 4 * Number.parseFloat(fontSize) ? [`${name}: ${Math.round(room)} px`] : []
      }),
    )

/** Inputs, selects and buttons beside each other that are not of one height, and selects that are not as high as all others. */
export const unevenControls = (page: Page) =>
  page
    .locator(
      ':is(main, dialog[open]) :is(select, input:not([type=checkbox], [type=radio], [type=range], [type=file]), [data-slot=button])',
    )
    .filter({ visible: true })
    .evaluateAll((controls) => {
      const boxes = controls.map((control) => ({
        name: `${control.tagName} ${control.getAttribute('aria-label') ?? control.textContent ?? control.id}`.slice(
          0,
          60,
        ),
        isSelect: control.tagName === 'SELECT',
        box: control.getBoundingClientRect(),
      }))
      const isBeside = (one: DOMRect, other: DOMRect) =>
        other.left >= one.right && other.left - one.right < 24 && other.top < one.bottom && other.bottom > one.top
      const uneven = boxes.flatMap((one) =>
        boxes
          .filter((other) => isBeside(one.box, other.box) && Math.abs(one.box.height - other.box.height) > 1)
          .map((other) => `${one.name} (${one.box.height} px) beside ${other.name} (${other.box.height} px)`),
      )
      const strange = boxes.filter(({ isSelect, box }) => isSelect && Math.abs(box.height - 36) > 1)
      return [...uneven, ...strange.map(({ name, box }) => `${name}: ${box.height} px`)]
    })

/** The bearer token that the page's next call carries. */
export async function bearerOf(page: Page, trigger: () => Promise<unknown>): Promise<string> {
  const nextRequest = page.waitForRequest(
    (request) => request.url().includes('/_serverFn/') && 'authorization' in request.headers(),
  )
  await trigger()
  return (await nextRequest).headers().authorization ?? ''
}

/** Prints, after waiting for the line with time and user, which loads shortly after the screen. */
export const expectPrintLine = (page: Page) =>
  expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    const line = page.getByText(/^出力日時 \d{4}\/\d{2}\/\d{2}.* ／ 出力者 \S+/)
    await expect(line).toBeVisible({ timeout: 500 })
  }).toPass()

/** Holds back these URLs' responses until the returned function is called. */
export async function holdBack(page: Page, addresses: RegExp): Promise<() => void> {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  await page.route(addresses, async (route) => {
    await arrived
    await route.continue()
  })
  return arrive
}
