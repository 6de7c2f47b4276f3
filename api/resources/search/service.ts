import { foldText } from '#contract/fold-text.ts'
import type { SearchRow, search } from '#contract/search.ts'
import { type SearchKind, searchKinds } from '#contract/words/search.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Ctx, Handlers } from '../../context.ts'
import type { Records } from '../../db/named-records.ts'

/** Each kind: the right of its list, and the noun's own query limited to the rows of that list. */
type Finders = Record<SearchKind, { records: Required<Pick<Records, 'find'>> }>

export const searchHandlers = (nouns: Finders): Handlers<typeof search> => {
  const finderOf = (kind: SearchKind) => nouns[kind].records.find
  const readable = (ctx: Ctx) => valuesOf(searchKinds).filter((kind) => ctx.can(finderOf(kind).permission))

  /** Of these records, those that the caller may still read, in order. */
  async function stillThere(ctx: Ctx, keys: readonly string[]): Promise<SearchRow[]> {
    const rows = new Map<string, SearchRow>()
    for (const kind of readable(ctx)) {
      const ids = keys.filter((key) => key.startsWith(`${kind}:`)).map((key) => key.slice(kind.length + 1))
      if (ids.length === 0) continue
      const { list } = await finderOf(kind).find(ctx, { ids })
      for (const row of list) rows.set(`${kind}:${row.id}`, { kind, ...row })
    }
    return keys.flatMap((key) => rows.get(key) ?? [])
  }

  return {
    find: async (ctx, { keyword = '', recent = [] }) => {
      const found = []
      // A keyword of ignored characters only would match everything.
      for (const kind of foldText(keyword).trim() === '' ? [] : readable(ctx)) {
        const { list, total } = await finderOf(kind).find(ctx, { keyword })
        if (total > 0) found.push({ kind, list: list.map((row) => ({ kind, ...row })), total })
      }
      return { found, recent: await stillThere(ctx, recent) }
    },
  }
}
