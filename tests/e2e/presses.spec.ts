import type { ElementHandle, Locator, Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'

// What opens by key opens by press and by finger too: the menu, each of its screens, what their buttons open, and rows.

test.describe.configure({ mode: 'parallel' })

/** `npm run assault` presses every button of a screen; the check one of each name, and only those that open something. */
const isAssault = Boolean(process.env.ASSAULT)

const ways = [
  ['a mouse at 1280 px', 1280, false],
  ['a finger at 375 px', 375, true],
] as const

const main = (page: Page) => page.getByRole('main')
const menu = (page: Page) => page.getByRole('navigation', { name: 'メインメニュー' }).filter({ visible: true })
/** Buttons that open something over the screen or in it. */
const openers = (page: Page) => main(page).locator('button:is([aria-haspopup], [aria-expanded]):enabled:visible')
const nameOf = (button: Element) => button.getAttribute('aria-label') ?? button.textContent.trim()
const hasOpened = (button: Element) =>
  button.getAttribute('aria-expanded') === 'true' ||
  document.querySelector('dialog[open], [role=dialog], [role=menu]') !== null
const inSight = (elements: Element[]) =>
  elements.filter((one) => one.checkVisibility() && one.getBoundingClientRect().top < innerHeight).length
/** What every screen has is pressed once: a button of this name, or one that explains a figure. */
const kindOf = (name: string) => name.replace(/^.*の説明$/, 'の説明')

for (const [how, width, hasTouch] of ways) {
  test(`with ${how} each screen of the menu opens, what its buttons open, and the record of a row`, async ({
    asStaff,
  }) => {
    test.setTimeout(isAssault ? 1_800_000 : 300_000)
    const page = await asStaff('admin', { width, hasTouch })
    const { height } = page.viewportSize() ?? { height: 0 }
    const press = (target: Locator | ElementHandle, position?: { x: number; y: number }) =>
      hasTouch ? target.tap({ position }) : target.click({ position })
    const pressOutside = () => (hasTouch ? page.touchscreen.tap(2, height - 2) : page.mouse.click(2, height - 2))
    const openMenu = async () => {
      if (hasTouch) await press(page.getByRole('button', { name: 'メニュー', exact: true }))
      await expect(menu(page).getByRole('link').first()).toBeVisible()
    }
    await openMenu()
    const screens = await menu(page).getByRole('link').allInnerTexts()
    if (hasTouch) await press(page.getByRole('button', { name: '閉じる' }))
    const pressed = new Set<string>()

    for (const screen of screens) {
      await test.step(screen, async () => {
        await openMenu()
        const link = menu(page).getByRole('link', { name: screen, exact: true })
        const to = (await link.getAttribute('href'))?.split('?')[0]
        const heading = main(page).getByRole('heading', { level: 1 })
        // The screen before stays until the next one is there.
        if (new URL(page.url()).pathname !== to) await heading.evaluate((one) => one.setAttribute('data-before', ''))
        await press(link)
        await expect(page.locator('[data-before]')).toHaveCount(0)
        await expect(menu(page).getByRole('link', { name: screen, exact: true })).toHaveCount(hasTouch ? 0 : 1)
        await expect(heading).toBeVisible()
        // Charts further down have theirs until they are seen.
        await expect.poll(() => main(page).locator('[data-slot=skeleton]').evaluateAll(inSight)).toBe(0)

        for (const button of await openers(page).elementHandles()) {
          const name = await button.evaluate(nameOf)
          if ((!isAssault && pressed.has(kindOf(name))) || (await button.evaluate(hasOpened))) continue
          pressed.add(kindOf(name))
          await press(button)
          await expect.poll(() => button.evaluate(hasOpened), `「${name}」 opens`).toBe(true)
          const close = page.locator('dialog:modal').getByRole('button', { name: /^(閉じる|キャンセル|いいえ)$/ })
          if (await close.count()) await press(close.last())
          else if (await page.locator('dialog[open], [role=dialog], [role=menu]').count()) await pressOutside()
          else await press(button)
          await expect.poll(() => button.evaluate(hasOpened), `「${name}」 closes`).toBe(false)
        }

        if (isAssault) {
          const list = page.url()
          const others = main(page).locator('button:not([aria-haspopup], [aria-expanded]):enabled:visible')
          for (let index = 0; index < (await others.count()); index++) {
            await press(others.nth(index))
            await expect(main(page).getByRole('heading', { level: 1 })).not.toHaveText('画面を表示できませんでした')
            await page.goto(list)
            await expect(main(page).locator('[data-slot=skeleton]')).toHaveCount(0)
          }
        }

        const record = page.locator('[data-row] [data-record]').first()
        if (!(await record.count())) return
        const href = (await record.getAttribute('href')) ?? ''
        const list = page.url()
        // Beside its link: in another cell, or at the edge of a card.
        const row = page.locator('[data-row]').first()
        const cell = row.locator('td:not(:has(input))').first()
        if (await cell.count()) await press(cell, { x: 4, y: 4 })
        else await press(row, { x: 160, y: 3 })
        await expect(page).toHaveURL((url) => url.pathname === href.split('?')[0])
        await page.goBack()
        await expect(page).toHaveURL(list)
      })
    }
  })
}
