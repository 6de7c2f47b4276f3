import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dragged, partOf } from './crop'

const wide = 16 / 9
const centre = { zoom: 1, x: 0.5, y: 0.5 }

test('the initial crop is as large as possible and centred', () => {
  expect(partOf({ width: 1600, height: 1200 }, wide, centre)).toEqual({ width: 1600, height: 900, left: 0, top: 150 })
  expect(partOf({ width: 900, height: 1600 }, wide, centre)).toEqual({
    width: 900,
    height: 506.25,
    left: 0,
    top: 546.875,
  })
})

test('zoom 2 shows half of it, at the chosen position', () => {
  expect(partOf({ width: 1600, height: 900 }, wide, { zoom: 2, x: 1, y: 0 })).toEqual({
    width: 800,
    height: 450,
    left: 800,
    top: 0,
  })
})

test('the crop keeps its aspect ratio and stays within the picture, however it is dragged', () => {
  const side = fc.integer({ min: 1, max: 12_000 })
  const share = fc.double({ min: -3, max: 3, noNaN: true })
  const zoom = fc.double({ min: 1, max: 4, noNaN: true })
  fc.assert(
    fc.property(side, side, zoom, share, share, (width, height, zoom, x, y) => {
      const frame = dragged({ width, height }, wide, { ...centre, zoom }, { x, y })
      const part = partOf({ width, height }, wide, frame)
      expect(part.width / part.height).toBeCloseTo(wide, 6)
      expect(part.left).toBeGreaterThanOrEqual(-1e-6)
      expect(part.top).toBeGreaterThanOrEqual(-1e-6)
      expect(part.left + part.width).toBeLessThanOrEqual(width + 1e-6)
      expect(part.top + part.height).toBeLessThanOrEqual(height + 1e-6)
    }),
  )
})

test('the picture follows the pointer: to the right shows more of its left', () => {
  const frame = dragged({ width: 1600, height: 900 }, wide, { zoom: 2, x: 0.5, y: 0.5 }, { x: 0.25, y: 0 })
  expect(frame).toEqual({ zoom: 2, x: 0.25, y: 0.5 })
})
