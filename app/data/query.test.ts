import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { everyPage, invalidate, keyOf, type ReadFunction, serverQuery } from './query'

const me = async () => ({}) as never

test('a query key consists of noun, verb and input of its endpoint', () => {
  expect(serverQuery('user.me', me)({}).queryKey).toEqual(['user', 'me', {}])
  expect(keyOf('member')).toEqual(['member'])
})

test('a key that the contract does not have does not compile', () => {
  // @ts-expect-error: no table is called session
  serverQuery('session.me', me)
  // @ts-expect-error: the members' list is a noun of its own
  keyOf('user.memberList')
  // @ts-expect-error: the input is the endpoint's
  serverQuery('member.get', me)({ shopId: '1' })
})

test('a write invalidates every query of the noun, or those of one endpoint, and no others', async () => {
  const client = new QueryClient()
  const keys = [
    ['member', 'list', {}],
    ['member', 'get', { id: '1' }],
    ['shop', 'list', {}],
  ]
  for (const key of keys) client.setQueryData(key, 'read before')
  const stale = () => keys.filter((key) => client.getQueryState(key)?.isInvalidated).map((key) => key.slice(0, 2))
  await invalidate(client, 'member.list')
  expect(stale()).toEqual([['member', 'list']])
  await invalidate(client, 'member')
  expect(stale()).toEqual([
    ['member', 'list'],
    ['member', 'get'],
  ])
})

test('a choice of plans has those after the two hundredth, too', async () => {
  const plans = Array.from({ length: 450 }, (_, at) => ({ id: String(at + 1) }))
  const requests: object[] = []
  const list = (async ({ data }: { data: { offset?: number; limit?: number } }) => {
    requests.push(data)
    const { offset = 0, limit = 10 } = data
    return { list: plans.slice(offset, offset + limit), paging: { offset, count: 0, total: plans.length } }
  }) as unknown as ReadFunction<'shopPlan.list'>
  const answer = await everyPage(list)({ data: { shopId: '1', limit: 200 } })
  expect(answer.list.map(({ id }) => id)).toEqual(plans.map(({ id }) => id))
  expect(requests).toEqual([
    { shopId: '1', limit: 200 },
    { shopId: '1', limit: 200, offset: 200 },
    { shopId: '1', limit: 200, offset: 400 },
  ])
  // Deleted meanwhile: it ends all the same.
  plans.length = 200
  const short = (async ({ data }: { data: { offset?: number } }) => ({
    list: data.offset ? [] : plans,
    paging: { total: 201 },
  })) as unknown as ReadFunction<'shopPlan.list'>
  expect((await everyPage(short)({ data: { limit: 200 } })).list).toHaveLength(200)
})
