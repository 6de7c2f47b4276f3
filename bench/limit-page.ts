import { createServer } from 'node:http'
import { brotliCompressSync } from 'node:zlib'
import { freePort } from '../scripts/lib/ports.mjs'

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

/** Serves the limit page on loopback; returns its origin and a stop function. */
export async function serveLimitPage() {
  const port = await freePort()
  const body = brotliCompressSync(page)
  const server = createServer((_, response) => {
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'br',
      'cache-control': 'no-store',
    })
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { origin: `http://localhost:${port}`, close: () => server.close() }
}
