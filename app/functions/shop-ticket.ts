import { shopTicket as api } from '#contract/shop-ticket.ts'
import { input, proxy } from '~/server/proxy.server'
import { readFn } from './adminFn'

export const listShopTickets = readFn().validator(input(api.list)).handler(proxy(api.list))
