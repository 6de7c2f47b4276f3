import { inScope } from '../db/scope.ts'
import { tokyoDayOf } from '../lib/time.ts'
import { withClubSystem } from '../sync/connection.ts'
import type { Keeping } from '../sync/keep-syncing.ts'

/** Prints for each resource what the club system answers otherwise than assumed. True: nothing. */
export async function printProbe(
  { database, driver, sealing, clock }: Pick<Keeping, 'database' | 'driver' | 'sealing' | 'clock'>,
  print: (line: string) => void = console.log,
): Promise<boolean> {
  const probed = await withClubSystem(
    { driver, sealing },
    {
      read: (work) => inScope(database, { shops: 'all' }, 'read', work),
      write: (work) => inScope(database, { shops: 'all' }, 'write', work),
      now: clock(),
    },
    (system) => system.probe(tokyoDayOf(clock())),
  )
  for (const { name, rows, differences, notes } of probed) {
    const said = differences.length > 0 ? `違い ${differences.length}種類` : notes.length > 0 ? '未確認' : '想定どおり'
    print(`${name}${rows > 0 ? `（${rows.toLocaleString('ja-JP')}件）` : ''}: ${said}`)
    for (const line of [...differences, ...notes]) print(`  ${line}`)
  }
  const different = probed.filter(({ differences }) => differences.length > 0).length
  print(different === 0 ? '想定との違いはありません。' : `${different}項目に想定との違いがあります。`)
  return different === 0
}
