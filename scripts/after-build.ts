// The end of `npm run build`: compresses the client's text files once, instead of per request.
import { readdirSync, readFileSync, renameSync, rmdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { distOf, manifestOf, markBuilt, type Target } from './lib/build.mjs'
import { headersFile } from './lib/static-headers.mjs'

const compressible = /\.(js|css|html|svg|json|txt|xml|webmanifest|map)$/
/** Below this a compressed copy saves less than a packet. */
const worthwhileBytes = 1024

function compressBelow(folder: string): number {
  let count = 0
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) {
      count += compressBelow(path)
    } else if (compressible.test(name)) {
      const content = readFileSync(path)
      if (content.byteLength < worthwhileBytes) continue
      writeFileSync(`${path}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
      writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
      count += 1
    }
  }
  return count
}

const target: Target = process.env.TARGET === 'edge' ? 'edge' : 'node'
// Names of sources are not served.
const vite = join(distOf(target), 'client', '.vite')
renameSync(join(vite, 'manifest.json'), manifestOf(target))
rmdirSync(vite)
if (target === 'node') {
  console.log(`${compressBelow(join(distOf(target), 'client'))} files compressed`)
} else {
  // Cloudflare compresses by itself, but needs the headers of static files, which do not pass through our code.
  writeFileSync(join(distOf(target), 'client', '_headers'), headersFile())
}
markBuilt(target)
