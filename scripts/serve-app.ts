// The built app on Node: static files from dist/client, everything else to TanStack Start's own handler.
import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { distOf } from './lib/build.mjs'
import { briefly, immutable, staticHeaders } from './lib/static-headers.mjs'

const port = Number(process.env.PORT ?? 3000)
const hostname = process.env.HOST ?? '127.0.0.1'
const client = `${distOf('node')}/client`
const built = (await import(`${distOf('node')}/server/server.js`)) as {
  default: { fetch(request: Request): Response | Promise<Response> }
}

const app = new Hono()
// Documents and answers; the files were compressed better when they were built.
app.use(compress())
app.use(
  serveStatic({
    root: client,
    precompressed: true,
    onFound: (_path, c) => {
      for (const [name, value] of Object.entries(staticHeaders)) c.header(name, value)
      c.header('Cache-Control', c.req.path.startsWith('/assets/') ? immutable : briefly)
    },
  }),
)
app.all('*', (c) => built.default.fetch(c.req.raw))

const server = serve({ fetch: app.fetch, port, hostname }, () => console.log(`listening on http://localhost:${port}`))

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    // What is in flight is answered; idle connections are not waited for.
    server.close(() => process.exit(0))
    if ('closeIdleConnections' in server) server.closeIdleConnections()
    setTimeout(() => process.exit(0), 5000).unref()
  })
}
server.once('error', (error: NodeJS.ErrnoException) => {
  console.error(error.code === 'EADDRINUSE' ? `ポート ${port} は使用中です。` : error.message)
  process.exit(1)
})
