import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { invalidate, keyOf, serverQuery } from './query'

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
