import { dayOf } from '#shared/clock.ts'
import type { ErpDocument, ErpLine } from '#shared/erp/document.ts'
import { fillPattern } from '#shared/erp/fieldPattern.ts'
import type { NebimSettings } from '#shared/erp/nebim.ts'
import { ErpError } from '../connector.ts'

/** OrderWS: wholesale sales order. */
const modelType = 5

/** `Price` excludes taxes (`PriceVI` would include them). The key is stored in InternalDescription. */
export function orderModel(settings: NebimSettings, document: ErpDocument): object {
  const { office, store, warehouse, lots, fields } = settings
  const isSummed = (line: ErpLine) => line.lotCode !== '' && lots === 'sumLines'
  const ordered = document.lines.toSorted((one, other) => one.lineNo - other.lineNo)
  const lines = ordered.filter((line) => !isSummed(line)).map((line) => lineOf(line, document.currencyCode))
  const sums = ordered.filter(isSummed).map((line) => sumLineOf(line, document.currencyCode))
  return {
    DocumentNumber: document.orderNumber,
    Description: descriptionOf(document),
    ...Object.fromEntries(fields.map(({ name, value }) => [name, fillPattern(value, document).trim()])),
    ModelType: modelType,
    CustomerCode: document.account.code,
    OrderDate: dayOf(new Date(document.placedAt)),
    OfficeCode: office,
    ...(store === '' ? {} : { StoreCode: store }),
    ...(warehouse === '' ? {} : { WarehouseCode: warehouse }),
    DocCurrencyCode: document.currencyCode,
    InternalDescription: document.key,
    IsCreditSale: true,
    IsCompleted: true,
    SuppressItemDiscount: true,
    ApplyCampaign: false,
    ...(lines.length > 0 ? { Lines: lines } : {}),
    ...(sums.length > 0 ? { SumLines: sums } : {}),
  }
}

function lineOf(line: ErpLine, currencyCode: string): object {
  const amounts = { Qty1: line.qty, Price: line.unitPriceMinor / 100, PriceCurrencyCode: currencyCode }
  // Lots as normal lines are identified by barcode, as is everything if the pattern is the barcode.
  if (line.lotCode !== '' || line.productCode === line.barcode) {
    if (line.barcode === '') {
      throw new ErpError('rejected', `${line.itemCode} ${line.lotCode || line.size} has no barcode`)
    }
    return { UsedBarcode: line.barcode, ...amounts }
  }
  const { itemCode: ItemCode, colorCode: ColorCode, size: ItemDim1Code } = line
  return { ItemTypeCode: 1, ItemCode, ColorCode, ItemDim1Code, ...amounts }
}

/** Nebim splits lots into sizes: Qty1 counts lots, Price is per piece. */
function sumLineOf(line: ErpLine, currencyCode: string): object {
  const { itemCode, colorCode, lotCode, barcode, qty, piecesPerLot, unitPriceMinor } = line
  const price = Number((unitPriceMinor / 100 / piecesPerLot).toFixed(4))
  // Nebim stores four decimals.
  if (Math.round(price * piecesPerLot * qty * 100) !== qty * unitPriceMinor) {
    const amount = (unitPriceMinor / 100).toFixed(2)
    throw new ErpError(
      'rejected',
      `The price of ${itemCode} ${lotCode}, ${amount} for ${piecesPerLot} pieces, cannot be divided into a price per piece`,
    )
  }
  return {
    ...(barcode === '' ? {} : { LotBarcode: barcode }),
    ItemTypeCode: 1,
    ItemCode: itemCode,
    ColorCode: colorCode,
    LotCode: lotCode,
    Qty1: qty,
    Price: price,
    PriceCurrencyCode: currencyCode,
  }
}

function descriptionOf({ description, branch, agent, guest }: ErpDocument): string {
  const joinNonEmpty = (parts: (string | undefined)[]) => parts.filter((part) => part).join(' – ')
  const all = [
    description,
    joinNonEmpty([branch?.code, branch?.companyName]),
    joinNonEmpty([agent.code, agent.name]),
    joinNonEmpty([guest?.name, guest?.phone]),
  ]
  return all
    .filter((part) => part !== '')
    .join(' | ')
    .slice(0, 200)
}
