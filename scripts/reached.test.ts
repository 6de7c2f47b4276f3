import { describe, expect, test } from 'vitest'
import { reachedBy } from './lib/reached.mjs'

const tables = ['tests/contract/walk.engines.test.ts', 'tests/contract/hostile.test.ts']

describe('npm run check runs, after a change of', () => {
  test.each([
    ['contract/column.ts', ['tests/contract/audit.test.ts', 'tests/contract/column.test.ts', ...tables]],
    ['contract/words/column.ts', tables],
    ['api/resources/shop-plan/service.ts', ['tests/contract/plans-and-tickets.test.ts', ...tables]],
    ['api/resources/member/a/nested/file.ts', ['tests/contract/member-record.test.ts', ...tables]],
    ['api/db/schema/column.ts', ['tests/contract/access.engines.test.ts', ...tables]],
    ['api/db/schema/a-new-one.ts', ['api/seed/rows-of-shops.pglite.test.ts', 'tests/contract/access.engines.test.ts']],
    ['contract/permissions.ts', ['tests/contract/rights.test.ts', ...tables]],
    ['tests/areas/a-deleted-one.ts', tables],
    ['api/sync/write/contracts.ts', ['api/sync/run.test.ts', 'api/sync/histories.test.ts']],
    ['api/import/facts/write.ts', ['tests/contract/import-facts.test.ts']],
    ['api/http/bind.ts', ['tests/contract/bind.test.ts', ...tables]],
  ])('%s', (file, tests) => {
    expect(reachedBy([file]).tests).toEqual(expect.arrayContaining(tests))
  })
})

test('an area is tested alone; what all use, by three areas, and the others are named', () => {
  expect(reachedBy(['contract/column.ts', 'contract/all.ts', 'contract/words/nouns.ts', 'api/nouns.ts'])).toMatchObject(
    {
      areas: ['column'],
      left: [],
    },
  )
  const { areas, left } = reachedBy(['api/http/bind.ts'])
  expect(areas.sort()).toEqual(['announcement', 'column', 'shop'])
  expect(left.length).toBeGreaterThan(20)
})
