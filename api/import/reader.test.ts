import { expect, test } from 'vitest'
import { firstAnswers } from '#contract/words/import.ts'
import { readFile } from './read-file.ts'
import { openReader, turnToRead } from './reader.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const given = (bytes: Uint8Array) => ({
  ...{ kind: 'member' as const, bytes, known: { shops: [], today: '2026-11-28' } },
  answers: firstAnswers(),
})
const small = utf8('会員番号,氏名\n1,佐藤 花\n')

/** Of no encoding, with as many lines as fit: each is looked at for the one that cannot be read. */
function longRiddle() {
  const bytes = new Uint8Array(19_000_000).fill(0x0a)
  bytes.set([0xff, 0xff], bytes.length - 2)
  return bytes
}

/** The names whose turn has come, once whatever was going to happen has. */
async function begun(turns: Record<string, Promise<() => void>>) {
  const now: string[] = []
  for (const [name, turn] of Object.entries(turns)) void turn.then(() => now.push(name))
  await new Promise((resolve) => setTimeout(resolve))
  return now.sort()
}

test('two files are read at once, of one person one; the others wait in turn', async () => {
  const turns = {
    ...{ first: turnToRead('one'), second: turnToRead('one'), third: turnToRead('one') },
    ...{ other: turnToRead('other'), stranger: turnToRead('stranger') },
  }
  const end = async (name: keyof typeof turns) => (await turns[name])()
  expect(await begun(turns)).toEqual(['first', 'other'])
  await end('first')
  expect(await begun(turns)).toEqual(['first', 'other', 'stranger'])
  await end('other')
  expect(await begun(turns)).toEqual(['first', 'other', 'second', 'stranger'])
  for (const name of ['stranger', 'second', 'third'] as const) await end(name)
})

test('a file that takes too much of its CPU ends with its sentence, and the one beside it is read', async () => {
  const hungry = readFile(given(longRiddle()), { who: 'one', limits: { seconds: 1, megabytes: 512 } })
  const [ended, beside] = await Promise.allSettled([hungry, readFile(given(small), { who: 'other' })])
  expect(ended).toMatchObject({ status: 'rejected', reason: { message: expect.stringMatching(/時間がかかりすぎる/) } })
  expect(beside).toMatchObject({ status: 'fulfilled', value: { summary: { rows: 1 } } })
  if (beside.status === 'fulfilled') await beside.value.close()
  // The place is free again.
  await (await readFile(given(small), { who: 'one' })).close()
})

test('a file that takes too much memory ends with its sentence', async () => {
  const wide = utf8(`会員番号,氏名\n${'1,佐藤\n'.repeat(199_000)}`)
  await expect(readFile(given(wide), { who: 'one', limits: { seconds: 30, megabytes: 80 } })).rejects.toThrow(
    /行か列が多すぎて/,
  )
})

test('what a thread sends as its last is taken, although the thread has ended by then', async () => {
  const { next } = await openReader<{ kind: string }>(
    new URL('./reader-thread.ts', import.meta.url),
    given(utf8('何でもない')),
    { who: 'one' },
  )
  const message = next()
  // Both events of the thread wait for this one.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000)
  expect(await message).toMatchObject({ kind: 'refused' })
})
