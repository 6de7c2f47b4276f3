import { expect, signInAt, test } from '../support/fixtures.ts'
import { expectFigures, monthFromNow, monthPicker } from '../support/screens.ts'

test('signing in returns to the link that was opened, including its month and its place', async ({ asVisitor }) => {
  const { inUrl, asWritten } = monthFromNow(-2)
  const page = await asVisitor()
  await page.goto(`/dashboard?month=${inUrl}#sales`)
  await expect(page).toHaveURL(/\/login\?redirect=/)

  await signInAt(page, 'manager')
  await expect(page).toHaveURL(`/dashboard?month=${inUrl}#sales`)
  await expect(monthPicker(page).locator('option:checked')).toHaveText(asWritten)
  await expectFigures(page)
})

const foreign = [
  '//evil.example/dashboard',
  'https://evil.example/',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  '/login?redirect=//evil.example',
]
for (const target of foreign) {
  test(`signing in never leads to ${JSON.stringify(target)}`, async ({ asVisitor, appOrigin }) => {
    const page = await asVisitor()
    const elsewhere: string[] = []
    page.on('request', (request) => {
      if (request.isNavigationRequest() && new URL(request.url()).origin !== appOrigin) elsewhere.push(request.url())
    })
    await page.goto(`/login?redirect=${encodeURIComponent(target)}`)
    await signInAt(page, 'manager')
    await expect(page).toHaveURL(`${appOrigin}/dashboard`)
    expect(elsewhere).toEqual([])
  })
}

test('an existing session skips the login screen', async ({ asStaff }) => {
  const page = await asStaff('manager')
  await page.goto('/login')
  await expect(page).toHaveURL(/\/dashboard$/)
  await expectFigures(page)
})
