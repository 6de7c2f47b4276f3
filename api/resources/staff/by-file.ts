import { sql } from 'drizzle-orm'
import { ApiError, isApiError } from '#contract/errors.ts'
import { type Permission, scopeOf } from '#contract/permissions.ts'
import { StaffRegistration } from '#contract/staff.ts'
import { mostStaffRows, type UndoOutcome, undoOutcomes } from '#contract/words/import.ts'
import { type StaffColumn, staffColumnNames } from '#contract/words/import-columns.ts'
import { roleLevels } from '#contract/words/staff.ts'
import type { AuditNoted, Ctx, Principal, Scoped, ShopScope } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { idArray, rowsOf } from '../../db/expressions.ts'
import { removeRecord } from '../../db/records.ts'
import { addressRefused } from '../../db/refused-values.ts'
import { staff as table } from '../../db/schema/organisation.ts'
import { asViewer } from '../../db/scope.ts'
import { personOf } from '../../identity/person.ts'
import { reachOf, shopsOf, viewerOf } from '../../identity/reach.ts'
import type { ComparedRow, Comparing, Comparison } from '../../import/compared.ts'
import type { KindOfRows } from '../../import/kinds.ts'
import { FileRefused } from '../../import/refusal.ts'
import type { StaffDraft } from '../../import/staff-rows.ts'
import type { Jobs } from '../../mail/jobs.ts'
import { toStaff } from './record.ts'
import { holdStaffRows, type StaffRow, setMainShop, staffByIds, withTraces } from './repository.ts'
import { addressValue, hasWorked, isActedOnBy, rolesGivenBy } from './rules.ts'
import { letterOfInvitation, registerStaff, registration, removal } from './service.ts'

/** Invitations that a person sends by file within a day: their letters go to whatever addresses a file has. */
const mostInvitedADay = 1000
/** Letters that somebody waits for at the screen go first. */
const afterOthers = -1

interface Services {
  jobs: Jobs
  /** Adds rows to the audit log. */
  note(
    tx: Scoped,
    client: { requestId: string; ip: null; userAgent: null },
    now: Date,
    ...entries: AuditNoted[]
  ): Promise<void>
}

/**
 * Staff by file (decision 0073): each new person is registered and invited by the verbs of staff, as the person whose
 * import it is and with their rights of that moment. Nobody who is here already is changed.
 */
export const staffByFile = ({ jobs, note }: Services): KindOfRows => ({
  mostRows: mostStaffRows,
  compare: compare as KindOfRows['compare'],
  names: Object.keys(labels),
  labelOf: (name) => labels[name] ?? null,

  write: async (tx, importId, _shops, now, by) => {
    const person = await requirePerson(tx, by, now, 'staff.write', 'スタッフを登録する権限がないため、中止しました。')
    const rows = await rowsOfFile(tx, importId)
    await requireFewInvitations(tx, { importId, person, now, more: rows.length })
    const made = await asViewer(tx, viewerOf(person), async (scoped) => {
      const ctx = contextOf(scoped, person, now, importId)
      const ids = new Map<number, string>()
      for (const { line, after } of rows) {
        const staffId = await register(ctx, after)
        if (staffId) ids.set(line, staffId)
      }
      const letters = []
      for (const staffId of ids.values()) letters.push(await letterOfInvitation(ctx, staffId))
      await jobs.addAll(scoped, 'mail', letters, 0, afterOthers)
      const saved = await staffByIds(scoped, ctx.shops, now, [...ids.values()])
      await note(
        scoped,
        clientOf(importId),
        now,
        ...saved.map((row) => acted('staff.register', person, registration(row))),
      )
      return ids
    })
    const done = rows.map(({ line }) => ({ line, fact_id: Number(made.get(line) ?? 0) || null }))
    // Whoever brought the file has chosen the addresses.
    await tx.execute(sql`select note_appointer(s.id, f.created_by, false) from import_file f, staff s
      where f.id = ${Number(importId)} and f.created_by <> ${Number(person.staffId)} and s.id = any(${idArray([...made.values()])})`)
    await tx.execute(sql`
      update import_row r set fact_id = d.fact_id, outcome = case when d.fact_id is null then 'stale' else r.outcome end
      from jsonb_to_recordset(${JSON.stringify(done)}::jsonb) as d (line integer, fact_id integer)
      where r.import_id = ${Number(importId)} and r.line = d.line`)
  },

  undo: async (tx, importId, _shops, now, by) => {
    const person = await requirePerson(
      tx,
      by,
      now,
      'staff.delete',
      'スタッフを削除する権限がないため、取り消せません。',
    )
    const rows = await rowsOfFile(tx, importId)
    const outcomes = await asViewer(tx, viewerOf(person), async (scoped) => {
      const ctx = contextOf(scoped, person, now, importId)
      await holdStaffRows(scoped, idsOf(rows))
      const found = await outcomesOf(ctx, rows)
      const gone = found.flatMap(({ outcome, row }) => (row && outcome === 'restored' ? [row] : []))
      for (const row of gone) await removeRecord(ctx, table, row, () => toStaff(ctx, row))
      await note(scoped, clientOf(importId), now, ...gone.map((row) => acted('staff.remove', person, removal(row))))
      return found.map(({ line, outcome }) => ({ line, outcome }))
    })
    await tx.execute(sql`
      update import_row r set undo = u.outcome
      from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as u (line integer, outcome text)
      where r.import_id = ${Number(importId)} and r.line = u.line`)
  },

  countUndo: async (scoped, importId, _shops, now, by) => {
    const person = await personOf(scoped, by, now)
    if (!person) throw new ApiError('forbidden')
    const found = await outcomesOf(contextOf(scoped, person, now, importId), await rowsOfFile(scoped, importId))
    const count = (wanted: UndoOutcome) => found.filter(({ outcome }) => outcome === wanted).length
    const counted = (Object.keys(undoOutcomes) as UndoOutcome[]).map((outcome) => [outcome, count(outcome)])
    return Object.fromEntries(counted)
  },
})

/** A row of the file as it is stored, by the names of the tables' columns. */
interface Stored {
  last_name: string
  first_name: string
  last_name_kana?: string
  first_name_kana?: string
  email: string
  role: StaffDraft['role']
  shop_ids?: string[]
  main_shop_id?: string
  job_title?: string
  employment_type?: NonNullable<StaffDraft['employmentType']>
  tel?: string
  joined_on?: string
}

const labels: Readonly<Record<string, string>> = {
  last_name: staffColumnNames.lastName,
  first_name: staffColumnNames.firstName,
  last_name_kana: staffColumnNames.lastNameKana,
  first_name_kana: staffColumnNames.firstNameKana,
  email: staffColumnNames.email,
  role: staffColumnNames.role,
  shop_ids: staffColumnNames.shops,
  main_shop_id: staffColumnNames.mainShop,
  job_title: staffColumnNames.jobTitle,
  employment_type: staffColumnNames.employmentType,
  tel: staffColumnNames.tel,
  joined_on: staffColumnNames.joinedOn,
}

const storedOf = (draft: StaffDraft): Record<string, unknown> => {
  const { shopIds } = draft
  return {
    ...{ last_name: draft.lastName, first_name: draft.firstName },
    ...(draft.lastNameKana && { last_name_kana: draft.lastNameKana }),
    ...(draft.firstNameKana && { first_name_kana: draft.firstNameKana }),
    ...{ email: draft.email, role: draft.role },
    ...(shopIds.length > 0 && { shop_ids: shopIds }),
    ...(draft.mainShopId && { main_shop_id: draft.mainShopId }),
    ...(draft.jobTitle && { job_title: draft.jobTitle }),
    ...(draft.employmentType && { employment_type: draft.employmentType }),
    ...(draft.tel && { tel: draft.tel }),
    ...(draft.joinedOn && { joined_on: draft.joinedOn }),
  }
}

/** The draft as the verb that registers staff takes it. */
const registrationOf = (draft: StaffDraft): StaffRegistration => {
  const { mainShopId: _, ...person } = draft
  return { ...person, gender: 'none', birthday: null, imgUrl: null, displayName: null, invites: true }
}

const draftOf = (row: Stored): StaffDraft => ({
  ...{ lastName: row.last_name, firstName: row.first_name, email: row.email, role: row.role },
  ...{ lastNameKana: row.last_name_kana ?? null, firstNameKana: row.first_name_kana ?? null },
  ...{ shopIds: row.shop_ids ?? [], mainShopId: row.main_shop_id ?? null, jobTitle: row.job_title ?? null },
  ...{ employmentType: row.employment_type ?? null, tel: row.tel ?? null, joinedOn: row.joined_on ?? null },
})

type Fault = NonNullable<ComparedRow['fault']>
const fault = (column: StaffColumn, reason: string): Fault => ({ column: staffColumnNames[column], reason })

async function compare(db: Db, { by }: Comparing): Promise<Comparison<StaffDraft>> {
  const person = await requirePerson(db, by, new Date(), 'staff.write', 'スタッフを登録する権限がありません。')
  const seen = new Set<string>()
  const invited = new Map<StaffDraft['role'], number>()
  let here = 0
  return {
    part: async (drafts) => {
      const taken = await addressesTaken(
        db,
        shopsOf(person),
        drafts.map(({ draft }) => draft.email),
        person,
      )
      const rows: ComparedRow[] = []
      let unchanged = 0
      for (const { row, draft } of drafts) {
        const { email, role } = draft
        const isSecond = seen.has(email)
        const holder = taken.get(email)
        seen.add(email)
        if (!isSecond && holder?.isSeen) {
          unchanged += 1
          continue
        }
        const refused = isSecond ? fault('email', '同じメールアドレスの行が、ほかにもあります') : faultOf(person, draft)
        if (refused) rows.push({ row, outcome: 'refused', fault: refused })
        else if (holder) {
          const why = `${holder.name}さんのメールアドレスです`
          rows.push({ row, outcome: 'refused', fault: fault('email', addressRefused), asked: addressValue(email), why })
        } else {
          rows.push({ row, outcome: 'created', after: storedOf(draft), asked: addressValue(email) })
          invited.set(role, (invited.get(role) ?? 0) + 1)
        }
      }
      here += unchanged
      return { rows, unchanged, alike: [] }
    },
    unknown: {},
    names: () => undefined,
    notes: () => [
      ...(invited.size > 0 ? [`取り込むと、新規の全員に招待メールを送ります（${rolesIn(invited)}）。`] : []),
      ...(here > 0 ? [`${here}名はすでに登録されています。権限・店舗などは変わりません。`] : []),
    ],
  }
}

const rolesIn = (invited: ReadonlyMap<StaffDraft['role'], number>) =>
  Object.entries(roleLevels)
    .flatMap(([role, label]) => {
      const people = invited.get(role as StaffDraft['role'])
      return people ? `${label} ${people}名` : []
    })
    .join('、')

/** Why the person may not register somebody; the same again when it is written. */
function faultOf(person: Principal, draft: StaffDraft): Fault | undefined {
  if (!rolesGivenBy(person).includes(draft.role)) {
    return fault('role', '自分より上の権限や、自分と同じ権限は設定できません')
  }
  if (draft.role !== 'all' && draft.shopIds.length === 0) return fault('shops', '担当店舗がありません')
  const shops = shopsOf(person)
  if (shops !== 'all' && !draft.shopIds.every((id) => shops.includes(id)))
    return fault('shops', '担当していない店舗です')
  const parsed = StaffRegistration.safeParse(registrationOf(draft))
  if (parsed.success) return undefined
  const column = parsed.error.issues[0]?.path[0]
  return { ...(columnOf(column) && { column: columnOf(column) }), reason: '登録できない値です' }
}

const columnOf = (field: PropertyKey | undefined) =>
  Object.entries(staffColumnNames).find(([column]) => column === field)?.[1]

/** Addresses that somebody signs in with, and whether the person sees them. */
async function addressesTaken(db: Db, shops: ShopScope, emails: readonly string[], { staffId }: Principal) {
  const inSight =
    shops === 'all'
      ? sql`true`
      : sql`(exists (select from shop_staff w where w.staff_id = s.id and w.shop_id = any(${sql.param(shops.map(Number))}::integer[]))
          or (s.created_by = ${Number(staffId)} and not exists (select from shop_staff w where w.staff_id = s.id)))`
  const rows = await rowsOf<{ email: string; name: string; isSeen: boolean }>(
    db,
    sql`select s.email, s.display_name as name, s.appointed_at is not null and ${inSight} as "isSeen" from staff s
      where s.email = any(${sql.param([...emails])}::text[])`,
  )
  return new Map(rows.map((row) => [row.email, row]))
}

async function requirePerson(db: Db, by: string | null, now: Date, right: Permission, refusal: string) {
  const person = by === null ? null : await personOf(db, by, now)
  if (!person || !scopeOf(person, 'import.run') || !scopeOf(person, right)) throw new FileRefused(refusal)
  return person
}

/** Letters of imports that were written within a day, also of those that were taken back. */
async function requireFewInvitations(
  tx: Db,
  { importId, person, now, more }: { importId: string; person: Principal; now: Date; more: number },
) {
  const since = new Date(now.getTime() - 24 * 3_600_000).toISOString()
  const [sent] = await rowsOf<{ n: number }>(
    tx,
    sql`select count(*)::integer as n from import_row r join import_file f on f.id = r.import_id
      where f.kind = 'staff' and f.id <> ${Number(importId)} and f.written_at > ${since}::timestamptz
        and ${Number(person.staffId)} in (f.created_by, f.step_by) and r.fact_id is not null`,
  )
  if ((sent?.n ?? 0) + more > mostInvitedADay) {
    throw new FileRefused(
      `ファイルからの招待は1日に${mostInvitedADay.toLocaleString('ja-JP')}名までです。明日もう一度お試しください。`,
    )
  }
}

interface FileRow {
  line: number
  staffId: string | null
  after: StaffDraft
}

async function rowsOfFile(db: Db, importId: string): Promise<FileRow[]> {
  const rows = await rowsOf<{ line: number; fact_id: number | null; after: Stored }>(
    db,
    sql`select line, fact_id, after from import_row
      where import_id = ${Number(importId)} and outcome = 'created' order by line`,
  )
  return rows.map(({ line, fact_id, after }) => ({
    ...{ line, staffId: fact_id === null ? null : String(fact_id), after: draftOf(after) },
  }))
}

const idsOf = (rows: readonly FileRow[]) => rows.flatMap(({ staffId }) => staffId ?? [])

/** A request of the person's, after their call. */
function contextOf(scoped: Scoped, principal: Principal, now: Date, importId: string): Ctx {
  return {
    ...{ scoped, principal, shops: shopsOf(principal), now, requestId: requestIdOf(importId) },
    can: (permission) => scopeOf(principal, permission) !== null,
    reach: (permission) => {
      const reach = reachOf(principal, permission)
      if (!reach) throw new ApiError('forbidden')
      return reach
    },
    audit: () => {},
  }
}

const requestIdOf = (importId: string) => `import ${importId}`
const clientOf = (importId: string) => ({ requestId: requestIdOf(importId), ip: null, userAgent: null })

const acted = (action: string, { staffId, role }: Principal, detail: ReturnType<typeof registration>): AuditNoted => ({
  ...detail,
  ...{ action, actor: { staffId, role } },
})

/** Null where the person may not register them any more, or the address is taken by now. */
async function register(ctx: Ctx, draft: StaffDraft): Promise<string | null> {
  if (faultOf(ctx.principal, draft)) return null
  const { invites: _, ...given } = registrationOf(draft)
  try {
    const id = await registerStaff(ctx, given)
    if (draft.mainShopId) await setMainShop(ctx.scoped, id, draft.mainShopId)
    return id
  } catch (error) {
    if (isApiError(error)) return null
    throw error
  }
}

interface Outcome {
  line: number
  outcome: UndoOutcome
  row: StaffRow | undefined
}

/** What becomes of each when the import is taken back: who has accepted, or has left a trace, stays. */
async function outcomesOf(ctx: Ctx, rows: readonly FileRow[]): Promise<Outcome[]> {
  const ids = idsOf(rows)
  const [found, traces] = [await staffByIds(ctx.scoped, ctx.shops, ctx.now, ids), await withTraces(ctx.scoped, ids)]
  const byId = new Map(found.map((row) => [row.id, row]))
  return rows.map(({ line, staffId, after }) => {
    const row = staffId === null ? undefined : byId.get(staffId)
    return { line, row, outcome: outcomeOf(ctx, row, traces, after) }
  })
}

function outcomeOf(
  { principal }: Ctx,
  row: StaffRow | undefined,
  traces: ReadonlySet<string>,
  { shopIds }: StaffDraft,
): UndoOutcome {
  if (!row || !isActedOnBy(principal, row)) return 'impossible'
  if (hasWorked(row) || row.status !== 'waiting' || row.invitation === 'accepted' || traces.has(row.id)) return 'used'
  const shops = row.links.map(({ shopId }) => String(shopId))
  const isAsWritten = row.version === 1 && shops.length === shopIds.length && shopIds.every((id) => shops.includes(id))
  return isAsWritten ? 'restored' : 'later'
}
