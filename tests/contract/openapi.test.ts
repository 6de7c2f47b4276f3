import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#contract/all.ts'
import { type Api, startApi } from '../support/api.ts'

let demo: Api
let production: Api
beforeAll(async () => {
  demo = await startApi()
  production = await startApi({ environment: 'production' })
})
afterAll(() => Promise.all([demo.close(), production.close()]))

test('the document is valid OpenAPI 3.1 and has every endpoint once', async () => {
  const document = (await demo.get('/openapi.json')).json
  const validator = new Validator()
  expect(await validator.validate(document)).toMatchObject({ valid: true })
  expect(validator.version).toBe('3.1')
  const operations = Object.entries(document.paths as Record<string, Record<string, { operationId: string }>>).flatMap(
    ([path, methods]) => Object.entries(methods).map(([method, { operationId }]) => `${operationId} ${method} ${path}`),
  )
  const declared = endpoints.map(
    ([name, { method, path }]) => `${name} ${method.toLowerCase()} ${path.replace(/:(\w+)/g, '{$1}')}`,
  )
  expect(operations.sort()).toEqual(declared.sort())
})

test('its page is served from our own origin and runs no inline script', async () => {
  const page = await demo.get('/docs')
  expect(page.status).toBe(200)
  const policy = page.headers.get('content-security-policy') as string
  expect(policy).toContain("script-src 'self'")
  expect(policy).not.toContain('unsafe')
  const sources = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] as string)
  for (const source of sources.filter((one) => !one.startsWith('data:'))) {
    expect(source).toMatch(/^\/docs\//)
    expect((await demo.get(source)).status).toBe(200)
  }
  expect(page.text).not.toMatch(/<script>|onload=|style=/)
})

test.each(['/docs/..%2fpackage.json', '/docs/package.json', '/docs/constructor', '/docs/swagger-ui.css.map'])(
  '%s is not served',
  async (path) => {
    expect((await demo.get(path)).status).toBe(404)
  },
)

test.each(['/openapi.json', '/docs', '/docs/swagger-ui.css'])(
  'in production %s is only for head office',
  async (path) => {
    const status = async (token?: string) => (await production.get(path, { token })).status
    expect(await status()).toBe(401)
    expect(await status(await production.as({ role: 'level4' }))).toBe(403)
    expect(await status(await production.as({ role: 'all' }))).toBe(200)
  },
)
