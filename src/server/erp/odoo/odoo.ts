import { type OdooSettings, odooSettings } from '#shared/erp/odoo.ts'
import type { ErpAccess } from '../connector.ts'
import { type Limits, openProgram, type Program } from '../kit/program.ts'
import { type Odoo, openOdooClient } from './client.ts'
import { findSale, listSales, pushOrder } from './orders.ts'
import { pullCustomers, pullPrices, pullProducts, pullStock } from './pulls.ts'
import { resolve, type Setup } from './setup.ts'

/** Odoo 17 or later. It accepts duplicate keys, so callers must look first. Tested only against a recorded server. */
const program: Program<OdooSettings, Odoo, Setup> = {
  name: 'Odoo',
  settings: odooSettings,
  refusesTwice: false,
  connect: openOdooClient,
  resolve,
  health: async ({ client, setup }) => `Odoo ${await client.version()}: ${setup.companyName}`,
  find: findSale,
  push: pushOrder,
  list: listSales,
  pull: { customers: pullCustomers, products: pullProducts, prices: pullPrices, stock: pullStock },
}

/** Throws {@link ErpError} for incomplete settings. */
export const openOdoo = (access: ErpAccess, limits?: Partial<Limits>) => openProgram(program, access, limits)
