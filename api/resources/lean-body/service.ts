import type { Input } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import { LeanBodyDraft, type leanBody } from '#contract/lean-body.ts'
import type { Ctx, Handlers } from '../../context.ts'
import { updateRecord } from '../../db/records.ts'
import { leanBodyContent as table } from '../../db/schema/lean-body.ts'
import { requireTransition } from '../../rules/publication.ts'
import { difference } from '../../wire/difference.ts'
import { listAnswer } from '../../wire/list-answer.ts'
import { definedOf, draftOf, wireOf } from '../../wire/rows.ts'
import { recordWrites } from '../record-writes.ts'
import { requireShops } from '../shop/require-shop.ts'
import {
  type ContentRecord,
  type ContentRow,
  contentById,
  holdContents,
  listContents,
  listPrograms,
  searchTextOf,
} from './repository.ts'

const noun = 'コンテンツ'

export const leanBodyHandlers: Handlers<typeof leanBody> = {
  list: async (ctx, input) => listAnswer(input, await listContents(ctx.scoped, input), toContent),

  choices: async (ctx) => ({ programs: await listPrograms(ctx.scoped) }),

  get: async (ctx, { id }) => toContent(await contents.found(ctx, id)),

  update: async (ctx, { id, version, ...changes }) => {
    const before = await contents.hold(ctx, id)
    const content = contentOf(before, changes)
    requireTransition(noun, unscheduled(before), unscheduled(content), changes, ctx.now)
    await requireShops(ctx, changes.shopIds ?? [])
    return toContent(await contents.update(ctx, before, version, content))
  },

  // Writes one audit row per content, besides the one for the call, so that a content's history is complete.
  bulk: {
    prepare:
      async (_, { audit }) =>
      async (ctx, { ids, ...changes }) => {
        if (changes.status === undefined && changes.shopIds === undefined) {
          throw new ApiError('invalid', { message: '変更する項目を選択してください。' })
        }
        const distinct = [...new Set(ids)]
        await requireShops(ctx, changes.shopIds ?? [])
        const held = await holdContents(ctx.scoped, distinct)
        if (held.length < distinct.length) throw new ApiError('not_found')
        requireAllMay(held, changes.status)
        const changed = held.filter((before) => isChanged(before, contentOf(before, changes)))
        const { staffId, role, sid } = ctx.principal
        for (const before of changed) {
          const content = contentOf(before, changes)
          await updateRecord(ctx, table, { id: before.id }, content, () => toContent(before))
          const after = asDraft({ ...before, ...content })
          await audit(ctx.scoped, {
            ...{ action: 'leanBody.update', resourceType: 'leanBody', actor: { staffId, role, sid } },
            ...{ resourceId: before.id, diff: difference(asDraft(before), after) },
          })
        }
        ctx.audit({ rowCount: changed.length })
        return { changed: changed.length, unchanged: held.length - changed.length }
      },
  },
}

type Changes = Omit<Input<typeof leanBody.update>, 'id' | 'version'>

/** Contents cannot be scheduled. */
const unscheduled = ({ status }: Pick<ContentRecord, 'status'>) => ({ status, publishFrom: null })

/** 422 with the first content that is public and so cannot become a draft again. */
function requireAllMay(held: readonly ContentRecord[], status: Changes['status']) {
  if (status !== 'pending') return
  const [first, ...others] = held.filter((one) => one.status !== 'pending')
  if (!first) return
  const which = others.length === 0 ? `「${first.title}」` : `「${first.title}」ほか${others.length}件`
  throw new ApiError('invalid', {
    fields: { status: `${which}は公開したことがあるため、保留中に戻せません。非公開にしてください。` },
  })
}

const idsOf = (shopIds: number[] | null) => shopIds?.map(String) ?? null
const asDraft = (row: ContentRecord) => draftOf(LeanBodyDraft, { ...row, shopIds: idsOf(row.shopIds) })

/** What staff choose for a content, with these changes, as stored. */
function contentOf(before: ContentRecord, changes: Changes) {
  const { shopIds, ...rest } = { ...asDraft(before), ...definedOf(changes) }
  const searchText = searchTextOf({ ...before, ...rest })
  // Sorted, so that the same shops are always the same list.
  return { ...rest, searchText, shopIds: shopIds?.map(Number).sort((a, b) => a - b) ?? null }
}

const isChanged = (before: ContentRecord, after: Pick<ContentRecord, 'status' | 'shopIds'>) =>
  before.status !== after.status || JSON.stringify(before.shopIds) !== JSON.stringify(after.shopIds)

const toContent = <Row extends ContentRow>(row: Row) => ({ ...wireOf(row), shopIds: idsOf(row.shopIds) })

const contents = recordWrites({
  table,
  read: ({ scoped }: Ctx, id: string) => contentById(scoped, id),
  asDraft,
  toWire: (_, row) => toContent(row),
})
