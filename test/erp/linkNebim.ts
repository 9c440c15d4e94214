import { openNebim } from '#server/erp/nebim/nebim.ts'
import { type Patient, patient } from './connectors.ts'
import type { NebimItem } from './nebimData.ts'
import { type NebimServer, startNebim } from './nebimServer.ts'

export type LinkedNebim = {
  nebim: NebimServer
  settings: Record<string, unknown>
  connector: Patient
  open: (settings?: Record<string, unknown>, password?: string) => Patient
  item: (change: Partial<NebimItem>) => NebimItem
  stop: () => Promise<void>
}

/** Customers 120.01 and 120.02, items I1 to I5 in colour 01 and size M, lot L12 of I1. */
export async function linkNebim(
  options: Parameters<typeof startNebim>[0] = {},
  { pageSize = 500, overlapMs = 0 } = {},
): Promise<LinkedNebim> {
  const nebim = await startNebim(options)
  const { data } = nebim
  for (const CurrAccCode of ['120.01', '120.02']) {
    data.customers.push({
      CurrAccCode,
      Description: `Mağaza ${CurrAccCode}`,
      IsBlocked: 0,
      Changed: data.stamp(),
    })
  }
  const item = (change: Partial<NebimItem>) => {
    const one = {
      ItemCode: '',
      ColorCode: '01',
      ItemDim1Code: 'M',
      LotCode: '',
      Barcode: '',
      Description: 'Gömlek',
      IsBlocked: false,
      pieces: 1,
      Available: 10,
      prices: {},
      Changed: data.stamp(),
      ...change,
    }
    data.items.push(one)
    return one
  }
  for (let number = 1; number <= 5; number += 1) item({ ItemCode: `I${number}`, Barcode: `86900${number}` })
  item({ ItemCode: 'I1', ItemDim1Code: '', LotCode: 'L12', Barcode: 'L0001', pieces: 12 })
  const settings = {
    url: nebim.url,
    ...nebim.login,
    office: 'M',
    warehouse: '1-0-1',
    procedures: {
      orders: 'usp_ToptanOrders',
      customers: 'usp_ToptanCustomers',
      products: 'usp_ToptanProducts',
      prices: 'usp_ToptanPrices',
      stock: 'usp_ToptanStock',
    },
  }
  const opened: Patient[] = []
  const open = (change: Record<string, unknown> = {}, secret = nebim.password) => {
    const one = patient(
      openNebim(
        { settings: { ...settings, ...change }, secret, timeZone: 'Europe/Istanbul', mainLanguage: 'tr' },
        { pageSize, overlapMs },
      ),
    )
    opened.push(one)
    return one
  }
  return {
    nebim,
    settings,
    open,
    connector: open(),
    item,
    stop: async () => {
      await Promise.all(opened.map((one) => one.close()))
      await nebim.close()
    },
  }
}
