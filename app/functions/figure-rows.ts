import { report as api } from '#contract/report.ts'
import { input, proxy } from '~/server/proxy.server'
import { readFn } from './adminFn'

export const listFigureMembers = readFn().validator(input(api.figureMembers)).handler(proxy(api.figureMembers))
export const listFigureSales = readFn().validator(input(api.figureSales)).handler(proxy(api.figureSales))
