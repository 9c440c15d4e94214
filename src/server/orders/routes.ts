import {
  downloadExcel,
  downloadOrdersExcel,
  downloadOrdersPdf,
  downloadPdf,
} from '#server/documents/download.ts'
import * as orderFiles from '#server/documents/orderFiles.ts'
import type { AnyServed } from '#server/http/http.ts'
import { cancelMyOrder, restoreMyOrder } from './cancelMyOrder.ts'
import { cancelOrder, restoreOrder } from './cancelOrder.ts'
import { acceptHeld, answerReturned, listHeldOrders, returnHeld } from './heldOrders.ts'
import { readHistory } from './history.ts'
import { dropMail, readOrderMails, sendAgain } from './mails/undelivered.ts'
import { addNote, deleteNote, readNotes, restoreNote } from './notes.ts'
import { downloadOrders, listOrders } from './orderList.ts'
import { readOrderNews } from './orderNews.ts'
import { postShopCart } from './postShopCart.ts'
import { readOrder, readShopHomeCart } from './readOrder.ts'
import { splitOrder } from './splitOrder.ts'
import { transferOrders, withdrawTransfers } from './transferOrders.ts'

export const orderVerbs: AnyServed[] = [
  postShopCart,
  readShopHomeCart,
  readOrder,
  downloadPdf,
  downloadExcel,
  listOrders,
  downloadOrders,
  cancelOrder,
  restoreOrder,
  cancelMyOrder,
  restoreMyOrder,
  listHeldOrders,
  acceptHeld,
  returnHeld,
  answerReturned,
  splitOrder,
  transferOrders,
  withdrawTransfers,
  readHistory,
  readNotes,
  addNote,
  deleteNote,
  restoreNote,
  readOrderMails,
  sendAgain,
  dropMail,
  readOrderNews,
  downloadOrdersPdf,
  downloadOrdersExcel,
  orderFiles.start,
  orderFiles.listOwn,
  orderFiles.download,
  orderFiles.remove,
]
