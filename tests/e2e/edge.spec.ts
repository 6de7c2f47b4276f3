import { readFileSync } from 'node:fs'
import { expect, signInAt, test } from '../support/fixtures.ts'
import { readCounts } from '../support/lists.ts'
import { chooseShop, expectFigures, figureCard, monthFromNow, shopSwitcher, signOut } from '../support/screens.ts'

test.describe('on workerd @edge', () => {
  test('head office signs in, reads the dashboard, changes shop and month, and signs out', async ({ asVisitor }) => {
    const page = await asVisitor()
    await page.goto('/dashboard')
    await expect(page).toHaveURL(/\/login\?redirect=/)
    await signInAt(page, 'head')
    await expectFigures(page)
    const ofAll = await figureCard(page, '来館数').locator('h2 + p.figures').textContent()

    await chooseShop(page, '新宿店')
    await expect(shopSwitcher(page)).toHaveAccessibleName(/新宿店/)
    await expect(figureCard(page, '来館数').locator('h2 + p.figures')).not.toHaveText(ofAll ?? '')

    await page.getByRole('button', { name: '前の月' }).click()
    await expect(page).toHaveURL(new RegExp(`month=${monthFromNow(-1).inUrl}`))
    await expectFigures(page)

    await page.reload()
    await expectFigures(page)
    await signOut(page)
  })

  test('a wrong password shows its message', async ({ asVisitor }) => {
    const page = await asVisitor()
    await page.goto('/login')
    await signInAt(page, 'owner', 'not-the-password')
    await expect(page.getByRole('alert')).toContainText('メールアドレスまたはパスワードが正しくありません。')
  })

  test('a CSV has every row that the screen counts, with a byte-order mark', async ({ asStaff }) => {
    const page = await asStaff('manager', { path: '/hacomono/members' })
    const { total } = await readCounts(page)
    await page.getByRole('button', { name: 'CSV' }).click()
    const arriving = page.waitForEvent('download')
    await page.getByRole('button', { name: '出力する', exact: true }).click()
    const download = await arriving
    expect(download.suggestedFilename()).toMatch(/^会員一覧_.*\.csv$/)
    const text = readFileSync(await download.path(), 'utf8')
    expect(text.startsWith('\uFEFF会員番号,')).toBe(true)
    expect(text.trimEnd().split('\r\n')).toHaveLength(total + 1)
    await expect(page.getByText(`${total.toLocaleString('ja-JP')}件をCSVに出力しました。`)).toBeVisible()
  })

  test('an address with two slashes leads to a path of the same host, and pages are only read', async ({
    request,
    appOrigin,
  }) => {
    const moved = await request.get(`${appOrigin}//evil.example/x`, {
      maxRedirects: 0,
      headers: { host: 'evil.example' },
    })
    expect([moved.status(), moved.headers().location]).toEqual([308, '/evil.example/x'])
    for (const method of ['OPTIONS', 'DELETE', 'PATCH', 'POST'])
      expect((await request.fetch('/login', { method })).status(), method).toBe(405)
  })

  test('documents and files carry the same security headers as on Node', async ({ request, appOrigin, stack }) => {
    const names = [
      'x-content-type-options',
      'referrer-policy',
      'cross-origin-opener-policy',
      'strict-transport-security',
    ]
    const hashed = /\/assets\/[^"']+\.js/
    for (const path of ['/login', '/favicon.svg']) {
      const [edge, node] = [await request.get(`${appOrigin}${path}`), await request.get(`${stack.app}${path}`)]
      for (const name of names) expect(edge.headers()[name], `${path} ${name}`).toBe(node.headers()[name])
      expect(edge.headers()['content-security-policy']).toContain("frame-ancestors 'none'")
    }
    const script = hashed.exec(await (await request.get(`${appOrigin}/login`)).text())?.[0]
    for (const at of [appOrigin, stack.app]) {
      const kept = async (path: string) => (await request.get(at + path)).headers()['cache-control']
      expect(await kept(script ?? '')).toBe('public, max-age=31536000, immutable')
      expect(await kept('/favicon.svg')).toBe('public, max-age=3600')
    }
  })

  test('a file of another release is a 404 that nothing keeps, and no document, as on Node', async ({
    request,
    appOrigin,
    stack,
  }) => {
    for (const at of [appOrigin, stack.app]) {
      const gone = await request.get(`${at}/assets/gone-00000000.js`)
      expect([gone.status(), await gone.text()]).toEqual([404, ''])
      const { 'content-type': type, 'set-cookie': cookie, 'cache-control': kept } = gone.headers()
      expect([type, cookie, kept]).toEqual([undefined, undefined, 'no-store'])
    }
  })
})
