import type { AnyServed } from '#server/http/http.ts'
import { addDevice, readSettings, removeDevice, writeSettings } from './newsSettings.ts'
import { listNews, markRead } from './readNews.ts'
import { listStockWaits, writeStockWaits } from './stockWaits.ts'

export const newsVerbs: AnyServed[] = [
  listNews,
  markRead,
  readSettings,
  writeSettings,
  addDevice,
  removeDevice,
  listStockWaits,
  writeStockWaits,
]
