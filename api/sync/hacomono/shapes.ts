import { z } from 'zod'
import { visibleCode } from '#contract/invisible.ts'
import type { Keys } from '../../../provider/answers.ts'
import { failureOf } from './client.ts'

// The provider's shape of what is read. Unknown keys are passed over; a missing one that we need is a failure.

/** Ids are numbers of the provider; kept as text. */
export const zProviderId = z
  .union([
    z.int().positive(),
    z
      .string()
      .transform(visibleCode)
      .pipe(z.string().regex(/^[^\p{Cc}\p{Cs}]{1,64}$/u)),
  ])
  .transform(String)

/** The row by our names for the club system's keys; what is none stays, and is refused by its shape. */
export function readBy(keys: Keys, raw: unknown): unknown {
  if (Array.isArray(raw)) return raw.map((one) => readBy(keys, one))
  if (typeof raw !== 'object' || raw === null) return raw
  const row = raw as Record<string, unknown>
  const read: Record<string, unknown> = {}
  for (const ours in keys) {
    const theirs = keys[ours]
    if (typeof theirs === 'string') read[ours] = row[theirs]
    else if (theirs) read[ours] = readBy(theirs.of, row[theirs.key])
  }
  return read
}

export const Studio = z.object({
  id: zProviderId,
  code: z.string().nullish(),
  name: z.string().min(1),
})

export const Instructor = z.object({
  id: zProviderId,
  name: z.string().min(1),
})

export interface Page<Row> {
  rows: Row[]
  page: number
  /** Of all pages, when this one was read. */
  total: number
  pages: number
}

/** A page, by the name of its list: what its parts are called, and where. */
export const partsOfPage = ['list', 'page', 'length', 'total_count', 'total_page'] as const

/** A page is `{ data: { <name>: { length, page, total_count, total_page, list } } }`. */
export function pageOf<Shape extends z.ZodType>(answer: unknown, name: string, row: Shape): Page<z.output<Shape>> {
  const found = z
    .object({
      data: z.object({
        [name]: z.object({
          page: z.int().positive(),
          total_count: z.int().nonnegative(),
          total_page: z.int().nonnegative(),
          list: z.array(row),
        }),
      }),
    })
    .safeParse(answer)
  if (!found.success) throw failureOf('unexpected')
  const { page, total_count, total_page, list } = found.data.data[name] as {
    page: number
    total_count: number
    total_page: number
    list: z.output<Shape>[]
  }
  return { rows: list, page, total: total_count, pages: total_page }
}
