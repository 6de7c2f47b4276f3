import { ApiError } from '#contract/errors.ts'
import type { Storage } from '../storage/storage.ts'
import type { App } from './services.ts'

/** Served as an image only: the browser must not sniff another type. */
const headers = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Content-Disposition': 'inline',
  'X-Content-Type-Options': 'nosniff',
  // The content of a name never changes.
  'Cache-Control': 'public, max-age=31536000, immutable',
}

/** Pictures of mails, in JPEG, are shown by mail programs on other sites too. */
const typed = (name: string) =>
  name.endsWith('.jpg')
    ? { 'Content-Type': 'image/jpeg', 'Cross-Origin-Resource-Policy': 'cross-origin' }
    : { 'Content-Type': 'image/webp', 'Cross-Origin-Resource-Policy': 'same-origin' }

/** `/uploads/{name}`: pictures stored by `image/new`, public to anyone with the URL. */
export function serveUploads(app: App, storage: Storage): void {
  app.get('/uploads/:name', async (c) => {
    c.set('route', 'uploads')
    const picture = await storage.get(c.req.param('name'))
    if (!picture) throw new ApiError('not_found')
    return c.body(picture, 200, { ...headers, ...typed(c.req.param('name')) })
  })
}
