import { type SQL, sql } from 'drizzle-orm'
import { importKinds, type TranslatedColumn } from '#contract/words/import.ts'
import type { ShopScope } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { rowsOf } from '../../db/expressions.ts'
import { numberRefused } from '../../db/refused-values.ts'
import { tokyoDayOf } from '../../lib/time.ts'
import type { Compared, ComparedRow, Comparing } from '../compared.ts'
import { isShort, lostZeros } from '../lost-zeros.ts'
import { changedRow, type Stored as OwnedRow, settleConfirmed } from '../owner.ts'
import { countUnknown, type UnknownValues } from '../rows.ts'
import { inShops, isIn } from '../scope.ts'
import type { FactKind } from './columns.ts'
import { answeredName } from './new-plans.ts'
import { categoryOf, taxWithin } from './products.ts'
import type { FactDraft } from './rows.ts'
import { productsOf } from './sales.ts'
import { type AlikeSale, isSameMoment, pairSales, salesLike } from './same-fact.ts'
import { type FactTable, factTables, isSameFact, ofJson } from './tables.ts'

/** A fact's values as its source's JSON has them. */
export type FactValues = Record<string, unknown>

interface Plan {
  shopId: string
  code: string
  name: string
  kind: string
  price: number
  /** The plan that it is joined with. */
  joinedTo: Pick<Plan, 'name' | 'kind' | 'price'> | null
}

interface Member {
  id: string
  shopId: string
  externalId: number | null
  memberNo: string
}

/** A draft with what its names and numbers mean. */
interface Meant {
  row: number
  /** What the file says. */
  given: FactValues
  /** For a new row, the values that the file lacks. */
  otherwise: FactValues
  memberId: string | null
}

type Refused = { row: number; reason: string; column?: string; asked?: string; why?: string }

interface DraftRow {
  row: number
  draft: FactDraft
}

/**
 * Compares facts with those of the same number of the provider, or else of the same member, shop and day as the kind has
 * it. Rows of another shop are refused without a word of who they are.
 */
export async function compareFacts(kind: FactKind, db: Db, { shops, overwrite, values, keepsSaid }: Comparing) {
  const table = factTables[kind]
  const plans = kind === 'contract' ? await plansOf(db, shops) : []
  const plansIn = Map.groupBy(plans, ({ shopId }) => shopId)
  const tickets = kind === 'ticket' ? await ticketsOf(db) : new Set<string>()
  const products = kind === 'sale' ? await productsOf(db) : null
  const unknown: UnknownValues = {}
  const counts = { unclassified: 0, overruled: 0 }
  /** Of unknown texts: several may be answered as one. */
  const newPlans = new Set<string>()
  const seen = new Set<string>()
  const nobodys = new Map<string, number>()
  const noun = importKinds[kind]

  /** The name of a plan or ticket here: as staff have answered, else as the file has it. */
  const named = (column: TranslatedColumn, text: string) => answeredName(values[column] ?? {}, text)

  function planOf(shopId: string, { plan, planCode }: FactDraft['values']): Pick<Plan, 'name' | 'kind' | 'price'> {
    const text = String(plan ?? planCode)
    const name = named('plan', text)
    const inShop = plansIn.get(shopId) ?? []
    const byCode = name === text && planCode ? inShop.find(({ code }) => code === planCode) : undefined
    const found = byCode ?? inShop.find((one) => one.name.normalize('NFKC') === name.normalize('NFKC'))
    if (found) return found.joinedTo ?? found
    countUnknown(unknown, 'plan', text)
    newPlans.add(name)
    return { name, kind: kindOfPlan(name), price: 0 }
  }

  function meantOf(row: number, draft: FactDraft, member: Member | undefined): Meant | Refused {
    const { values: read } = draft
    const shopId = draft.shopId ?? member?.shopId
    if (shopId === undefined) return { row, column: '店舗', reason: '空欄です' }
    if (!isIn(shops, shopId)) return { row, column: '店舗', reason: '担当していない店舗です' }
    const who = { member_id: member ? Number(member.id) : null }
    const where = draft.shopId === undefined ? {} : { shop_id: Number(draft.shopId) }
    const base = { ...(read.externalId !== undefined && { external_id: read.externalId }), ...who, ...where }
    const meant = meanings[kind](read, draft, shopId)
    return {
      row,
      memberId: member?.id ?? null,
      given: { ...base, ...withoutUndefined(meant.given) },
      otherwise: {
        shop_id: Number(shopId),
        ...meant.otherwise,
        ...(kind === 'ticket' && { home_shop_id: Number(member?.shopId) }),
      },
    }
  }

  type Meaning = Record<'given' | 'otherwise', FactValues>
  const meanings: Record<FactKind, (read: FactDraft['values'], draft: FactDraft, shopId: string) => Meaning> = {
    contract: (read, _, shopId) => {
      const plan = planOf(shopId, read)
      const startOn = read.startOn ?? read.contractedOn
      return {
        given: {
          ...{ plan: plan.name, monthly_fee: read.monthlyFee, contracted_on: read.contractedOn, start_on: startOn },
          ...{ end_on: read.endOn, cancel_requested_on: read.cancelRequestedOn, cancel_reason: read.cancelReason },
          payment_method: read.paymentMethod,
        },
        otherwise: {
          ...{ kind: plan.kind, monthly_fee: plan.price, contracted_on: startOn },
          ...{ payment_method: 'card', payment_status: 'paid' },
          // Of a new plan: `settleNewPlans` takes what most rows say.
          ...(read.planKind && { plan_kind: read.planKind }),
          ...(read.leanBody && { lean_body: read.leanBody }),
        },
      }
    },
    ticket: (read) => {
      const name = named('ticket', String(read.ticket))
      if (!tickets.has(name)) countUnknown(unknown, 'ticket', String(read.ticket))
      return {
        given: {
          ...{ ticket: name, granted_at: read.grantedAt, granted_num: read.grantedNum, used_num: read.usedNum },
          ...{ expires_on: read.expiresOn, unit_price: read.unitPrice, source: read.source },
        },
        otherwise: { used_num: 0, unit_price: 0, source: 'purchase' },
      }
    },
    visit: (read) => ({
      given: { entered_at: read.enteredAt, left_at: read.leftAt },
      otherwise: { source: 'entry' },
    }),
    booking: (read) => {
      const at = (time: unknown) => time && `${read.startDay}T${time}+09:00`
      return {
        given: {
          ...{ program_name: read.program, studio_room_name: read.room, start_at: at(read.startTime) },
          ...{ end_at: at(read.endTime) || undefined, status: read.status, booked_at: read.bookedAt },
        },
        otherwise: {
          ...{ program_name: '予約', end_at: at(read.startTime), booked_at: at(read.startTime) },
          ...{ kind: 'free', booked_via: 'admin' },
        },
      }
    },
    sale: (read, { lines = [] }, shopId) => {
      const here = products?.in(shopId) ?? new Map()
      const known = lines.map((line) => {
        const ofChain = shops === 'all' ? undefined : products?.ofChain.get(line.product)
        const isOverruled = ofChain !== undefined && line.category !== null && !ofChain.includes(line.category)
        if (isOverruled) counts.overruled += 1
        const category = (isOverruled ? undefined : line.category) ?? categoryOf(line.product, here)
        if (category === null) counts.unclassified += 1
        const tax = line.tax ?? taxWithin(line.net, here.get(line.product))
        return { ...line, category: category ?? 'other', tax }
      })
      return {
        given: {
          ...{ receipt_no: read.receiptNo, settled_at: read.settledAt, target_month: read.targetMonth },
          ...{ method: read.method, status: read.status },
          lines: known,
        },
        otherwise: { method: 'cash', status: 'paid' },
      }
    },
    bill: (read) => ({
      given: {
        ...{ target_month: read.targetMonth, due_on: read.dueOn, amount: read.amount, method: read.method },
        ...{ status: read.status, paid_on: read.paidOn },
      },
      otherwise: { method: 'bankTransfer', due_on: `${String(read.targetMonth).slice(0, 8)}27` },
    }),
  }

  async function part(drafts: readonly DraftRow[]): Promise<Compared> {
    const members = await membersOf(db, drafts, shops)
    const refused: Refused[] = []
    const meant: Meant[] = []
    for (const { row, draft } of drafts) {
      const member = memberOf(draft, members, shops)
      const { memberNo } = draft
      if (typeof member === 'string' && isShort(memberNo)) nobodys.set(memberNo, (nobodys.get(memberNo) ?? 0) + 1)
      const one = typeof member === 'string' ? { row, column: '会員番号', reason: member } : meantOf(row, draft, member)
      if ('reason' in one) refused.push(one)
      else meant.push(one)
    }
    if (kind === 'contract') await leaveOldNumbers(db, meant)
    const stored = await storedFacts(db, table, meant, seen)
    const compared: Compared = { rows: [], unchanged: 0, alike: [] }
    for (const one of meant) {
      const known = stored.get(one.row)
      const key = known ? `#${known.id}` : keyOf(table, one)
      if (seen.has(key)) refused.push({ row: one.row, reason: `同じ${noun}の行がファイルに2つあります` })
      else if (known && !isIn(shops, known.shop_id)) {
        const why = `ほかの店舗の${noun}です（番号${known.external_id ?? 'なし'}）`
        refused.push({ row: one.row, reason: numberRefused, asked: `${noun} ${keyOf(table, one)}`, why })
      } else if (known && isAnothersOfProvider(one, known)) {
        refused.push({ row: one.row, column: '会員番号', reason: `${noun}の番号と会員番号が、別々の会員のものです` })
      } else {
        const asked = shops !== 'all' && asksFor(table, one, known) ? `${noun} ${keyOf(table, one)}` : undefined
        const row = known ? changed(one, known) : createdRow(one, keepsSaid)
        compared.rows.push({ ...row, ...(asked !== undefined && row.outcome !== 'confirmed' && { asked }) })
      }
      seen.add(key)
    }
    compared.rows.push(
      ...refused.map(({ row, asked, why, ...fault }) => ({
        ...{ row, outcome: 'refused' as const, fault },
        ...(asked !== undefined && { asked, why }),
      })),
    )
    return settleConfirmed(db, kind, compared)
  }

  function changed({ row, memberId, given, otherwise }: Meant, stored: Stored): ComparedRow {
    // The kind of a contract is that of its plan.
    const implied = (changing: string[]) =>
      changing.includes('plan') ? { kind: otherwise.kind, shop_id: given.shop_id ?? stored.shop_id } : {}
    return {
      ...changedRow(table, row, ofTheSame(table, given, stored), stored, { overwrite, implied }),
      ...(memberId !== null && { memberId }),
    }
  }

  const names = () => ({
    ...(unknown.plan && { plan: namesOf(plans.flatMap(({ name, joinedTo }) => (joinedTo ? [] : name))) }),
    ...(unknown.ticket && { ticket: namesOf(tickets) }),
  })
  const isOfShops = shops !== 'all' && table.known !== null
  const ofShops = '担当店舗の取り込みでは、データ時点と、集計できる期間は変わりません。本部が取り込むと変わります。'
  const zeros = () =>
    lostZeros(
      db,
      [...nobodys].map(([text, rows]) => ({ text, rows })),
      shops,
    )
  return {
    part,
    unknown,
    names,
    zeros,
    notes: () => [
      ...notesOf({ plans: newPlans.size, tickets: unknown.ticket?.size ?? 0 }, counts),
      ...(isOfShops ? [ofShops] : []),
    ],
  }
}

const mostNames = 500
const namesOf = (names: Iterable<string>) => [...new Set(names)].sort().slice(0, mostNames)

function notesOf(
  { plans, tickets }: { plans: number; tickets: number },
  { unclassified, overruled }: { unclassified: number; overruled: number },
): string[] {
  return [
    ...(plans > 0
      ? [
          `登録のないプラン${plans}種類は、ファイルで最も多い月額（ない場合は0円）のプランとして、店舗ごとに登録します。`,
        ]
      : []),
    ...(tickets > 0
      ? [
          `登録のないチケット${tickets}種類は、ファイルで最も多い枚数・単価（ない場合は0円）・有効日数のチケットとして登録します。`,
        ]
      : []),
    ...(overruled > 0
      ? [`売上の明細${overruled.toLocaleString('ja-JP')}行は、本部が決めた区分で数えます。ファイルの区分は使いません。`]
      : []),
    ...(unclassified > 0
      ? [
          `売上の明細${unclassified.toLocaleString('ja-JP')}行は、摘要から区分を1つに決められないため「その他」に数えます。`,
        ]
      : []),
  ]
}

const withoutUndefined = (values: FactValues) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

/** The kind of a contract whose plan nobody has registered yet. */
export const kindOfPlan = (name: string) => {
  if (/休会/.test(name)) return 'suspension'
  return /オプション/.test(name) || categoryOf(name, new Map()) === 'option' ? 'option' : 'regular'
}

interface Members {
  byId: Map<number | null, Member>
  byNo: Map<string, Member>
}

/** The member of a row, or a sentence where there is none. A sale may have no member. */
function memberOf({ memberId, memberNo }: FactDraft, { byId, byNo }: Members, shops: ShopScope) {
  if (memberId === undefined && memberNo === undefined) return undefined
  const one = memberId === undefined ? undefined : byId.get(memberId)
  const other = memberNo === undefined ? undefined : byNo.get(memberNo)
  const member = one ?? other
  // One sentence for members who are unknown and for those of other shops.
  if (!member) {
    return `この番号の会員が${shops === 'all' ? '' : '担当店舗に'}登録されていません（先に会員を取り込んでください）`
  }
  return one && other && one !== other ? 'メンバーIDと会員番号が、別々の会員のものです' : member
}

/** Members of these shops: a number of another shop's member is treated as unknown. */
async function membersOf(db: Db, drafts: readonly DraftRow[], shops: ShopScope): Promise<Members> {
  const ids = drafts.flatMap(({ draft }) => draft.memberId ?? [])
  const numbers = drafts.flatMap(({ draft }) => draft.memberNo ?? [])
  const found = await rowsOf<Member>(
    db,
    sql`select id::text, shop_id::text as "shopId", external_id as "externalId", member_no as "memberNo" from member
      where ${inShops(sql`shop_id`, shops)}
        and (external_id = any (${sql.param(ids)}::integer[]) or member_no = any (${sql.param(numbers)}::text[]))`,
  )
  return {
    byId: new Map(found.map((member) => [member.externalId, member])),
    byNo: new Map(found.map((member) => [member.memberNo, member])),
  }
}

const kindOfPlanRow = (plan: SQL) => sql`case when ${plan}.is_suspension_plan then 'suspension'
  when ${plan}.category = 'option' then 'option' else 'regular' end`

const plansOf = (db: Db, shops: ShopScope) =>
  rowsOf<Plan>(
    db,
    sql`select p.shop_id::text as "shopId", p.code, p.name, p.price_monthly as price, ${kindOfPlanRow(sql`p`)} as kind,
        case when k.id is not null then jsonb_build_object('name', k.name, 'price', k.price_monthly, 'kind', ${kindOfPlanRow(sql`k`)})
          end as "joinedTo"
      from shop_plan p left join shop_plan k on k.id = p.joined_to
      where ${inShops(sql`p.shop_id`, shops)} order by p.joined_to is null desc, p.status = 'active' desc, p.id`,
  )

const ticketsOf = async (db: Db) =>
  new Set((await rowsOf<{ name: string }>(db, sql`select name from ticket`)).map(({ name }) => name))

/**
 * The number of a contract that was over before this one begins is used again by somebody who has come back: the row is
 * another contract, without it, until the club system says whose the number is.
 */
async function leaveOldNumbers(db: Db, rows: readonly Meant[]): Promise<void> {
  const numbered = rows.flatMap(({ row, given: { external_id, member_id, start_on } }) =>
    external_id === undefined || start_on === undefined ? [] : [{ line: row, external_id, member_id, start_on }],
  )
  if (numbered.length === 0) return
  const found = await rowsOf<{ line: number }>(
    db,
    sql`select w.line from jsonb_to_recordset(${JSON.stringify(numbered)}::jsonb)
        as w (line integer, external_id integer, member_id integer, start_on date)
      join contract c on c.external_id = w.external_id and c.member_id = w.member_id and c.end_on < w.start_on`,
  )
  const lines = new Set(found.map(({ line }) => line))
  for (const { row, given } of rows) if (lines.has(row)) delete given.external_id
}

type Stored = OwnedRow & { shop_id: number; external_id?: number | null }

/** The fact of each row that is here already; `seen`: facts that earlier rows of the file are. */
async function storedFacts(
  db: Db,
  table: FactTable,
  rows: readonly Meant[],
  seen: ReadonlySet<string>,
): Promise<Map<number, Stored>> {
  const { natural, unique, fields, cut = {} } = table
  const keys = rows.map(({ row, given, otherwise }) => ({ line: row, key: { ...otherwise, ...given } }))
  const wanted = sql`jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k (line integer, key jsonb)`
  const number = fields.find(({ name }) => name === 'external_id')
  const found = await rowsOf<{ line: number; isByNumber: boolean; fact: Stored }>(
    db,
    sql.join(
      [
        ...(number && unique.includes('external_id')
          ? [
              sql`select k.line, true as "isByNumber", to_jsonb(f) as fact from ${wanted}
              join (${table.source}) f on f.external_id = ${ofJson(sql`k.key`, number)}`,
            ]
          : []),
        ...(natural.length > 0
          ? [
              sql`select k.line, false as "isByNumber", to_jsonb(f) as fact from ${wanted}
              join (${table.source}) f on ${isSameFact(table, sql`f`, sql`k.key`)}`,
            ]
          : []),
      ],
      sql` union all `,
    ),
  )
  const given = new Map(rows.map((one) => [one.row, one.given]))
  const byRow = new Map(found.flatMap(({ line, isByNumber, fact }) => (isByNumber ? [[line, fact] as const] : [])))
  const numbered = new Set([...byRow.values()].map(({ id }) => id))
  const isTaken = ({ id }: Pick<Stored, 'id'>) => numbered.has(id) || seen.has(`#${id}`)
  const isExact = (line: number, fact: Stored) =>
    Object.keys(cut).every((name) => given.get(line)?.[name] === fact[name])
  for (const { line, fact } of found.sort(
    (a, b) => Number(isExact(b.line, b.fact)) - Number(isExact(a.line, a.fact)),
  )) {
    const theirs = given.get(line)?.external_id
    // Two contracts of one member, plan and day are two if one source numbers them.
    const isAnother =
      theirs !== undefined &&
      fact.external_id != null &&
      fact.external_id !== theirs &&
      (fact.from_file || isTaken(fact))
    if (!isAnother && !byRow.has(line)) byRow.set(line, fact)
  }
  if (table.name !== 'sale') return byRow
  const others = rows.flatMap((one) => (byRow.has(one.row) ? [] : alikeOf(one)))
  const stored = await salesLike(db, others, sql`not t.from_file`)
  const pairs = pairSales(
    others,
    stored.filter((one) => !isTaken(one)),
  )
  const facts = await rowsOf<{ fact: Stored }>(
    db,
    sql`select to_jsonb(f) as fact from (${table.source}) f where f.id = any (${sql.param([...pairs.values()].map(({ id }) => id))}::integer[])`,
  )
  const byId = new Map(facts.map(({ fact }) => [fact.id, fact]))
  for (const [{ row }, { id }] of pairs) byRow.set(row, byId.get(id) as Stored)
  return byRow
}

/** The values by which a file's sale is recognised among those of the club system; only settled sales are. */
function alikeOf({ row, given, otherwise }: Meant): (AlikeSale & { row: number })[] {
  const { member_id, shop_id, settled_at, lines } = { ...otherwise, ...given }
  if (!settled_at) return []
  const day = tokyoDayOf(new Date(String(settled_at)))
  return [{ row, memberId: (member_id as number | null) ?? null, shopId: Number(shop_id), day, lines: lines as [] }]
}

const keyOf = ({ natural }: FactTable, { given, otherwise }: Meant) =>
  given.external_id === undefined
    ? JSON.stringify(natural.map((name) => given[name] ?? otherwise[name]))
    : `id ${given.external_id}`

/** What a file says of a fact of the club system: its own number and a moment that is only cut say nothing else. */
function ofTheSame({ cut = {} }: FactTable, given: FactValues, stored: Stored): FactValues {
  if (stored.from_file) return given
  const moments = Object.entries(cut).flatMap(([name, grain]) => {
    const [one, other] = [given[name], stored[name]]
    return one && other && isSameMoment(grain, String(one), String(other)) ? [[name, other]] : []
  })
  const { receipt_no: _, ...said } = given
  return {
    ...said,
    ...Object.fromEntries(moments),
    ...(given.external_id !== undefined && stored.external_id != null && { external_id: stored.external_id }),
  }
}

/** Whether a number of the club system is with another member in the file: it is another system's number. */
const isAnothersOfProvider = ({ given }: Meant, stored: Stored) =>
  !stored.from_file &&
  given.external_id !== undefined &&
  given.external_id === stored.external_id &&
  given.member_id != null &&
  stored.member_id != null &&
  given.member_id !== stored.member_id

/** Whether the answer depends on facts of other shops: on the number of one, or on one of the same member and day. */
const asksFor = ({ natural }: FactTable, { given }: Meant, known: Stored | undefined) =>
  given.external_id === undefined
    ? known === undefined && natural.length > 0 && !natural.includes('shop_id')
    : known?.external_id !== given.external_id

const createdRow = ({ row, memberId, given, otherwise }: Meant, keepsSaid = false): ComparedRow => ({
  ...{ row, outcome: 'created', after: { ...otherwise, ...given } },
  ...(keepsSaid && { confirmed: Object.keys(given) }),
  ...(memberId !== null && { memberId }),
})
