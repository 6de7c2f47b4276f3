import { parseArgs } from 'node:util'
import { auditChain, chainSentence } from '../resources/audit/chain.ts'
import { runScript, whichDatabase, withDatabase } from './database.ts'

// npm run audit -- --check [--data-dir .data] [--database-url …]
// Verifies the hash chain of the audit log and prints the first broken row, with exit code 1. Writes nothing except
// pending schema changes.

const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    ...whichDatabase,
  },
})

await runScript(main)

async function main() {
  if (!values.check) throw new Error('操作履歴を検査するには --check を付けてください。')
  await withDatabase(values, async (database) => {
    await database.alone(async () => {
      const chain = await auditChain(database.db)
      console.log(chainSentence(chain))
      if (chain.broken !== null) process.exitCode = 1
    })
  })
}
