import { report as api } from '#contract/report.ts'
import { input, proxy } from '~/server/proxy.server'
import { readFn } from './adminFn'

export const listFigureMembers = readFn().validator(input(api.figureMembers)).handler(proxy(api.figureMembers))
export const listFigureVisits = readFn().validator(input(api.figureVisits)).handler(proxy(api.figureVisits))
export const listFigureSales = readFn().validator(input(api.figureSales)).handler(proxy(api.figureSales))
export const listFigureReservations = readFn()
  .validator(input(api.figureReservations))
  .handler(proxy(api.figureReservations))
export const listFigureSlots = readFn().validator(input(api.figureSlots)).handler(proxy(api.figureSlots))
export const listFigureLeads = readFn().validator(input(api.figureLeads)).handler(proxy(api.figureLeads))
