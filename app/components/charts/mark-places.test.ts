import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placedMarks } from './mark-places'

/** Marks of one event each, at these pixels. */
const at = (...places: number[]) => places.map((x, index) => ({ key: String(x), first: index + 1, last: index + 1 }))
const placed = (marks: ReturnType<typeof at>, width = 400) => placedMarks(marks, Number, width)

test('marks that have room stand at their points', () => {
  expect(placed(at(100, 200)).map(({ text, x, width }) => [text, x + width / 2])).toEqual([
    ['1', 100],
    ['2', 200],
  ])
})

test('marks that would touch are one with all their numbers', () => {
  expect(placed(at(100, 110, 120, 300)).map(({ text }) => text)).toEqual(['1–3', '4'])
})

test('however many events there are, no mark touches another or leaves the chart, and every event has one', () => {
  fc.assert(
    fc.property(
      fc
        .uniqueArray(fc.integer({ min: 0, max: 320 }), { minLength: 1, maxLength: 40 })
        .map((all) => at(...all.sort((a, b) => a - b))),
      (marks) => {
        const shown = placed(marks, 320)
        let [end, next] = [0, 1]
        for (const { text, x, width } of shown) {
          expect(x).toBeGreaterThanOrEqual(end)
          expect(x + width).toBeLessThanOrEqual(320)
          const [first, last = first] = text.split('–').map(Number)
          expect(first).toBe(next)
          end = x + width
          next = (last ?? 0) + 1
        }
        expect(next).toBe(marks.length + 1)
      },
    ),
    { seed: 7, numRuns: 200 },
  )
})
