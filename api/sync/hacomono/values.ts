import { z } from 'zod'
import { addressOf, visibleCode, visibleName } from '#contract/invisible.ts'
import { toTokyoDateTime } from '../../lib/time.ts'
import { zProviderId } from './shapes.ts'

// Single values of the provider's rows.

const dayOrMoment =
  /^([1-9]\d{3}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2})(?::(\d{2})(?:\.(\d{1,3})\d*)?)?(Z|[+-]\d{2}:?\d{2})?)?$/

/** Assumption: a time without an offset is Tokyo's. Null where it is no time of the calendar. */
function momentOf(text: string): string | null {
  const [, day, time = '00:00', seconds = '00', fraction = '', offset = '+09:00'] = dayOrMoment.exec(text) ?? []
  const clock = `${day}T${time}:${seconds}.${fraction.padEnd(3, '0')}`
  // A day like 02-30 would roll over.
  if (!day || !isMoment(`${clock}Z`) || new Date(`${clock}Z`).toISOString() !== `${clock}Z`) return null
  const at = `${clock}${offset.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')}`
  const tokyo = isMoment(at) ? toTokyoDateTime(new Date(at)) : ''
  // The last hours of 9999 are years of five digits in Tokyo.
  return /^\d{4}-/.test(tokyo) ? tokyo : null
}
const isMoment = (iso: string) => !Number.isNaN(Date.parse(iso))

/** ISO with +09:00. */
export const zMoment = z.string().transform((text, context) => momentOf(text) ?? unreadable(context))

/** YYYY-MM-DD; of a moment its day in Tokyo. */
export const zDay = z.string().transform((text, context) => momentOf(text)?.slice(0, 10) ?? unreadable(context))

/** Assumption: a month is YYYYMM or a day of it; read as its first day. */
export const zMonth = z
  .union([z.string(), z.int().transform(String)])
  .transform(
    (text, context) =>
      momentOf(text.replace(/^(\d{4})-?(\d{2})(?:-\d{2})?$/, '$1-$2-01'))?.slice(0, 10) ?? unreadable(context),
  )

function unreadable(context: z.RefinementCtx) {
  context.addIssue({ code: 'custom', message: 'unreadable' })
  return z.NEVER
}

/** Whole yen or a count. Assumption: some come as text. */
export const zWhole = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^-?\d+$/)
      .transform(Number),
  ])
  .pipe(z.int32())

/** Text in one line, without what no database takes, control characters and halves of an emoji, and what nobody sees. */
export const lineOf = (text: string) => visibleName(text.replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ')).trim()

/** Longer ones are no names, numbers or addresses, and too long for an index. */
const mostLetters = 400

export const zText = z.string().transform(lineOf).pipe(z.string().min(1).max(mostLetters))

/** A number or word that tells a record from the others. */
export const zCode = zText.transform((text) => visibleCode(text)).pipe(z.string().min(1))

export const zAddress = zText.transform((text) => addressOf(text) || null)

/** Assumption: a flag is true or false, 1 or 0; absent means no. */
export const zFlag = z
  .union([z.boolean(), z.literal(1), z.literal(0)])
  .nullish()
  .transform((value) => value === true || value === 1)

/** Null also where the value is absent or an empty text. */
export const orNull = <Shape extends z.ZodType>(shape: Shape) =>
  z
    .preprocess(
      (value) => (value === undefined || (typeof value === 'string' && lineOf(value) === '') ? null : value),
      shape.nullable(),
    )
    .optional()
    .transform((value) => (value ?? null) as z.output<Shape> | null)

export const zOtherId = orNull(zProviderId)
