import type { Serve } from '#server/http.ts'
import { getDashboard, getOrderById, getOrders, getShopHomeCart, placeOrder } from '#shared/orders.ts'
import { readDashboard } from './dashboard.ts'
import { listOrders } from './orderList.ts'
import { readOrder, readShopHomeCart } from './ordersOf.ts'
import { placeOrder as place } from './placeOrder.ts'

export function orderRoutes(serve: Serve): void {
  serve(placeOrder, place)
  serve(getShopHomeCart, readShopHomeCart)
  serve(getOrderById, readOrder)
  serve(getOrders, listOrders)
  serve(getDashboard, readDashboard)
}
