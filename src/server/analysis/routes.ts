import type { Serve } from '#server/http.ts'
import {
  getBestSellers,
  getDashboard,
  getLowStock,
  getOnlineCart,
  getOnlineCustomers,
  getQuietCustomers,
  getSales,
  getSalesBy,
} from '#shared/analysis.ts'
import { getRates, saveRates } from '#shared/rates.ts'
import { readBestSellers } from './bestSellers.ts'
import { readDashboard } from './dashboard.ts'
import { readLowStock } from './lowStock.ts'
import { listOnlineCustomers, readOnlineCart } from './online.ts'
import { readQuietCustomers } from './quietCustomers.ts'
import { enterRates, readRates } from './rates.ts'
import { readSales } from './sales.ts'
import { readSalesBy } from './salesBy.ts'

export function analysisRoutes(serve: Serve): void {
  serve(getDashboard, readDashboard)
  serve(getSales, readSales)
  serve(getSalesBy, readSalesBy)
  serve(getBestSellers, readBestSellers)
  serve(getLowStock, readLowStock)
  serve(getQuietCustomers, readQuietCustomers)
  serve(getOnlineCustomers, listOnlineCustomers)
  serve(getOnlineCart, readOnlineCart)
  serve(getRates, readRates)
  serve(saveRates, enterRates)
}
