import type { AnyServed } from '#server/http/http.ts'
import { readBestSellers } from './bestSellers.ts'
import { readDashboard } from './dashboard.ts'
import { readLowStock } from './lowStock.ts'
import { listOnlineCustomers, readOnlineCart } from './online.ts'
import { readQuietCustomers } from './quietCustomers.ts'
import { enterRates, readRates } from './rates.ts'
import { readSales } from './sales.ts'
import { readSalesBy } from './salesBy.ts'

export const analysisVerbs: AnyServed[] = [
  readDashboard,
  readSales,
  readSalesBy,
  readBestSellers,
  readLowStock,
  readQuietCustomers,
  listOnlineCustomers,
  readOnlineCart,
  readRates,
  enterRates,
]
