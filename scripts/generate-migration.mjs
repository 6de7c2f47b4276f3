import { execFileSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './lib/project.mjs'

// npm run db:generate -- --name <what>: drizzle compares the schema with its last snapshot only, so only that one is kept.

const meta = join(root, 'api/db/migrations/meta')

execFileSync('npx', ['drizzle-kit', 'generate', ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' })
const snapshots = readdirSync(meta)
  .filter((name) => name.endsWith('_snapshot.json'))
  .sort()
for (const name of snapshots.slice(0, -1)) rmSync(join(meta, name))
