import { z } from 'zod'
import { zId, zKeyword, zWord } from './common.ts'
import { type Endpoints, get } from './endpoint.ts'
import { mostRecent, searchKinds } from './words/search.ts'
import { valuesOf } from './words/words.ts'

/** A record by kind and id: `member:12`. Members by their user's id, as in `user/{id}`. */
const zRecordKey = z
  .string()
  .max(30)
  .regex(new RegExp(`^(${valuesOf(searchKinds).join('|')}):[1-9]\\d*$`))
  .refine((key) => zId.safeParse(key.split(':')[1]).success)

/** A record by its name; only what its list shows to the caller. */
export const SearchRow = z.strictObject({
  kind: zWord(searchKinds),
  id: zId,
  name: z.string(),
  kana: z.string().nullable(),
  /** Distinguishes it from others with the same name: number, state, shop. */
  facts: z.string(),
})
export type SearchRow = z.output<typeof SearchRow>

const Found = z.strictObject({
  /** Those that begin with the keyword first. */
  found: z.array(
    z.strictObject({
      kind: zWord(searchKinds),
      /** The first few. */
      list: z.array(SearchRow),
      total: z.int(),
    }),
  ),
  /** In the requested order; deleted records and those the caller may no longer read are left out. */
  recent: z.array(SearchRow),
})

export const search = {
  /** Per kind that the caller may read, limited to what its list shows them; kinds without a match are left out. */
  find: get(
    '/search',
    'account.self',
    '名前から、会員・スタッフ・店舗・プラン・改善アクション・お知らせ・コラムを探す',
    { keyword: zKeyword.optional(), recent: z.array(zRecordKey).max(mostRecent).optional() },
    Found,
  ),
} satisfies Endpoints
