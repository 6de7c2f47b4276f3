import type { ImportKind } from '#contract/words/import.ts'
import { salesFrom, windowOf } from '../../api/sync/lists.ts'
import type { Stub } from '../../stub/stub.ts'
import { factsHere, keyOf, type RowsOf } from './history-facts.ts'
import type { Lived } from './lived-history.ts'

// Files of a club that has a history: the provider's exports, and lists of the club's own.

const dayMs = 86_400_000

/** A row of a file, by what it is of: of the provider's row, or of nothing that it has. */
export interface FileFact {
  importId: string
  kind: 'member' | 'contract' | 'sale' | 'visit' | 'booking' | 'ticket'
  memberNo: string
  /** What tells it from other facts of the member. */
  key: string
  /** YYYY-MM-DD in Tokyo. */
  day: string
  isTheirs: boolean
  /** The import was taken back. */
  isUndone: boolean
  /** An answer has removed it. */
  isRemoved: boolean
}

interface FileOf {
  kind: ImportKind
  lines: string[]
  facts: Omit<FileFact, 'importId' | 'isUndone' | 'isRemoved'>[]
  more?: object
}

const shopName: Record<number, string> = { 101: '新宿店', 102: '渋谷店', 103: '池袋店' }
const slashed = (day: string) => day.slice(0, 10).replaceAll('-', '/')

/** Files of the club: the provider's exports, and lists of the club's own, with other numbers and with facts of their own. */
export function createFiling(lived: Lived, stub: Stub, today: () => string, rowsOf: RowsOf) {
  let serial = 0
  const files = new Set<string>()
  const { world } = stub
  const isMapped = (studioId: number) => typeof lived.studios.get(studioId) === 'number'
  const ofExport = (text: string) =>
    text
      .replace(/^\uFEFF/, '')
      .split(/\r?\n/)
      .filter(Boolean)
  const theirs = (kind: FileFact['kind'], memberNo: string, key: string, day: string) => ({
    ...{ kind, memberNo, key, day, isTheirs: true },
  })
  const own = (kind: FileFact['kind'], memberNo: string, key: string, day: string) => ({
    ...{ kind, memberNo, key, day, isTheirs: false },
  })
  type Here = { members: { no: string; shop: string }[]; hasRun: boolean }
  function file(what: string, a: number, b: number, { members, hasRun }: Here): FileOf | null {
    const here = new Map(members.map(({ no, shop }) => [no, shop]))
    const numberOf = (id: number | null) => {
      const no = String(world.members.find((one) => one.id === id)?.member_no ?? '')
      return here.has(no) ? no : `A${no}`
    }
    const [someone] = members.slice(a % Math.max(1, members.length))
    serial += 1
    // Two lists of files with numbers of two systems are two by decision 0101, until the club system has their rows.
    const others: Record<string, string> = {
      ...{
        exportSales: 'ownSales',
        ownSales: 'exportSales',
        exportBookings: 'ownBookings',
        ownBookings: 'exportBookings',
      },
    }
    if (others[what] && files.has(others[what])) return null
    const day = (back: number) => new Date(Date.parse(today()) - back * dayMs).toISOString().slice(0, 10)
    switch (what) {
      case 'exportMembers':
        return { kind: b % 2 === 0 ? 'member' : 'contract', lines: ofExport(stub.exports('ML001')), facts: [] }
      case 'exportSales':
        return { kind: 'sale', lines: ofExport(stub.exports('PL001')), facts: [] }
      case 'exportBookings':
        return { kind: 'booking', lines: ofExport(stub.exports('RL001')), facts: [] }
      case 'ownMembers': {
        const listed = world.members.filter(
          (one) => !one._erased && !one.is_guest && isMapped(one.studio_id) && one.birthday !== 'いつか',
        )
        const some = listed.slice(a % 3)
        const no = `F${9000 + serial}`
        return {
          kind: 'member',
          lines: [
            '会員番号,氏名,フリガナ,性別,店舗,生年月日',
            ...some.map(
              (one) => `${one.member_no},${one.name},${one.name_kana},女,${shopName[one.studio_id]},${one.birthday}`,
            ),
            `${no},独自 会員${serial},ドクジ カイイン,男,新宿店,1960-01-0${1 + (serial % 9)}`,
          ],
          facts: [own('member', no, '', '')],
        }
      }
      case 'otherNumbers': {
        const some = world.members.filter(
          (one) => !one._erased && !one.is_guest && isMapped(one.studio_id) && one.id % 3 === a % 3,
        )
        for (const { member_no } of some) lived.others.set(`A${member_no}`, String(member_no))
        return {
          kind: 'member',
          lines: [
            '会員番号,氏名,フリガナ,性別,店舗,生年月日',
            ...some.map(
              (one) => `A${one.member_no},${one.name},${one.name_kana},女,${shopName[one.studio_id]},${one.birthday}`,
            ),
          ],
          facts: [],
        }
      }
      case 'ownContracts': {
        const some = world.plans.filter(
          (one) =>
            here.has(numberOf(one.member_id)) &&
            isMapped(one.studio_id) &&
            one.plan.type === '通常' &&
            one.id % 3 !== a % 3,
        )
        if (!someone) return null
        const [from, to] = [day(2000 + serial), day(1500 + serial)]
        return {
          kind: 'contract',
          lines: [
            '会員番号,プラン,開始日,適用終了日,月額(円)',
            ...some.map(
              (one) =>
                `${numberOf(one.member_id)},${one.plan.name},${one.start_on},${one.end_on ?? ''},${one.plan.price}`,
            ),
            `${someone.no},旧プラン${serial},${from},${to},5000`,
          ],
          facts: [own('contract', someone.no, `${from} 旧プラン${serial}`, from)],
        }
      }
      case 'ownSales': {
        if (!someone) return null
        // By day, without the provider's numbers and lines.
        const some = world.purchases.filter(
          (one) =>
            one.settled_at !== null &&
            one.status === '精算済' &&
            here.has(numberOf(one.member_id)) &&
            isMapped(one.studio_id) &&
            one.details.every(({ quantity }) => quantity > 0) &&
            !('_spoilt' in one && one._spoilt) &&
            one.id % 2 === a % 2,
        )
        const [old, recent] = [day(900 + serial), day(10 + (serial % 9))]
        const line = (id: number, at: string, name: string, yen: number, no: string, shop: string) =>
          `${id},${slashed(at)},${shop},現金,${name},${yen},${no},支払済み`
        const yenOf = (one: (typeof some)[number]) =>
          one.details.reduce((sum, { total_amount }) => sum + total_amount, 0)
        const first = 900_000_000 + serial * 1000
        const ownNumber = (id: number) => 700_000_000 + (id % 1_000_000)
        return {
          kind: 'sale',
          lines: [
            '売上ID,精算日時,購入店舗,支払方法,摘要,合計金額,会員番号,ステータス',
            ...some.map((one) =>
              line(
                ownNumber(one.id),
                String(one.settled_at),
                '売上',
                yenOf(one),
                numberOf(one.member_id),
                shopName[one.studio_id] ?? '',
              ),
            ),
            line(first + 998, old, '昔のプロテイン', 777_000 + serial, someone.no, someone.shop),
            line(first + 999, recent, 'プロテイン', 888_000 + serial, someone.no, someone.shop),
          ],
          facts: [
            ...some.map((one) =>
              theirs(
                'sale',
                numberOf(one.member_id),
                `${String(one.settled_at).slice(0, 10)} ${yenOf(one)}`,
                String(one.settled_at).slice(0, 10),
              ),
            ),
            own('sale', someone.no, `${old} ${777_000 + serial}`, old),
            own('sale', someone.no, `${recent} ${888_000 + serial}`, recent),
          ],
        }
      }
      case 'ownVisits': {
        if (!someone) return null
        const some = world.reservations.filter(
          (one) =>
            one.checkin_at !== null &&
            here.has(numberOf(one.member_id)) &&
            isMapped(one.studio_id) &&
            one.id % 2 === a % 2,
        )
        const minute = (at: string) => at.slice(0, 16)
        const [old, recent] = [`${day(700 + serial)} 05:1${serial % 10}`, `${day(3 + (serial % 3))} 05:2${serial % 10}`]
        return {
          kind: 'visit',
          lines: [
            '会員番号,店舗,入館日時',
            ...some.map(
              (one) =>
                `${numberOf(one.member_id)},${shopName[one.studio_id]},${slashed(String(one.checkin_at))} ${minute(String(one.checkin_at)).slice(11)}`,
            ),
            ...[old, recent].map((at) => `${someone.no},${someone.shop},${slashed(at)} ${at.slice(11)}`),
          ],
          facts: [
            ...some.map((one) =>
              theirs(
                'visit',
                numberOf(one.member_id),
                minute(String(one.checkin_at)),
                String(one.checkin_at).slice(0, 10),
              ),
            ),
            ...[old, recent].map((at) => own('visit', someone.no, at, at.slice(0, 10))),
          ],
        }
      }
      case 'ownBookings': {
        if (!someone) return null
        const words: Record<string, string> = { 予約済: '予約済み', 受講済: '受講済み', キャンセル: 'キャンセル' }
        const some = world.reservations.filter(
          (one) =>
            here.has(numberOf(one.member_id)) && isMapped(one.studio_id) && words[one.status] && one.id % 2 === a % 2,
        )
        const first = 910_000_000 + serial * 1000
        const ownNumber = (id: number) => 800_000_000 + (id % 1_000_000)
        const [old, recent] = [`${day(600 + serial)} 06:10`, `${day(2 + (serial % 4))} 06:2${serial % 10}`]
        const line = (id: number, no: string, status: string, at: string, program: string, shop: string) =>
          `${id},${no},${status},${slashed(day(1000))} 09:00,${slashed(at)},${at.slice(11, 16)},${program},${shop}`
        return {
          kind: 'booking',
          lines: [
            '予約ID,会員番号,予約ステータス,予約処理日,受講日,開始時刻,プログラム,店舗',
            ...some.map((one) =>
              line(
                ownNumber(one.id),
                numberOf(one.member_id),
                words[one.status] ?? '',
                one.start_at,
                String(one.program_name),
                shopName[one.studio_id] ?? '',
              ),
            ),
            ...[old, recent].map((at, n) =>
              line(first + 998 + n, someone.no, '受講済み', at, '昔のヨガ', someone.shop),
            ),
          ],
          facts: [
            ...some.map((one) =>
              theirs(
                'booking',
                numberOf(one.member_id),
                `${one.start_at.slice(0, 16)} ${one.program_name}`,
                one.start_at.slice(0, 10),
              ),
            ),
            ...[old, recent].map((at) => own('booking', someone.no, `${at} 昔のヨガ`, at.slice(0, 10))),
          ],
        }
      }
      case 'ownTickets': {
        // Their types come with a run.
        if (!someone || !hasRun) return null
        const some = world.member_tickets.filter(
          (one) => here.has(numberOf(one.member_id)) && isMapped(Number(one.studio_id)) && one.granted_at !== null,
        )
        const nameOf = (id: number) => world.tickets.find((one) => one.id === id)?.name
        const old = day(400 + serial)
        return {
          kind: 'ticket',
          lines: [
            '会員番号,チケット,付与日,枚数,利用枚数,有効期限',
            ...some.map(
              (one) =>
                `${numberOf(one.member_id)},${nameOf(one.ticket_id)},${slashed(String(one.granted_at))},${one.count},${one.used_count},`,
            ),
            `${someone.no},${nameOf(502)},${slashed(old)},3,1,${slashed(today())}`,
          ],
          facts: [own('ticket', someone.no, old, old)],
        }
      }
    }
    return null
  }
  return {
    file,
    /** Those that are here: others were refused with a reason that the file's rows have. */
    wrote: (what: string) => void files.add(what),
    note: async (importId: string, facts: readonly Omit<FileFact, 'importId' | 'isUndone' | 'isRemoved'>[]) => {
      const here = await factsHere(rowsOf)
      for (const fact of facts) {
        if (!here[fact.kind].has(keyOf(fact))) continue
        lived.facts.push({ ...fact, importId, isUndone: false, isRemoved: false })
      }
    },
    takeBack: (importId: string) => {
      for (const fact of lived.facts) if (fact.importId === importId) fact.isUndone = true
      for (const [no, all] of lived.chosen)
        lived.chosen.set(
          no,
          all.filter((one) => one.importId !== importId),
        )
    },
    /** By the answers of a merge; taken back with it. */
    removed: (keys: readonly string[]) => {
      const [sales, bookings] = [salesFrom(today()), windowOf(today()).from]
      for (const fact of lived.facts) {
        if (keys.includes('salesHere') && fact.kind === 'sale' && fact.day >= sales) fact.isRemoved = true
        if (keys.includes('bookingsHere') && fact.kind === 'booking' && fact.day >= bookings) fact.isRemoved = true
      }
    },
    restored: () => {
      for (const fact of lived.facts) fact.isRemoved = false
    },
  }
}
