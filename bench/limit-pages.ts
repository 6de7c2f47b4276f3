import { createServer } from 'node:http'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { freePort } from '../scripts/lib/ports.mjs'
import { root } from '../scripts/lib/project.mjs'

const bars = Array.from({ length: 30 }, (_, day) => {
  const height = 90 + ((day * 37) % 60)
  return `<rect x="${day * 24 + 4}" y="${170 - height}" width="16" height="${height}" fill="#2f7d5b"/>`
}).join('')
const rows = Array.from({ length: 10 }, (_, row) => `<tr><td>指標 ${row}</td><td>${row * 1234}</td></tr>`).join('')

/** Lower bound of a month's cost: the same cards, chart and table as static HTML. */
const page = `<!doctype html><html lang="ja"><meta charset="utf-8"><title>limit</title>
<style>body{font-family:system-ui;margin:24px}.c{display:inline-block;border:1px solid #ccc;padding:16px;margin:8px;width:220px}</style>
<h1>ダッシュボード</h1>${['期末在籍', '売上', '来館数', '退会率'].map((name) => `<div class="c"><h2>${name}</h2><b>1,234</b></div>`).join('')}
<svg viewBox="0 0 720 180" width="720" height="180">${bars}</svg><table>${rows}</table>`

interface File {
  type: string
  body: Buffer
  /** Has a hashed name. */
  immutable?: boolean
}

/** Serves the limit page on loopback; returns its origin and a stop function. */
export const serveLimitPage = () =>
  serve(new Map([['/', { type: 'text/html; charset=utf-8', body: Buffer.from(page) }]]))

/**
 * React, the router and 50 rows (JSON as of the members list) without our frame, identity and styles: what no page of
 * this stack can be faster than.
 */
export async function serveBarePage(rows: string) {
  const result = await build({
    root: join(root, 'bench/bare-page'),
    configFile: false,
    logLevel: 'error',
    build: { write: false },
  })
  const { output } = result as Rolldown.RolldownOutput
  const files = output.map((file): [string, File] => [
    `/${file.fileName}`.replace(/^\/index\.html$/, '/'),
    {
      type: file.fileName.endsWith('.html') ? 'text/html; charset=utf-8' : 'text/javascript',
      body: Buffer.from(file.type === 'chunk' ? file.code : file.source),
      immutable: !file.fileName.endsWith('.html'),
    },
  ])
  return serve(new Map([...files, ['/rows.json', { type: 'application/json', body: Buffer.from(rows) }]]))
}

async function serve(files: ReadonlyMap<string, File>) {
  const port = await freePort()
  const compressed = new Map([...files].map(([path, file]) => [path, { ...file, body: brotliCompressSync(file.body) }]))
  const server = createServer(({ url = '/' }, response) => {
    const file = compressed.get(url)
    if (!file) return response.writeHead(404).end()
    response.writeHead(200, {
      'content-type': file.type,
      'content-encoding': 'br',
      'cache-control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-store',
    })
    response.end(file.body)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { origin: `http://localhost:${port}`, close: () => server.close() }
}
