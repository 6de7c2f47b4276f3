import { createHash } from 'node:crypto'
import { parseArgs } from 'node:util'
import { progressBar } from '../process/progress.ts'
import { type Storage, storedName } from '../storage/storage.ts'
import { openPictures, picturesOf, runScript } from './database.ts'

// npm run storage -- [--copy] --to s3://bucket/folder?endpoint=… [--from file:///folder]
// Compares the pictures of two stores, by size and SHA-256, and with --copy first copies what is missing. Can be
// stopped and run again. Exit code 1 unless both are equal. Without --from: the store of STORAGE_URL.

const { values } = parseArgs({
  options: {
    copy: { type: 'boolean', default: false },
    from: { type: 'string' },
    to: { type: 'string' },
    'data-dir': { type: 'string', default: process.env.DATA_DIR ?? '.data' },
  },
})

await runScript(main)

async function main() {
  if (!values.to) throw new Error('コピー先を指定してください: npm run storage -- --copy --to s3://…')
  const from = openPictures(picturesOf(values['data-dir'], values.from, '--from'))
  const to = openPictures(picturesOf(values['data-dir'], values.to, '--to'))
  const [names, there] = await Promise.all([namesOf(from), namesOf(to)])
  const bar = progressBar()
  const sum = { equal: 0, copied: 0, bytes: 0 }
  const differing: string[] = []
  for (const [at, name] of names.entries()) {
    bar(at / names.length, values.copy ? 'コピー' : '照合')
    const bytes = await from.get(name)
    // Removed by the API meanwhile.
    if (!bytes) continue
    let copy = await to.get(name)
    if (!copy && values.copy) {
      await to.put(name, bytes)
      sum.copied += 1
      copy = await to.get(name)
    }
    if (copy && printOf(copy) === printOf(bytes)) {
      sum.equal += 1
      sum.bytes += bytes.length
    } else if (copy) differing.push(`${name}: 内容が違います（コピー元 ${printOf(bytes)}、コピー先 ${printOf(copy)}）`)
    else differing.push(`${name}: コピー先にありません`)
  }
  bar(1, values.copy ? 'コピー' : '照合')
  const known = new Set(names)
  for (const name of there) if (!known.has(name)) differing.push(`${name}: コピー先だけにあります`)
  if (values.copy) console.log(`${count(sum.copied)}をコピーしました。`)
  console.log(`${count(sum.equal)}（${sum.bytes.toLocaleString('ja-JP')}バイト）が同じです。`)
  if (differing.length === 0) return console.log('すべて同じです。')
  for (const line of differing) console.error(line)
  throw new Error(`${count(differing.length)}が違います。何も上書きしていません。`)
}

function count(pictures: number): string {
  return `${pictures.toLocaleString('ja-JP')}件`
}

/** All pictures; not the remains of interrupted writes. */
async function namesOf(storage: Storage): Promise<string[]> {
  const names = await storage.namesOlderThan(new Date(8.64e15))
  return names.filter((name) => storedName.test(name)).sort()
}

function printOf(bytes: Uint8Array): string {
  return `${bytes.length.toLocaleString('ja-JP')}バイト ${createHash('sha256').update(bytes).digest('hex')}`
}
