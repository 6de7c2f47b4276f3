import { z } from 'zod'

/** What a field must be given: something typed or chosen, or one of a few fixed words, of which there always is one. */
export type Need = 'entry' | 'word' | undefined

/** Values that stand for an empty field. */
const empties = [undefined, null, '', false, [], {}]

/**
 * What the schema of a form needs of a field: something, where it takes no empty value. `empty` is the field's own empty
 * value, where that is none of the usual ones.
 */
export function needsOf(schema: z.ZodType) {
  const shape = schema instanceof z.ZodObject ? schema.shape : {}
  const known = new Map<string, Need>()
  const read = (name: string, empty: unknown): Need => {
    const field = shape[name]
    if (!(field instanceof z.ZodType)) return undefined
    if ([...empties, empty].some((value) => field.safeParse(value).success)) return undefined
    return field instanceof z.ZodEnum ? 'word' : 'entry'
  }
  return (name: string, empty?: unknown): Need => {
    if (!known.has(name)) known.set(name, read(name, empty))
    return known.get(name)
  }
}
