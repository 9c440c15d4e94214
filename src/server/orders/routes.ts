import {
  downloadExcel,
  downloadOrdersExcel,
  downloadOrdersPdf,
  downloadPdf,
} from '#server/documents/download.ts'
import * as orderFiles from '#server/documents/orderFiles.ts'
import type { Serve } from '#server/http.ts'
import {
  addOrderNote,
  deleteOrder,
  deleteOrderNote,
  getOrderHistory,
  getOrderNews,
  getOrderNotes,
  getOrdersExcel,
  getOrdersPdf,
  restoreOrder as restore,
  restoreOrderNote,
  splitOrder as split,
  transferOrders as transfer,
  withdrawTransfers as withdraw,
} from '#shared/officeOrders.ts'
import * as files from '#shared/orderFiles.ts'
import { dropOrderMail, getOrderMails, sendOrderMail } from '#shared/orderMails.ts'
import {
  exportOrders,
  getOrderById,
  getOrderExcel,
  getOrderPdf,
  getOrders,
  getShopHomeCart,
  placeOrder,
} from '#shared/orders.ts'
import { cancelOrder } from './cancelOrder.ts'
import { readHistory } from './history.ts'
import { dropMail, readOrderMails, sendAgain } from './mails/undelivered.ts'
import { addNote, deleteNote, readNotes, restoreNote } from './notes.ts'
import { downloadOrders } from './orderExport.ts'
import { listOrders } from './orderList.ts'
import { readOrderNews } from './orderNews.ts'
import { postShopCart } from './postShopCart.ts'
import { readOrder, readShopHomeCart } from './readOrder.ts'
import { restoreOrder } from './restoreOrder.ts'
import { splitOrder } from './splitOrder.ts'
import { transferOrders, withdrawTransfers } from './transferOrders.ts'

export function orderRoutes(serve: Serve): void {
  serve(placeOrder, postShopCart)
  serve(getShopHomeCart, readShopHomeCart)
  serve(getOrderById, readOrder)
  serve(getOrderPdf, downloadPdf)
  serve(getOrderExcel, downloadExcel)
  serve(getOrders, listOrders)
  serve(exportOrders, downloadOrders)
  serve(deleteOrder, cancelOrder)
  serve(restore, restoreOrder)
  serve(split, splitOrder)
  serve(transfer, transferOrders)
  serve(withdraw, withdrawTransfers)
  serve(getOrderHistory, readHistory)
  serve(getOrderNotes, readNotes)
  serve(addOrderNote, addNote)
  serve(deleteOrderNote, deleteNote)
  serve(restoreOrderNote, restoreNote)
  serve(getOrderMails, readOrderMails)
  serve(sendOrderMail, sendAgain)
  serve(dropOrderMail, dropMail)
  serve(getOrderNews, readOrderNews)
  serve(getOrdersPdf, downloadOrdersPdf)
  serve(getOrdersExcel, downloadOrdersExcel)
  serve(files.startOrderFile, orderFiles.start)
  serve(files.getOrderFiles, orderFiles.listOwn)
  serve(files.getOrderFile, orderFiles.download)
  serve(files.deleteOrderFile, orderFiles.remove)
}
