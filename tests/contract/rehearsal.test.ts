import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#contract/all.ts'
import { rehearsalHeader } from '#contract/errors.ts'
import type { World } from '../areas/area.ts'
import { fingerprints } from '../support/api.ts'
import { acceptedRequest, isChosen, startWorld } from '../support/areas.ts'

// A write that is only tried, so that a question comes after its refusals.

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.api.close())

const headers = { [rehearsalHeader]: '1' }
const writes = endpoints.flatMap(([name, { method, permission }]) =>
  method !== 'GET' && permission !== 'public' && isChosen(name) ? [name] : [],
)

test('nothing of a rehearsal stays, whatever the endpoint', async () => {
  const token = await world.tokenOf('admin')
  const requests = []
  for (const name of writes) requests.push({ name, ...(await acceptedRequest(world, name)) })
  const before = await fingerprints(world.api.database)
  const wrong = []
  for (const { name, method, path, ...options } of requests) {
    const { status, json } = await world.api.call(method, path, { ...options, token, headers })
    if (status !== 200 || Object.keys(json).length > 0) wrong.push([name, status, json])
  }
  expect(await fingerprints(world.api.database)).toEqual(before)
  // Some are accepted only of others, or once: a refusal is an answer too.
  expect(wrong.filter(([, status]) => status === 200 || Number(status) >= 500)).toEqual([])
  expect(wrong.length).toBeLessThan(writes.length / 4)
})

test('a rehearsal is refused as the call is', async () => {
  const { api } = world
  const token = await world.tokenOf('all')
  const { json: row } = await api.post('/api/admin/announcement/new', {
    token,
    body: {
      ...{ title: '公開中', body: '<p>本文</p>', category: 'info', imgUrl: null, linkUrl: null },
      ...{
        target: { scope: 'all', shopIds: [] },
        publishFrom: null,
        publishTo: null,
        isPinned: false,
        status: 'active',
      },
    },
  })
  const removal = { token, body: { version: row.version } }
  const path = `/api/admin/announcement/${row.id}`
  const [tried, done] = [
    await api.call('DELETE', path, { ...removal, headers }),
    await api.call('DELETE', path, removal),
  ]
  expect([tried.status, tried.json.message]).toEqual([
    422,
    '公開中のお知らせは削除できません。先に非公開にしてください。',
  ])
  expect([done.status, done.json.message]).toEqual([tried.status, tried.json.message])
})
