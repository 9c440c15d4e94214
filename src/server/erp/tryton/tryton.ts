import { type TrytonSettings, trytonSettings } from '#shared/erp/tryton.ts'
import type { ErpAccess } from '../connector.ts'
import { type Limits, openProgram, type Program } from '../kit/program.ts'
import { openTrytonClient, type Tryton } from './client.ts'
import { findOrder, listSales, pushOrder } from './orders.ts'
import { pullBalances } from './pullBalances.ts'
import { pullCustomers, pullPrices, pullProducts, pullStock } from './pulls.ts'
import { resolve, type Setup } from './setup.ts'

/** Tryton by JSON-RPC. The sale's unique web id prevents duplicates. */
const program: Program<TrytonSettings, Tryton, Setup> = {
  name: 'Tryton',
  settings: trytonSettings,
  refusesTwice: true,
  connect: openTrytonClient,
  resolve,
  health: async ({ client, setup: { shops } }) =>
    `Tryton ${await client.version()}: ${shops.map(({ name }) => name).join(', ')}`,
  find: findOrder,
  push: pushOrder,
  list: listSales,
  pull: {
    customers: pullCustomers,
    products: pullProducts,
    prices: pullPrices,
    stock: pullStock,
    balances: pullBalances,
  },
}

/** Throws ErpError for incomplete settings. */
export const openTryton = (access: ErpAccess, limits?: Partial<Limits>) =>
  openProgram(program, access, limits)
