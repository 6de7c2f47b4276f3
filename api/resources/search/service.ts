import type { Permission } from '#contract/permissions.ts'
import type { SearchRow, search } from '#contract/search.ts'
import { announcementCategories } from '#contract/words/announcement.ts'
import { columnCategories } from '#contract/words/column.ts'
import { publicationStates, publicationStatuses } from '#contract/words/common.ts'
import { contractStatuses } from '#contract/words/member.ts'
import { actionStatuses } from '#contract/words/report-action.ts'
import { type SearchKind, searchKinds } from '#contract/words/search.ts'
import { roleLevels, staffStatuses } from '#contract/words/staff.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Ctx, Handlers } from '../../context.ts'
import type { Called } from '../../db/called.ts'
import { publicationOf, publicationSight } from '../../rules/publication.ts'
import { slashed } from '../../wire/csv.ts'
import { announcementsCalled } from '../announcement/repository.ts'
import { columnsCalled } from '../column/repository.ts'
import { type FoundMember, listMembers, membersByUserIds } from '../member/repository.ts'
import { sightOf } from '../member/sight.ts'
import { actionsCalled } from '../report-action/repository.ts'
import { shopsCalled } from '../shop/repository.ts'
import { plansCalled } from '../shop-plan/repository.ts'
import { staffCalled } from '../staff/repository.ts'

type Named = Omit<SearchRow, 'kind'>

/** Each kind: the right of its list, and the noun's own query limited to the rows of that list. */
interface Finder {
  permission: Permission
  find(ctx: Ctx, called: Called): Promise<{ list: Named[]; total: number }>
}

const shown = 6
/** A keyword of ignored characters only would match everything. */
const nothing = /^[\s\-‐–−ー]*$/

export const searchHandlers: Handlers<typeof search> = {
  find: async (ctx, { keyword = '', recent = [] }) => {
    const found = []
    for (const kind of nothing.test(keyword.normalize('NFKC')) ? [] : readable(ctx)) {
      const { list, total } = await finders[kind].find(ctx, { keyword })
      if (total > 0) found.push({ kind, list: list.map((row) => ({ kind, ...row })), total })
    }
    return { found, recent: await stillThere(ctx, recent) }
  },
}

const readable = (ctx: Ctx) => valuesOf(searchKinds).filter((kind) => ctx.can(finders[kind].permission))

/** Of these records, those that the caller may still read, in order. */
async function stillThere(ctx: Ctx, keys: readonly string[]): Promise<SearchRow[]> {
  const rows = new Map<string, SearchRow>()
  for (const kind of readable(ctx)) {
    const ids = keys.filter((key) => key.startsWith(`${kind}:`)).map((key) => key.slice(kind.length + 1))
    if (ids.length === 0) continue
    const { list } = await finders[kind].find(ctx, { ids })
    for (const row of list) rows.set(`${kind}:${row.id}`, { kind, ...row })
  }
  return keys.flatMap((key) => rows.get(key) ?? [])
}

const spaced = (...words: (string | null | false)[]) => words.filter(Boolean).join('　')

/** Rows that include their total number. */
const named = <Row extends { total: number }>(rows: Row[], toNamed: (row: Row) => Named) => ({
  list: rows.map(toNamed),
  total: rows[0]?.total ?? 0,
})

const limitOf = (called: Called) => ('ids' in called ? called.ids.length : shown)

const finders: Record<SearchKind, Finder> = {
  member: {
    permission: 'member.read',
    find: async (ctx, called) => {
      if ('ids' in called) {
        const rows = await membersByUserIds(ctx.scoped, called.ids)
        return { list: rows.map(toMember), total: rows.length }
      }
      const query = { ...called, offset: 0, limit: shown, sortKey: 'match', sortDir: 'none' } as const
      const { rows, total } = await listMembers(ctx.scoped, sightOf(ctx), query)
      return { list: rows.map(toMember), total }
    },
  },

  staff: {
    permission: 'staff.read',
    find: async (ctx, called) => {
      const readsAll = ctx.can('staff.write')
      const rows = await staffCalled(ctx.scoped, ctx.shops, called, readsAll, limitOf(called))
      return named(rows, ({ id, displayName, lastNameKana, firstNameKana, role, status }) => ({
        id,
        name: displayName,
        kana: (readsAll && spaced(lastNameKana, firstNameKana)) || null,
        facts: spaced(roleLevels[role], status !== 'active' && staffStatuses[status]),
      }))
    },
  },

  shop: {
    permission: 'shop.read',
    find: async (ctx, called) =>
      named(await shopsCalled(ctx.scoped, ctx.shops, called, limitOf(called)), (row) => ({
        id: row.id,
        name: row.name,
        kana: row.nameKana,
        facts: spaced(row.code, row.prefecture, row.status !== 'active' && publicationStatuses[row.status]),
      })),
  },

  shopPlan: {
    permission: 'plan.read',
    find: async (ctx, called) =>
      named(await plansCalled(ctx.scoped, ctx.shops, called, limitOf(called)), (row) => ({
        id: row.id,
        name: row.name,
        kana: null,
        facts: spaced(row.code, row.shopName, row.status !== 'active' && publicationStatuses[row.status]),
      })),
  },

  reportAction: {
    permission: 'reportAction.read',
    find: async (ctx, called) =>
      named(await actionsCalled(ctx.scoped, ctx.shops, called, limitOf(called)), (row) => ({
        id: row.id,
        name: row.title,
        kana: null,
        facts: spaced(row.shopName, actionStatuses[row.status], `期限 ${slashed(row.dueOn)}`),
      })),
  },

  announcement: {
    permission: 'announcement.read',
    find: async (ctx, called) => {
      const sight = publicationSight(ctx, 'announcement.read')
      return named(await announcementsCalled(ctx.scoped, sight, called, limitOf(called)), (row) => ({
        id: row.id,
        name: row.title,
        kana: null,
        facts: spaced(announcementCategories[row.category], publicationStates[publicationOf(row, ctx.now).state]),
      }))
    },
  },

  column: {
    permission: 'column.read',
    find: async (ctx, called) => {
      const sight = publicationSight(ctx, 'column.read')
      return named(await columnsCalled(ctx.scoped, sight, called, limitOf(called)), (row) => ({
        id: row.id,
        name: row.title,
        kana: null,
        facts: spaced(columnCategories[row.category], publicationStates[publicationOf(row, ctx.now).state]),
      }))
    },
  },
}

const toMember = (row: FoundMember): Named => ({
  id: String(row.id),
  name: spaced(row.lastName, row.firstName),
  kana: spaced(row.lastNameKana, row.firstNameKana) || null,
  facts: spaced(row.memberNo, contractStatuses[row.contractStatus], row.shopName),
})
