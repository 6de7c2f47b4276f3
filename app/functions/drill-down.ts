import { drillDown as api } from '#contract/drill-down.ts'
import { input, proxy } from '~/server/proxy.server'
import { readFn } from './adminFn'

export const drillDownToMembers = readFn().validator(input(api.members)).handler(proxy(api.members))
export const drillDownToVisits = readFn().validator(input(api.visits)).handler(proxy(api.visits))
export const drillDownToSales = readFn().validator(input(api.sales)).handler(proxy(api.sales))
export const drillDownToReservations = readFn().validator(input(api.reservations)).handler(proxy(api.reservations))
export const drillDownToSlots = readFn().validator(input(api.slots)).handler(proxy(api.slots))
export const drillDownToLeads = readFn().validator(input(api.leads)).handler(proxy(api.leads))
