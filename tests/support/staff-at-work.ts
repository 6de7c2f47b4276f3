import { setTimeout as wait } from 'node:timers/promises'
import { busyAddress, shops } from '../../bench/more-staff.ts'

// Staff at work at the same time, each a person of their own, reading and writing.

/** Think time between two calls of one person, in milliseconds; two seconds on average. */
const pause = () => 1000 + Math.random() * 2000
/** One in this many calls writes: a member's note, or the draft of a daily report. */
const readsPerWrite = 4

const lists = {
  会員: '/user/member/list?limit=50',
  '会員, a search': `/user/member/list?limit=50&keyword=${encodeURIComponent('すず')}`,
  '会員, far down': '/user/member/list?limit=50&offset=500&sortKey=visits30d&sortDir=desc',
  予約: '/shop/reservation/list?limit=50',
  日報: '/shop/daily-report/list?limit=50',
  改善アクション: '/shop/report-action/list?limit=50',
  お知らせ: '/announcement/list?limit=50',
  コラム: '/content/column/list?limit=50',
  スタッフ: '/user/staff/list?limit=50',
  店舗: '/shop/list?limit=50',
}

export interface Sent {
  token?: string
  method?: string
  body?: object
}

/** Undefined where it was not answered with 200. */
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
export type Call = (name: string, path: string, sent?: Sent) => Promise<any>

export interface Person {
  token: string
  shopId: string
  /** No two of a shop have the same members: concurrent writes would be rejected as stale. */
  members: string[]
  /** The day of their own daily report. */
  day: string
}

/** What a person writes: at which address, as which of their attempts. */
export interface Write {
  token: string
  /** Where it can be read again, and in which field. */
  read: string
  field: 'staffNote' | 'goodPoints'
  attempt: number
}

interface Work {
  call: Call
  people: readonly Person[]
  isOver: () => boolean
  /** Before each call of a person, for example to renew their token. */
  before?: (person: Person) => Promise<void>
  onSent?: (write: Write, isAcknowledged: boolean) => void
}

/** The people of `withMoreStaff`, signed in. `dayOf`: YYYY-MM-DD, of a daily report that nobody else writes. */
export async function peopleAtWork(
  call: Call,
  count: number,
  { tokenOf, dayOf }: { tokenOf: (email: string) => Promise<string>; dayOf: (at: number) => string },
): Promise<Person[]> {
  const people: Person[] = []
  for (let at = 1; at <= count; at += 1) {
    const token = await tokenOf(busyAddress(at))
    const { list } = await call('sign-in', '/api/admin/user/member/list?limit=50&offset=20', { token })
    const own = (list as { id: string }[]).filter((_, row) => row % Math.ceil(count / shops) === Math.floor(at / shops))
    const shopId = String(1 + (at % shops))
    people.push({ token, shopId, members: own.map(({ id }) => id), day: dayOf(at) })
  }
  return people
}

export async function staffAtWork({ call, people, isOver, before, onSent }: Work): Promise<void> {
  const names = Object.entries(lists)
  async function write({ token, shopId, members, day }: Person, attempt: number) {
    if (attempt % 2 === 0) {
      const id = members[attempt % members.length]
      const read = `/api/admin/user/${id}`
      const member = await call('会員を開く', read, { token })
      if (!member) return
      const body = { version: member.version, staffNote: `${attempt}回目の来館時に声をかけました。` }
      const saved = await call('メモを書く', `/api/admin/member/${id}`, { token, method: 'PUT', body })
      onSent?.({ token, read, field: 'staffNote', attempt }, saved !== undefined)
    } else {
      const found = await call('日報を開く', `/api/admin/shop/daily-report/day?shopId=${shopId}&date=${day}`, { token })
      if (!found) return
      const row = { shopId, date: day, version: found.report?.version, goodPoints: `${attempt}回目の下書きです。` }
      const sent = { token, method: 'POST', body: { data: [row] } }
      const saved = await call('日報を書く', '/api/admin/shop/daily-report/list', sent)
      // A first draft without an answer has no address yet.
      const id = saved?.list[0].id ?? found.report?.id
      const read = `/api/admin/shop/daily-report/${id}`
      if (id) onSent?.({ token, read, field: 'goodPoints', attempt }, saved !== undefined)
    }
  }
  await Promise.all(
    people.map(async (person, who) => {
      await wait(Math.random() * 1000)
      for (let at = who; !isOver(); at += 1) {
        await before?.(person)
        const [name, path] = names[at % names.length] as (typeof names)[number]
        if (at % (readsPerWrite + 1) === 0) await write(person, at / (readsPerWrite + 1))
        else await call(name, `/api/admin${path}`, person)
        await wait(pause())
      }
    }),
  )
}
