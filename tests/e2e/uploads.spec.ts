import type { APIRequestContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from '../support/fixtures.ts'
import { bearerOf, expectFigures } from '../support/screens.ts'

test.use({ warm: true })

/** Uploads a picture to the API's storage with a permitted account. */
async function uploaded(page: Page, request: APIRequestContext, api: string): Promise<string> {
  await expectFigures(page)
  const authorization = await bearerOf(page, () => page.reload())
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#2a9d8f' } })
    .png()
    .toBuffer()
  const answer = await request.post(`${api}/api/admin/image/new`, {
    headers: { authorization },
    data: { imgBase64: picture.toString('base64'), contentType: 'image/png' },
  })
  expect(answer.status()).toBe(200)
  return (await answer.json()).imgUrl
}

const forwarded = [
  'content-type',
  'content-security-policy',
  'x-content-type-options',
  'cross-origin-resource-policy',
  'cache-control',
]

for (const where of ['on Node', 'on workerd @edge']) {
  test.describe(where, () => {
    test('the app serves an uploaded picture exactly as the API does', async ({
      asStaff,
      request,
      appOrigin,
      stack,
    }) => {
      const page = await asStaff('manager')
      const path = await uploaded(page, request, stack.api)
      const [throughApp, fromApi] = [await request.get(appOrigin + path), await request.get(stack.api + path)]
      expect(throughApp.status()).toBe(200)
      expect((await throughApp.body()).equals(await fromApi.body())).toBe(true)
      for (const name of forwarded) expect(throughApp.headers()[name], name).toBe(fromApi.headers()[name])
      expect(throughApp.headers()['content-security-policy']).toBe("default-src 'none'; sandbox")
      expect(throughApp.headers()['strict-transport-security']).toMatch(/max-age=\d{8}/)
      // And a page of ours shows it.
      const width = await page.evaluate(async (src) => {
        const image = new Image()
        image.src = src
        await image.decode()
        return image.naturalWidth
      }, path)
      expect(width).toBe(60)
    })

    test('other paths are not served as pictures', async ({ request, appOrigin }) => {
      for (const path of [
        `/uploads/${'A'.repeat(32)}.webp`,
        '/uploads/',
        '/uploads/..%2fhealthz',
        '/uploads/%2e%2e%2fapi%2fadmin%2fuser%2fme',
      ]) {
        const answer = await request.get(appOrigin + path, { headers: { accept: 'application/json' } })
        expect.soft([path, answer.status()]).toEqual([path, 404])
        expect.soft(answer.headers()['cache-control'], path).toBe('no-store')
      }
    })
  })
}
