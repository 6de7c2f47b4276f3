import { expect, test } from '../support/fixtures.ts'
import { expectFigures } from '../support/screens.ts'

const storedIdentity = 'firebase:authUser:demo-key:[DEFAULT]'

test('a rejected stored token leads to the login screen, with a return address', async ({ asStaff }) => {
  const page = await asStaff('manager', { ownSession: true })
  await expectFigures(page)
  await page.evaluate((key) => {
    const entry = JSON.parse(localStorage.getItem(key) ?? '{}')
    entry.stsTokenManager.accessToken = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJub2JvZHkifQ.'
    localStorage.setItem(key, JSON.stringify(entry))
  }, storedIdentity)
  await page.reload()
  await expect(page).toHaveURL(/\/login\?redirect=%2Fdashboard/)
})
