import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { noticedWhileRunning } from './lib/online-migration.mjs'
import { bin, node24, root } from './lib/project.mjs'

// npm run db:generate -- --name <what>: drizzle compares the schema with its last snapshot only, so only that one is kept.

const meta = join(root, 'api/db/migrations/meta')

const args = [bin('drizzle-kit', 'bin.cjs'), 'generate', ...process.argv.slice(2)]
execFileSync(node24, args, { cwd: root, stdio: 'inherit' })
const snapshots = readdirSync(meta)
  .filter((name) => name.endsWith('_snapshot.json'))
  .sort()
for (const name of snapshots.slice(0, -1)) rmSync(join(meta, name))

const newest = readdirSync(join(meta, '..'))
  .filter((name) => name.endsWith('.sql'))
  .sort()
  .at(-1)
for (const one of noticedWhileRunning(readFileSync(join(meta, '..', String(newest)), 'utf8'))) console.warn(one)
