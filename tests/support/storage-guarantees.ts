import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Storage } from '../../api/storage/storage.ts'

export const newName = (type = 'webp') => `${randomBytes(24).toString('base64url')}.${type}`

/** What every driver of `Storage` holds. `tick`: milliseconds between two times of change that differ. */
export const storageGuarantees: [string, (storage: Storage, tick: number) => Promise<void>][] = [
  [
    'what was put is read back byte for byte, and replaced as a whole',
    async (storage) => {
      for (const [name, size] of [
        [newName(), 0],
        [newName('jpg'), 1],
        [newName(), 2_000_000],
      ] as const) {
        const bytes = randomBytes(size)
        await storage.put(name, bytes)
        assert.ok(bytes.equals((await storage.get(name)) ?? Buffer.from('missing')))
        await storage.put(name, Buffer.from('other'))
        assert.equal(Buffer.from((await storage.get(name)) ?? []).toString(), 'other')
      }
    },
  ],
  [
    'a file that is missing, or has no name of ours, is not there',
    async (storage) => {
      for (const name of [newName(), 'a.webp', '../secret', `${newName()}/`, '']) {
        assert.equal(await storage.get(name), null)
        assert.equal(await storage.renew(name), false)
      }
      await assert.rejects(storage.put('../a.webp', Buffer.from('a')))
    },
  ],
  [
    'files are listed by age, all of them, and a renewed one is young',
    async (storage, tick) => {
      const [first, second, ...later] = Array.from({ length: 5 }, () => newName()) as [string, string, ...string[]]
      await storage.put(first, Buffer.from('first'))
      await storage.put(second, Buffer.from('second'))
      await sleep(tick)
      const between = new Date()
      await sleep(tick)
      for (const name of later) await storage.put(name, Buffer.from('later'))
      const olderOf = async (time: Date) => {
        const names = await storage.namesOlderThan(time)
        return [first, second, ...later].filter((name) => names.includes(name))
      }
      assert.deepEqual(await olderOf(between), [first, second])
      assert.equal(await storage.renew(first), true)
      assert.deepEqual(await olderOf(between), [second])
      assert.equal(Buffer.from((await storage.get(first)) ?? []).toString(), 'first')
      assert.deepEqual(await olderOf(new Date(Date.now() + 60_000)), [first, second, ...later])
    },
  ],
  [
    'an old file is removed, one that was renewed since is not, and a missing one is no error',
    async (storage, tick) => {
      const [old, renewed] = [newName(), newName()]
      await storage.put(old, Buffer.from('old'))
      await storage.put(renewed, Buffer.from('renewed'))
      await sleep(tick)
      const between = new Date()
      await sleep(tick)
      await storage.renew(renewed)
      for (const name of [old, renewed, newName()]) await storage.removeOlderThan(between, name)
      assert.equal(await storage.get(old), null)
      assert.notEqual(await storage.get(renewed), null)
    },
  ],
  [
    'two writers of one name leave one of both files',
    async (storage) => {
      const name = newName()
      const files = ['a', 'b'].map((letter) => Buffer.from(letter.repeat(300_000)))
      await Promise.all(files.map((file) => storage.put(name, file)))
      const read = Buffer.from((await storage.get(name)) ?? [])
      assert.ok(files.some((file) => file.equals(read)))
    },
  ],
]
