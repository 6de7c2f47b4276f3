import { shopReservation as api } from '#contract/shop-reservation.ts'
import { exportCsv } from '~/server/export.server'
import { input, proxy } from '~/server/proxy.server'
import { readFn } from './adminFn'

export const listReservations = readFn().validator(input(api.list)).handler(proxy(api.list))
export const exportReservations = readFn().validator(input(api.list)).handler(exportCsv(api.list))
export const listReservationChoices = readFn().validator(input(api.choices)).handler(proxy(api.choices))
export const readTimetable = readFn().validator(input(api.timetable)).handler(proxy(api.timetable))
