import { z } from 'zod'
import { listInput, listOf, zId, zWord } from './common.ts'
import { type Endpoints, get, post } from './endpoint.ts'
import { zWho } from './people.ts'
import { chosenKinds, chosenValueList, mostLetGo } from './words/chosen-value.ts'
import { valuesOf } from './words/words.ts'

/** A kind and the number of its row: `contract-12`. */
const zChosenId = z.string().regex(new RegExp(`^(${valuesOf(chosenKinds).join('|')})-[1-9]\\d{0,8}$`))

/** A row with values that a person chose over the club system's: the synchronisation leaves them. */
const ChosenValue = z.strictObject({
  id: zChosenId,
  kind: zWord(chosenKinds),
  shop: z.strictObject({ id: zId, name: z.string() }),
  /** Whose it is; null: a guest's. */
  member: zWho.nullable(),
  values: z.array(
    z.strictObject({
      /** By which it is let go. */
      name: z.string(),
      label: z.string(),
      ours: z.string().nullable(),
      theirs: z.string().nullable(),
      /** False: what the club system says comes with the next run. */
      isKnown: z.boolean(),
    }),
  ),
})
export type ChosenValue = z.output<typeof ChosenValue>

/** All of them or none: 404 where a row is missing or out of scope. It is done within seconds, in the background. */
export const chosenValue = {
  list: get(
    '/chosen-value/list',
    'import.run',
    'こちらの値を使用中の項目の一覧',
    { ...listInput(chosenValueList), shopId: zId.optional(), userId: zId.optional() },
    listOf(ChosenValue),
  ),
  letGo: post(
    '/chosen-value/let-go',
    'import.run',
    '提供元の値に戻す',
    {
      ids: z.array(zChosenId).min(1).max(mostLetGo),
      /** Of each row these values alone; absent: all. */
      names: z.array(z.string().max(40)).min(1).max(40).optional(),
    },
    z.strictObject({ rows: z.int() }),
  ),
} satisfies Endpoints
