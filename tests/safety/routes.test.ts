import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// A screen is open to those to whom the menu shows it.

const areas = globSync('app/areas/*.ts', { exclude: ['**/*.palette.ts'] })
  .map((file) => readFileSync(file, 'utf8'))
  .flatMap((source) => {
    const [, path, permission] = /\bpath: '(\/[^']+)',[^}]*?\bpermission: '([\w.]+)'/.exec(source) ?? []
    return path && permission ? [{ path, permission }] : []
  })

const routes = globSync('app/routes/_signed-in/_page/**/*.tsx').flatMap((file) => {
  const source = readFileSync(file, 'utf8')
  const [, address] = /createFileRoute\('\/_signed-in\/_page(.*?)'\)/.exec(source) ?? []
  const [, permission] = /staticData: \{[^}]*\bpermission: '([\w.]+)'/.exec(source) ?? []
  return address === undefined ? [] : [{ path: address.replaceAll('_/', '/').replace(/[_/]+$/, ''), permission }]
})

test('areas are found', () => {
  expect(areas.length).toBeGreaterThan(20)
})

test.each(areas)('$path wants the right that its entry in the menu wants', ({ path, permission }) => {
  expect(routes).toContainEqual({ path, permission })
})
