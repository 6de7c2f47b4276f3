import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Context } from 'hono'
import { ApiError } from '#contract/errors.ts'
import { openApi } from '#contract/openapi.ts'
import { scopeOf } from '#contract/permissions.ts'
import product from '../../package.json' with { type: 'json' }
import type { EnvironmentName } from '../process/config.ts'
import { authenticate } from './authenticate.ts'
import type { App, Services, Variables } from './services.ts'

/** Only its own scripts and styles; the images in swagger-ui's style sheet are data URLs. */
const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const page = `<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Karada Desk 管理API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="api"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`
const startScript = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#api', deepLinking: true, validatorUrl: null })\n`

const assets: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
}

/** `/openapi.json` and its page: public in the demo, for holders of `apiDocs.read` elsewhere. */
export function serveDocs(app: App, services: Services, environment: EnvironmentName): void {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  // Made when it is first read: it takes half a second, which few starts need.
  let document: ReturnType<typeof openApi> | undefined

  const admit = async (c: Context<{ Variables: Variables }>, name: string) => {
    c.set('route', name)
    c.header('Content-Security-Policy', contentSecurityPolicy)
    c.header('Cache-Control', 'no-store')
    if (environment === 'demo') return
    const principal = await authenticate(services, c, services.clock())
    if (!scopeOf(principal, 'apiDocs.read')) throw new ApiError('forbidden')
  }

  app.get('/openapi.json', async (c) => {
    await admit(c, 'openapi')
    document ??= openApi(product.version)
    return c.json(document)
  })
  app.get('/docs', async (c) => {
    await admit(c, 'docs')
    return c.html(page)
  })
  app.get('/docs/start.js', async (c) => {
    await admit(c, 'docs')
    return c.body(startScript, 200, { 'Content-Type': 'text/javascript; charset=utf-8' })
  })
  app.get('/docs/:asset', async (c) => {
    await admit(c, 'docs')
    const name = c.req.param('asset')
    const type = Object.hasOwn(assets, name) ? assets[name] : undefined
    if (!type) throw new ApiError('not_found')
    return c.body(await readFile(join(folder, name)), 200, { 'Content-Type': type })
  })
}
