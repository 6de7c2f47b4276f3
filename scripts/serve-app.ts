// The built app on Node: static files from dist/client, everything else to TanStack Start's own handler.
import { getConnInfo } from '@hono/node-server/conninfo'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import { createClosing } from '../api/http/closing.ts'
import { listen, usualPatience } from '../api/http/listen.ts'
import { listenAddress, readPublicConfig, SettingError } from '../app/server/environment.server.ts'
import { distOf } from './lib/build.mjs'
import { briefly, immutable, staticHeaders } from './lib/static-headers.mjs'

/** Requests in flight may take this long to finish after a stop signal. */
const graceMilliseconds = 10_000

/** Refuses to start with settings that every request would reject. */
function settled() {
  try {
    readPublicConfig()
    return listenAddress()
  } catch (error) {
    if (!(error instanceof SettingError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

const { port, hostname } = settled()
const client = `${distOf('node')}/client`
const built = (await import(`${distOf('node')}/server/server.js`)) as {
  default: { fetch(request: Request): Response | Promise<Response> }
}

// Without a reverse proxy, the client's address is the connection's, whatever its headers claim.
const ownHeader = 'x-karada-client'
const isFirst = !process.env.CLIENT_ADDRESS_HEADER
if (isFirst) process.env.CLIENT_ADDRESS_HEADER = ownHeader

const app = new Hono()
// Compresses documents and responses; static files were compressed at build time.
app.use(compress())
const toApp = (c: Context) => {
  if (isFirst) c.req.raw.headers.set(ownHeader, getConnInfo(c).remote.address ?? '')
  return built.default.fetch(c.req.raw)
}
// Never a static file: skips the disk lookup.
app.all('/_serverFn/*', toApp)
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
app.all('*', toApp)

const closing = createClosing(app.fetch)
// A picture's response may take up to its timeout of a minute.
const patience = { ...usualPatience, silence: 75_000 }
const server = await listen(closing.held, { port, hostname }, patience).catch((error: NodeJS.ErrnoException) => {
  console.error(error.code === 'EADDRINUSE' ? `ポート ${port} は使用中です。` : error.message)
  process.exit(1)
})
console.log(`listening on http://localhost:${port}`)

closing.watch(server)
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void closing.close(server).then(() => process.exit(0))
    setTimeout(() => process.exit(1), graceMilliseconds).unref()
  })
}
