import { z } from 'zod'
import { visibleCode } from '#contract/invisible.ts'
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

/** Assumption: a page is `{ data: { <name>: { length, page, total_count, total_page, list } } }`. */
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
