import { expect, test } from 'vitest'
import { columnsInRoom } from './columns-in-room'

const columns = [
  { id: 'name', width: 200 },
  { id: 'tel', width: 100, priority: 2 },
  { id: 'state', width: 100 },
  { id: 'joined', width: 150, priority: 2 },
  { id: 'email', width: 200, priority: 3 },
] as const
const shown = (room: number | undefined, chosen = {}) => columnsInRoom(columns, chosen, room).map(({ id }) => id)

test('fixed columns are shown in the narrowest window', () => {
  expect(shown(100)).toEqual(['name', 'state'])
})

test('other columns follow by priority while they fit, each in its position', () => {
  expect(shown(399)).toEqual(['name', 'state'])
  expect(shown(400)).toEqual(['name', 'tel', 'state'])
  expect(shown(550)).toEqual(['name', 'tel', 'state', 'joined'])
  expect(shown(750)).toEqual(['name', 'tel', 'state', 'joined', 'email'])
})

test('the user’s choice takes precedence over the available width', () => {
  expect(shown(100, { email: true, state: false })).toEqual(['name', 'email'])
  expect(shown(2000, { tel: false })).toEqual(['name', 'state', 'joined', 'email'])
})

test('print and cards show all columns except those that only fill spare room', () => {
  expect(shown(undefined)).toEqual(['name', 'tel', 'state', 'joined'])
  expect(shown(undefined, { email: true, joined: false })).toEqual(['name', 'tel', 'state', 'email'])
})
