import { drillDown as api } from '#contract/drill-down.ts'
import { exportCsv } from '~/server/export.server'
import { input, proxy } from '~/server/proxy.server'
import { readFn } from './adminFn'

export const drillDownToMembers = readFn().validator(input(api.members)).handler(proxy(api.members))
export const exportFigureMembers = readFn().validator(input(api.members)).handler(exportCsv(api.members))
export const drillDownToVisits = readFn().validator(input(api.visits)).handler(proxy(api.visits))
export const exportFigureVisits = readFn().validator(input(api.visits)).handler(exportCsv(api.visits))
export const drillDownToSales = readFn().validator(input(api.sales)).handler(proxy(api.sales))
export const exportFigureSales = readFn().validator(input(api.sales)).handler(exportCsv(api.sales))
export const drillDownToReservations = readFn().validator(input(api.reservations)).handler(proxy(api.reservations))
export const exportFigureReservations = readFn().validator(input(api.reservations)).handler(exportCsv(api.reservations))
export const drillDownToSlots = readFn().validator(input(api.slots)).handler(proxy(api.slots))
export const exportFigureSlots = readFn().validator(input(api.slots)).handler(exportCsv(api.slots))
export const drillDownToLeads = readFn().validator(input(api.leads)).handler(proxy(api.leads))
export const exportFigureLeads = readFn().validator(input(api.leads)).handler(exportCsv(api.leads))
