import { sql } from 'drizzle-orm'
import { cutText } from '#contract/cut-text.ts'
import { type TranslatedField, translatedFields } from '#contract/words/club-sync.ts'
import type { Db } from '../db/client.ts'

/** The meaning of a word without an answer; null: its row is not written. */
const otherwise: Readonly<Record<TranslatedField, string | null>> = {
  planKind: 'regular',
  paymentMethod: 'storeCard',
  contractPayment: 'paid',
  bookingStatus: null,
  salesCategory: 'other',
  salesStatus: null,
}

/** Longer texts are not offered as words to map. */
const mostLetters = 100

export interface Words {
  /** A word of the club system as ours; null where its row cannot be written without an answer. */
  meaning(field: TranslatedField, word: string): string | null
  /** `meaning` for a row that is not written: the word is not counted. */
  uncounted(field: TranslatedField, word: string): string | null
  /** `meaning`, or undefined where the source has no word. */
  known(field: TranslatedField, word: string | undefined): string | null | undefined
  /** Stores how often each unknown word was looked up. */
  keep(tx: Db, runId: string | null): Promise<void>
}

interface Answer {
  field: string
  word: string
  answer: string
}

/** The answers that people have given. */
export const answersTo = (brandCode: string) =>
  sql`select field, word, answer from unknown_word where brand_code = ${brandCode} and answer is not null`

/** The words of a brand's club system, by these answers. */
export function openWords(brandCode: string, given: readonly Answer[]): Words {
  const answers = new Map(given.map(({ field, word, answer }) => [`${field} ${word}`, answer]))
  const unknown = new Map<string, { field: TranslatedField; word: string; count: number }>()
  const isKnown = (field: TranslatedField, word: string) => Object.hasOwn(translatedFields[field].words, word)
  const uncounted: Words['uncounted'] = (field, given) =>
    isKnown(field, given) ? given : (answers.get(`${field} ${cutText(given, mostLetters)}`) ?? otherwise[field])
  const meaning: Words['meaning'] = (field, given) => {
    if (isKnown(field, given)) return given
    const word = cutText(given, mostLetters)
    const key = `${field} ${word}`
    const counted = unknown.get(key) ?? { field, word, count: 0 }
    counted.count += 1
    unknown.set(key, counted)
    return uncounted(field, given)
  }
  return {
    meaning,
    uncounted,
    known: (field, word) => (word === undefined ? undefined : meaning(field, word)),
    keep: async (tx, runId) => {
      if (unknown.size === 0 || runId === null) return
      await tx.execute(sql`
        insert into unknown_word as u (brand_code, field, word, count, seen_in)
        select ${brandCode}, w.field, w.word, w.count, ${Number(runId)}
        from jsonb_to_recordset(${JSON.stringify([...unknown.values()])}::jsonb) as w (field text, word text, count integer)
        on conflict (brand_code, field, word) do update set seen_in = excluded.seen_in,
          count = case when u.seen_in = excluded.seen_in then u.count else 0 end + excluded.count`)
      unknown.clear()
    },
  }
}
