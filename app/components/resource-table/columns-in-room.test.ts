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

test('what always stands is shown in the narrowest window', () => {
  expect(shown(100)).toEqual(['name', 'state'])
})

test('the others follow by priority and place as long as they fit, each in its own place', () => {
  expect(shown(399)).toEqual(['name', 'state'])
  expect(shown(400)).toEqual(['name', 'tel', 'state'])
  expect(shown(550)).toEqual(['name', 'tel', 'state', 'joined'])
  expect(shown(750)).toEqual(['name', 'tel', 'state', 'joined', 'email'])
})

test('what staff chose holds whatever the room', () => {
  expect(shown(100, { email: true, state: false })).toEqual(['name', 'email'])
  expect(shown(2000, { tel: false })).toEqual(['name', 'state', 'joined', 'email'])
})

test('on paper and on cards everything stands but what only fills room', () => {
  expect(shown(undefined)).toEqual(['name', 'tel', 'state', 'joined'])
  expect(shown(undefined, { email: true, joined: false })).toEqual(['name', 'tel', 'state', 'email'])
})
