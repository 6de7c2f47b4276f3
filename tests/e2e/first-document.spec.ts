import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { expectFigures, holdBack } from '../support/screens.ts'

// Decision 0056: the first document has the frame's rules inlined; the file of all rules follows.

/** The month's document for a browser that has nothing of this build. */
const firstDocument = async (page: Page) => (await page.request.get('/dashboard')).text()

/** A browser that visits for the first time, signed in. */
async function firstVisit(page: Page) {
  await expectFigures(page)
  // An open page notes its file some time after it stands.
  await page.goto('about:blank')
  await page.context().clearCookies({ name: 'karada.styles' })
}

const allRules = /\/assets\/app-[\w-]+\.css/

test('the first document has every rule that its frame needs, and fits the first window of a connection', async ({
  asVisitor,
}) => {
  const page = await asVisitor()
  const html = await firstDocument(page)
  expect(gzipSync(html).length).toBeLessThan(14_000)

  const [file = ''] = html.match(allRules) ?? []
  const all = await (await page.request.get(file)).text()
  const [, inlined = ''] = html.match(/<style[^>]*>([\s\S]*?)<\/style>/) ?? []
  const used = new Set([...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')))
  const missing = await page.evaluate(
    ({ names, all, inlined }) => {
      const has = (rules: string, name: string) => rules.includes(`.${CSS.escape(name)}`)
      return names.filter((name) => has(all, name) && !has(inlined, name))
    },
    { names: [...used].map((name) => name.replaceAll('&amp;', '&').replaceAll('&gt;', '>')), all, inlined },
  )
  expect(used.size).toBeGreaterThan(50)
  expect(missing).toEqual([])
})

test('a screen does not appear before all rules have arrived', async ({ asStaff }) => {
  const page = await asStaff('manager', { ownSession: true })
  await firstVisit(page)
  const arrive = await holdBack(page, allRules)
  await page.goto('/dashboard', { waitUntil: 'commit' })
  // Its code is there, and the browser has nothing left to do.
  await page.waitForFunction(() => {
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
    return [/\/assets\/main-/, /\/assets\/dashboard-/].every((one) => loaded.some((name) => one.test(name)))
  })
  await page.evaluate(() => new Promise<void>((idle) => requestIdleCallback(() => setTimeout(idle, 500))))
  await expect(page.getByText('読み込み中...')).toBeVisible()
  await expect(page.locator('main h2')).toHaveCount(0)
  arrive()
  await expectFigures(page)
  await expect(page.locator('main h2 + p.figures').first()).toHaveCSS('font-variant-numeric', 'tabular-nums')
})

test('a screen appears although the file of all rules cannot be loaded', async ({ asStaff }) => {
  const page = await asStaff('manager', { ownSession: true })
  await firstVisit(page)
  await page.route(allRules, (route) => route.abort())
  await page.goto('/dashboard')
  await expect(page.locator('main h2 + p.figures').first()).toBeAttached()
})
