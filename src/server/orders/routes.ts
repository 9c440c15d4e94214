import type { Serve } from '#server/http.ts'
import {
  getDashboard,
  getOrderById,
  getOrderExcel,
  getOrderPdf,
  getOrders,
  getShopHomeCart,
  placeOrder,
} from '#shared/orders.ts'
import { readDashboard } from './dashboard.ts'
import { downloadExcel, downloadPdf } from './documents/download.ts'
import { listOrders } from './orderList.ts'
import { readOrder, readShopHomeCart } from './ordersOf.ts'
import { postShopCart } from './postShopCart.ts'

export function orderRoutes(serve: Serve): void {
  serve(placeOrder, postShopCart)
  serve(getShopHomeCart, readShopHomeCart)
  serve(getOrderById, readOrder)
  serve(getOrderPdf, downloadPdf)
  serve(getOrderExcel, downloadExcel)
  serve(getOrders, listOrders)
  serve(getDashboard, readDashboard)
}
