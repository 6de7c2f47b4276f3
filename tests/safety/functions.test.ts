import { readdirSync, readFileSync } from 'node:fs'
import { expect, expectTypeOf, test } from 'vitest'
import { contract } from '#contract/all.ts'
import type { removeAnnouncement, updateAnnouncement } from '../../app/functions/announcement.ts'
import type { removeColumn, updateColumn } from '../../app/functions/column.ts'
import type { updateShop } from '../../app/functions/shop.ts'

const folder = new URL('../../app/functions/', import.meta.url)
const plumbing = ['adminFn.ts']
const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !plumbing.includes(name))

/** The only form that the server-function compiler recognises: anything else may ship server code to the browser. */
const allowed =
  /^export const \w+ = (readFn|writeFn)\(\)\.validator\(input\(api\.(\w+)\)\)\.handler\((proxy|exportCsv)\(api\.(\w+)\)\)$/

test.each(files)('every export of functions/%s has the only form that the compiler recognises', (name) => {
  const text = readFileSync(new URL(name, folder), 'utf8')
  const [, noun] = text.match(/^import \{ (\w+) as api \}/m) ?? []
  const table: Record<string, { method: string; csv?: object }> = contract[noun as keyof typeof contract]
  const lines = text.replaceAll(/\n\s*\./g, '.').split('\n')
  const functions = lines.filter((line) => line.trim() !== '' && !line.startsWith('import '))
  expect(functions.length).toBeGreaterThan(0)
  for (const line of functions) {
    const [, kind, validated, handler, handled] = line.match(allowed) ?? []
    expect(line).toMatch(allowed)
    expect(validated).toBe(handled)
    expect(kind).toBe(table[handled as string]?.method === 'GET' ? 'readFn' : 'writeFn')
    if (handler === 'exportCsv') expect(table[handled as string]?.csv).toBeDefined()
  }
})

type Version<Write extends (call: never) => unknown> = Parameters<Write>[0] extends { data: { version: infer V } }
  ? V
  : never

// The contract lets other clients leave it out; `npm run typecheck` is what fails here.
test('our screens must send the version they have seen: changes and deletions do not compile without it', () => {
  expectTypeOf<Version<typeof updateColumn>>().toEqualTypeOf<number>()
  expectTypeOf<Version<typeof removeColumn>>().toEqualTypeOf<number>()
  expectTypeOf<Version<typeof updateShop>>().toEqualTypeOf<number>()
  expectTypeOf<Version<typeof updateAnnouncement>>().toEqualTypeOf<number>()
  expectTypeOf<Version<typeof removeAnnouncement>>().toEqualTypeOf<number>()
})

test('the routes import no zod and no endpoint table', () => {
  const routes = new URL('../../app/routes/', import.meta.url)
  for (const entry of readdirSync(routes, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(entry)) continue
    const source = readFileSync(new URL(entry, routes), 'utf8')
    const imports = source.match(/^import (?!type).*/gm) ?? []
    for (const line of imports) expect(line, entry).not.toMatch(/'zod'|#contract\/(?!errors|kpi)/)
  }
})
