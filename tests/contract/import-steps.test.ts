import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { firstAnswers } from '#contract/words/import.ts'
import { member } from '../../api/db/schema/facts.ts'
import { stepAttempt } from '../../api/db/schema/step-attempt.ts'
import { endedTwice } from '../../api/db/step-attempts.ts'
import type { KindOfRows } from '../../api/import/kinds.ts'
import { type Api, startApi } from '../support/api.ts'
import { importsOf } from '../support/imports.ts'

// How the steps of a file end: with their process, by somebody who cancels them, or by a stop of the server.

let api: Api
let imports: ReturnType<typeof importsOf>
let token: string
beforeAll(async () => {
  api = await startApi()
  imports = importsOf(api)
  await api.makeShop({ name: '新宿店' })
})
beforeEach(async () => {
  token = await api.as({ role: 'all' })
})
afterAll(() => api.close())

let number = 0
/** A file of one new member, sent and to be checked. */
async function sent(): Promise<{ id: string; memberNo: string }> {
  number += 1
  const memberNo = `S${number}`
  const id = await imports.upload(
    token,
    imports.bytesOf([
      '会員番号,氏名,フリガナ,性別,生年月日,店舗',
      `${memberNo},佐藤 一郎,サトウ イチロウ,男,1985-04-03,新宿店`,
    ]),
  )
  expect((await imports.post(token, id, 'check', firstAnswers())).status).toBe(200)
  return { id, memberNo }
}

const withMembers = (more: Partial<KindOfRows>) => ({
  kinds: { ...imports.kinds, member: { ...imports.kinds.member, ...more } },
})
const isThere = async (memberNo: string) =>
  (await api.db.select({ id: member.id }).from(member).where(eq(member.memberNo, memberNo))).length === 1

/** A process that ends while it checks the file: nothing of what it began comes to an end, and its threads are gone. */
async function endDuring(id: string, process: string) {
  const ended = new AbortController()
  await new Promise<void>((comparing) => {
    const compare = () => {
      comparing()
      return new Promise<never>(() => {})
    }
    void imports.runStep(id, { ...withMembers({ compare }), process, stopping: ended.signal })
  })
  ended.abort()
}

test('a check whose process ended is begun again, and done', async () => {
  const { id } = await sent()
  await endDuring(id, 'first')
  await imports.runStep(id)
  expect((await imports.read(token, id)).state).toBe('checked')
  expect(await api.db.select().from(stepAttempt)).toEqual([])
})

test('one that ended two processes is given up with its sentence, and can be deleted or checked anew', async () => {
  const { id } = await sent()
  await endDuring(id, 'second')
  await endDuring(id, 'third')
  await imports.runStep(id)
  expect(await imports.read(token, id)).toMatchObject({ state: 'failed', failure: endedTwice })
  expect((await imports.post(token, id, 'check', firstAnswers())).status).toBe(200)
  await imports.runStep(id)
  expect((await imports.read(token, id)).state).toBe('checked')
  expect((await api.delete(`/api/admin/import/${id}`, { token })).status).toBe(200)
})

test('stops of the server do not count: the step goes on in the next process, however often', async () => {
  const { id } = await sent()
  for (const process of ['fourth', 'fifth', 'sixth']) {
    const stopping = new AbortController()
    const compare: KindOfRows['compare'] = (...given) => {
      stopping.abort()
      return imports.kinds.member.compare(...given)
    }
    const stopped = imports.runStep(id, { ...withMembers({ compare }), process, stopping: stopping.signal })
    await expect(stopped).rejects.toThrow()
    expect((await imports.read(token, id)).state).toBe('checking')
  }
  await imports.runStep(id)
  expect((await imports.read(token, id)).state).toBe('checked')
})

test('a check that somebody cancels ends at its next rows, and the file can be deleted', async () => {
  const { id } = await sent()
  const statuses: number[] = []
  const compare: KindOfRows['compare'] = async (...given) => {
    statuses.push((await imports.post(token, id, 'cancel')).status)
    return imports.kinds.member.compare(...given)
  }
  await imports.runStep(id, withMembers({ compare }))
  expect(statuses).toEqual([200])
  expect(await imports.read(token, id)).toMatchObject({ state: 'failed', failure: '確認を中止しました。' })
  expect((await imports.post(token, id, 'cancel')).status).toBe(409)
  expect((await api.delete(`/api/admin/import/${id}`, { token })).status).toBe(200)
})

test('a write that somebody cancels has written everything or nothing, as its answer says', async () => {
  const { id, memberNo } = await sent()
  await imports.runStep(id)
  expect((await imports.post(token, id, 'write')).status).toBe(200)
  let cancelling: ReturnType<typeof imports.post> | undefined
  const write: KindOfRows['write'] = async (...given) => {
    await imports.kinds.member.write(...given)
    cancelling = imports.post(token, id, 'cancel')
    // The embedded database answers when this transaction is over.
    if (api.database.kind === 'postgres') await cancelling
  }
  await imports.runStep(id, withMembers({ write }))
  const { status } = (await cancelling) ?? { status: 0 }
  const { state } = await imports.read(token, id)
  expect([status, state, await isThere(memberNo)]).toEqual(
    api.database.kind === 'postgres' ? [200, 'failed', false] : [409, 'written', true],
  )
})
