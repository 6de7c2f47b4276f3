import type { AuditRow, audit } from '#contract/audit.ts'
import type { Input } from '#contract/endpoint.ts'
import { foldText } from '#contract/fold-text.ts'
import { actionLabel, auditResources, changeText, fieldLabel, memberActions } from '#contract/words/audit.ts'
import { conditionOf, conditionText } from '#contract/words/audit-conditions.ts'
import { roleLevels } from '#contract/words/staff.ts'
import type { Ctx, Handlers } from '../../context.ts'
import type { NamedRecord, Records } from '../../db/named-records.ts'
import { memberIdOf } from '../../db/one-member.ts'
import { required } from '../../db/records.ts'
import { toTokyoDateTime } from '../../lib/time.ts'
import type { Cell, CsvExports } from '../../wire/csv.ts'
import { listAnswer } from '../../wire/list-answer.ts'
import { requireShop } from '../shop/require-shop.ts'
import {
  actById,
  checkLog,
  countActs,
  type FoundAct,
  formerViewsNamed,
  listActs,
  listActsAfter,
  type Named,
  type NamedTargets,
  namesOf,
  namesOfDeleted,
  type Sight,
} from './repository.ts'
import { conditionsOf, fieldsOf, idsIn } from './shown.ts'

type ListInput = Input<typeof audit.list>

export const auditHandlers = (nouns: NamedNouns): Handlers<typeof audit> => ({
  list: async (ctx, input) => {
    const named = await requireNamed(ctx, input, nouns)
    const page = await listActs(ctx.scoped, sightOf(ctx), input, named)
    const toRow = await rowReader(ctx, page.rows, nouns)
    const { paging, ...answer } = listAnswer(input, page, toRow)
    return { ...answer, paging: { ...paging, isAtLeast: page.isAtLeast } }
  },

  get: async (ctx, { id }) => {
    const found = required(await actById(ctx.scoped, sightOf(ctx), id))
    return (await rowReader(ctx, [found], nouns))(found)
  },

  check: (ctx) => checkLog(ctx.scoped),
})

const sightOf = ({ reach, principal }: Ctx): Sight => ({ reach: reach('audit.read'), staffId: principal.staffId })

/** The shop or member of the filter: 404 where it is not visible. Returns the internal member id, and what a keyword finds. */
async function requireNamed(ctx: Ctx, { shopId, userId, keyword }: ListInput, nouns: NamedNouns): Promise<Named> {
  if (shopId !== undefined) await requireShop(ctx, shopId)
  const targets = keyword === undefined ? {} : await targetsNamed(ctx, keyword, nouns)
  if (userId === undefined) return { memberId: null, targets }
  return { memberId: required(ctx.can('member.read') ? await memberIdOf(ctx.scoped, userId) : null), targets }
}

/** Records of a kind that a keyword finds, at most. */
const mostTargets = 200

/** What of this name the caller finds in the palette, by noun. */
async function targetsNamed(ctx: Ctx, keyword: string, nouns: NamedNouns): Promise<NamedTargets> {
  const found: Record<string, string[]> = {}
  // A keyword of ignored characters only would match everything.
  if (foldText(keyword).trim() === '') return found
  for (const [noun, { records }] of Object.entries(nouns)) {
    const finder = records?.find
    if (!finder || !ctx.can(finder.permission)) continue
    const { list } = await finder.find(ctx, { keyword, most: mostTargets })
    if (list.length > 0) found[noun] = list.map(({ id }) => id)
  }
  return found
}

/** One's own actions are shown in full; the details of others' require a right. */
async function rowReader(ctx: Ctx, rows: readonly FoundAct[], nouns: NamedNouns) {
  const { scoped, can, reach, principal } = ctx
  const names = await namesOf(scoped, idsIn(rows))
  const recordOf = await recordsNamed(ctx, rows, nouns)
  const deleted = await deletedNames(ctx, rows, recordOf)
  const seesAll = can('audit.detail')
  const seesChain = reach('audit.read').rule === 'all'
  return (row: FoundAct): AuditRow => {
    const seesDetail = seesAll || String(row.staffId) === principal.staffId
    // Withheld: the number of days in a shop's health logs would be a health figure, possibly about a single person.
    const seesCount = row.resourceType !== 'dailyLog' || seesChain || String(row.staffId) === principal.staffId
    const record = recordOf(row)
    const { id, staffId, staffName, hasLeft, role, userId, memberNo, memberName, shopId, shopName } = row
    return {
      id: String(id),
      at: toTokyoDateTime(new Date(row.at)),
      actor: staffId === null ? null : { id: String(staffId), displayName: staffName, role, hasLeft },
      isByMember: memberActions.includes(row.action),
      action: row.action,
      resourceType: row.resourceType,
      resourceId: row.resourceId,
      resourceName: record?.name ?? null,
      resourceKey: record?.key ?? null,
      deletedName: deleted.get(`${row.resourceType}:${row.resourceId}`) ?? null,
      member:
        userId === null || memberNo === null ? null : { id: String(userId), memberNo, name: memberName ?? memberNo },
      shop: shopId === null || shopName === null ? null : { id: String(shopId), name: shopName },
      fields: fieldsOf(row, { seesDetail, can: ctx.can }, names),
      reason: row.reason,
      conditions: conditionsOf(row, seesDetail, names),
      rowCount: seesCount ? row.rowCount : null,
      ...(seesDetail && { ip: row.ip, userAgent: row.userAgent, session: row.session }),
    }
  }
}

/** The nouns whose records have names. */
type NamedNouns = Record<string, { records: Records | null }>

/** The record of each row by its current name, where the caller sees it: one query for each noun among them. */
async function recordsNamed(ctx: Ctx, rows: readonly FoundAct[], nouns: NamedNouns) {
  const named = new Map<string, NamedRecord>()
  const idOf = ({ resourceId }: FoundAct) => (/^\d{1,9}$/.test(resourceId ?? '') ? [String(Number(resourceId))] : [])
  for (const [noun, ofIt] of Map.groupBy(rows, ({ resourceType }) => resourceType)) {
    const ids = [...new Set(ofIt.flatMap(idOf))]
    if (ids.length === 0) continue
    const found =
      noun === 'reportView'
        ? await formerViewsNamed(ctx.scoped, sightOf(ctx), ids)
        : await nouns[noun]?.records?.nameOf?.(ctx.scoped, ids)
    for (const record of found || []) named.set(`${noun}:${record.id}`, record)
  }
  return (row: FoundAct) => idOf(row).map((id) => named.get(`${row.resourceType}:${id}`))[0]
}

/** The last names of records in these rows that are no longer there; members have theirs otherwise. */
function deletedNames(ctx: Ctx, rows: readonly FoundAct[], recordOf: (row: FoundAct) => NamedRecord | undefined) {
  const gone = rows.flatMap((row) => {
    const { resourceType, resourceId, memberNo } = row
    return resourceId === null || memberNo !== null || recordOf(row) ? [] : [{ resourceType, resourceId }]
  })
  return namesOfDeleted(ctx.scoped, sightOf(ctx), gone)
}

const exportedAtOnce = 500

export const auditExports = (nouns: NamedNouns): CsvExports<typeof audit> => ({
  list: {
    filename: (_, { from, to }) => ['操作履歴', ...(from && to ? [`${compact(from)}-${compact(to)}`] : [])].join('_'),
    columns: () => [
      '番号',
      '日付',
      '時刻',
      '操作者',
      '権限',
      '操作',
      '対象の種類',
      '対象のID',
      '対象',
      '会員番号',
      '店舗',
      '変更内容',
      '理由',
      '条件',
      '件数',
      'IPアドレス',
      '端末',
      'セッション',
    ],
    page: async (ctx, input, after) => {
      const named = await requireNamed(ctx, input, nouns)
      const { memberId } = named
      if (input.shopId !== undefined) ctx.audit({ shopId: input.shopId })
      if (memberId !== null) ctx.audit({ memberId: String(memberId) })
      if (after === null) ctx.audit({ rowCount: await countActs(ctx.scoped, sightOf(ctx), input, named) })
      const page = await listActsAfter(ctx.scoped, sightOf(ctx), input, named, after, exportedAtOnce)
      const toRow = await rowReader(ctx, page.rows, nouns)
      return { rows: page.rows.map((row) => toCells(toRow(row))), after: page.after }
    },
  },
})

const compact = (day: string) => day.replaceAll('-', '')

function toCells({ actor, member, resourceType, isByMember, ...row }: AuditRow): Cell[] {
  const text = (field: string, value: unknown) => changeText(resourceType, field, value)
  const changes = row.fields.map(({ field, before, after, isHidden }) =>
    isHidden
      ? `${fieldLabel(resourceType, field)}: 変更あり`
      : `${fieldLabel(resourceType, field)}: ${text(field, before)} → ${text(field, after)}`,
  )
  return [
    Number(row.id),
    row.at.slice(0, 10).replaceAll('-', '/'),
    row.at.slice(11, 19),
    actor?.displayName ?? (isByMember ? `会員${member ? ` ${member.name}` : ''}` : null),
    actor?.role ? roleLevels[actor.role] : null,
    actionLabel(row.action),
    auditResources[resourceType as keyof typeof auditResources] ?? resourceType,
    row.resourceId,
    row.resourceName ?? member?.name ?? row.deletedName,
    member?.memberNo ?? null,
    row.shop?.name ?? null,
    changes.join('\n') || null,
    row.reason,
    row.conditions.map(({ key, value }) => `${conditionOf(key)?.label}: ${conditionText(key, value)}`).join('\n') ||
      null,
    row.rowCount,
    row.ip ?? null,
    row.userAgent ?? null,
    row.session ?? null,
  ]
}
