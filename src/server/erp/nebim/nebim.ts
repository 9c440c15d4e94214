import { z } from 'zod'
import { nebimSettings } from '#shared/erp/nebim.ts'
import { defaultProductCode } from '#shared/erp/productCode.ts'
import type { ErpAccess } from '../connector.ts'
import { type Limits, openProgram, type Program } from '../kit/program.ts'
import { type Nebim, openNebimClient } from './client.ts'
import { findOrder, listOrders, pushOrder } from './orders.ts'
import { pulls, type Settings } from './pulls.ts'

/**
 * Nebim V3's Integrator. It accepts duplicate keys, so callers must look first, through an installed procedure
 * (docs/nebim.md). Tested only against a recorded server.
 */
const program: Program<Settings, Nebim, undefined> = {
  name: 'Nebim',
  settings: nebimSettings.extend({ productCode: z.string().catch(defaultProductCode) }),
  refusesTwice: false,
  connect: openNebimClient,
  // The Integrator takes codes, which are looked up by nobody.
  resolve: async () => undefined,
  async health(at) {
    const { DatabaseName: database, OfficeCode: office } = await at.client.whoAmI()
    // Fails here, instead of per order, without the look-up.
    await findOrder(at, '00000000-0000-0000-0000-000000000000')
    return ['Nebim V3', database, office].filter((part) => part !== '').join(', ')
  },
  find: findOrder,
  push: pushOrder,
  list: listOrders,
  pull: pulls,
  gives: (kind, { procedures }) => kind !== 'balances' && procedures[kind] !== '',
}

/** Throws ErpError for incomplete settings. */
export const openNebim = (access: ErpAccess, limits?: Partial<Limits>) => openProgram(program, access, limits)
