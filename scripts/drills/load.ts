import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

/** Somebody at work: signed in, with a shop to write about. */
export interface Worker {
  token: string
  shopId: string
}

const reads = ['/user/me', '/shop/list', '/user/member/list', '/announcement/list', '/today']
/** Staff think, and calls of a person are counted. */
const pauseMilliseconds = 400

/**
 * Staff at work, each with one call at a time: four reads, then a write. The ledger of writes is kept here, outside of the
 * database: what was acknowledged, and what was not.
 */
export function startLoad({ url, staff }: { url: string; staff: readonly Worker[] }) {
  const acknowledged = new Set<string>()
  const unacknowledged = new Set<string>()
  const failed: string[] = []
  let calls = 0
  let slowest = 0
  let callsBefore = 0
  let isEnding = false
  /** When a write that began after this was acknowledged first. */
  let awaited: { after: number; found(at: number): void } | null = null

  async function call(worker: Worker, method: string, path: string, body?: object): Promise<boolean> {
    const began = performance.now()
    const outcome = await fetch(`${url}/api/admin${path}`, {
      method,
      headers: {
        authorization: `Bearer ${worker.token}`,
        ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }).then(
      async (answer) => {
        await answer.arrayBuffer()
        return answer.ok ? '' : `${method} ${path} ${answer.status}`
      },
      (error: Error) => `${method} ${path} ${(error.cause as { code?: string } | undefined)?.code ?? error.message}`,
    )
    calls += 1
    slowest = Math.max(slowest, Math.round(performance.now() - began))
    if (outcome) failed.push(outcome)
    return outcome === ''
  }

  async function work(worker: Worker, at: number) {
    for (let turn = 0; !isEnding; turn += 1) {
      const path = reads[turn % reads.length] as string
      if (turn % 5 !== 4) await call(worker, 'GET', path)
      else {
        const title = `drill ${at}-${turn}`
        const began = Date.now()
        const isAcknowledged = await call(worker, 'POST', '/announcement/new', announcementOf(title, worker.shopId))
        if (isAcknowledged && awaited && began > awaited.after) awaited.found(Date.now())
        if (isAcknowledged) acknowledged.add(title)
        else unacknowledged.add(title)
      }
      await delay(pauseMilliseconds)
    }
  }
  const working = Promise.all(staff.map(work))

  return {
    during: (seconds: number) => delay(seconds * 1000),
    /** Of the time since it was last called. */
    since: () => {
      const answer = { calls: calls - callsBefore, slowest }
      callsBefore = calls
      slowest = 0
      return answer
    },
    end: async () => {
      isEnding = true
      await working
      return { calls, failed, writes: acknowledged.size + unacknowledged.size, unacknowledged: [...unacknowledged] }
    },
    /** The time of the first acknowledgement of a write that began after `after`, or null after so many seconds. */
    nextWrite: (after: number, seconds: number) =>
      Promise.race([
        new Promise<number>((found) => {
          awaited = { after, found }
        }),
        delay(seconds * 1000).then(() => null),
      ]),
    /** `missing`: acknowledged, but not there, or twice. `stored`: there, or twice, without an acknowledgement. */
    compare: async (databaseUrl: string): Promise<{ missing: string[]; stored: string[] }> => {
      const client = new pg.Client({ connectionString: databaseUrl })
      await client.connect()
      const { rows } = await client.query<{ title: string; times: number }>(
        `select title, count(*)::integer as times from announcement where title like 'drill %' group by title`,
      )
      await client.end()
      const stored = new Map(rows.map(({ title, times }) => [title, times]))
      return {
        missing: [...acknowledged].filter((title) => stored.get(title) !== 1),
        stored: [...unacknowledged].filter((title) => stored.has(title)),
      }
    },
  }
}

const announcementOf = (title: string, shopId: string) => ({
  ...{ title, body: '<p>本文</p>', category: 'info', imgUrl: null, linkUrl: null },
  ...{ target: { scope: 'shops', shopIds: [shopId] }, publishFrom: null, publishTo: null },
  ...{ isPinned: false, status: 'pending' },
})
