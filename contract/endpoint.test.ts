import { expect, test } from 'vitest'
import { z } from 'zod'
import { column } from './column.ts'
import { type Endpoints, get, put } from './endpoint.ts'
import type { InputOf } from './names.ts'

test('a row has its method, its whole path and an input without further keys', () => {
  expect(column.get).toMatchObject({ method: 'GET', path: '/api/admin/content/column/:id', permission: 'column.read' })
  expect(column.get.input.safeParse({ id: '1' }).success).toBe(true)
  expect(column.get.input.safeParse({ id: '1', shopId: '1' }).success).toBe(false)
})

test('an input that is a schema is used unchanged', () => {
  const input = z.strictObject({ id: z.string() }).refine(({ id }) => id !== '0')
  expect(put('/trial/:id', 'shop.write', '', input, z.strictObject({})).input).toBe(input)
})

test('options that a row does not have do not compile', () => {
  const trial = { look: get('/trial', 'shop.read', '', {}, z.strictObject({})) } satisfies Endpoints
  // @ts-expect-error: it has no CSV
  expect(trial.look.csv).toBeUndefined()
  // @ts-expect-error: there is no such right
  get('/trial', 'trial.read', '', {}, z.strictObject({}))
  // @ts-expect-error: there is no such category
  const changes: InputOf<'column.update'> = { id: '1', category: 'weather' }
  expect(column.update.input.safeParse(changes).success).toBe(false)
})
