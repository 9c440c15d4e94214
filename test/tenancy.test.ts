import { randomUUIDv7 } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { prepared } from '#server/db/statement.ts'
import { endpoints } from '#server/verbs.ts'
import { addDays, dayOf } from '#shared/clock.ts'
import {
  agentColumns,
  changeColumns,
  customerColumns,
  orderColumns,
  userColumns,
} from '#shared/exportColumns.ts'
import type { Client } from './app.ts'
import { orderBody, type Wholesaler } from './factories.ts'
import { shopPerFile, useApp } from './useShop.ts'

const app = useApp()
const first = shopPerFile(app, 'first')
const rival = shopPerFile(app, 'rival')
/** Ids and codes of the first tenant. */
let theirs: Record<
  | 'orderId'
  | 'guidKey'
  | 'variantId'
  | 'brandId'
  | 'otherCategoryId'
  | 'categoryId'
  | 'subCurrAccId'
  | 'userId'
  | 'agentId'
  | 'accountId'
  | 'sessionId'
  | 'draftId'
  | 'importId'
  | 'changeSetId'
  | 'officeProductId'
  | 'deletedPhotoId'
  | 'photoCatalogueId'
  | 'noteId'
  | 'mailId',
  string
>
let firstToken: string
const a1 = { itemCode: 'A1', colorCode: '01' }
/** Only in the first tenant's data. */
const secret = 'Gizli Kuzey'
const secretBarcode = '8690000000017'

beforeAll(async () => {
  await app.database.inTenant(first.tenantId, 'write', async (tx) => {
    await tx.query(prepared(`update accounts set description = $2 || code where tenant_id = $1`), secret)
    await tx.query(
      prepared(`update products set item_description = $2 || item_code where tenant_id = $1`),
      secret,
    )
    await tx.query(
      prepared(`update variants set barcode = $2 where tenant_id = $1 and id = (
        select id from variants where tenant_id = $1 order by id limit 1)`),
      secretBarcode,
    )
    await tx.query(prepared(`update brands set name = $2 || name where tenant_id = $1`), secret)
    await tx.query(prepared(`update categories set name = $2 || name where tenant_id = $1`), secret)
    await tx.query(prepared(`update agents set name = $2 || name where tenant_id = $1`), secret)
    await tx.query(prepared(`update users set first_name = $2 where tenant_id = $1`), secret)
  })
  firstToken = (await signIn(first)).token
  const variant = await first.variant('A1', 'S')
  const body = orderBody({ lines: [[variant.id, 1]] })
  const placed = await first.dealer.post('/api/Shop/PostShopCart', body)
  const home = await first.dealer.get('/api/Shop/GetShopHome')
  const branches = await first.dealer.get('/api/Shop/GetSubCurrAccs', { currAccCode: '120.01' })
  const draft = { ...draftBody(variant.id), name: secret, isShared: true }
  await first.dealer.post('/api/Shop/SaveDraft', draft)
  const filter = { list: 'orders', name: secret, query: { text: secret }, isStart: true }
  for (const client of [first.admin, first.agent, first.dealer])
    await client.post('/api/Account/SaveFilter', filter)
  const noteId = randomUUIDv7()
  await first.agent.post('/api/Shop/AddOrderNote', { id: noteId, orderId: placed.body.orderId, text: secret })
  const mailId = randomUUIDv7()
  await first.query(
    `insert into order_mails (tenant_id, id, order_id, order_version, kind, recipient, language, state,
                  next_attempt_at, created_at)
                values ($1, $2, $3, 1, 'placed', 'gizli@example.com', 'tr', 'dead', now(), now())`,
    mailId,
    placed.body.orderId,
  )
  const importId = randomUUIDv7()
  await first.query(
    `insert into change_sets (tenant_id, id, source, file_name, state, created_by_name, created_at)
                values ($1, $2, 'panel', $3, 'checked', $3, now())`,
    importId,
    secret,
  )
  const changeSetId = randomUUIDv7()
  await first.query(
    `insert into change_sets
                  (tenant_id, id, source, file_name, state, created_by_name, created_at, applied_at)
                values ($1, $2, 'form', $3, 'applied', $3, now(), now())`,
    changeSetId,
    secret,
  )
  theirs = {
    importId,
    changeSetId,
    deletedPhotoId: await addDeletedPhoto(),
    photoCatalogueId: await addPhotoCatalogue(),
    noteId,
    mailId,
    draftId: draft.id,
    officeProductId: await officeProductOf(first),
    orderId: placed.body.orderId,
    guidKey: body.guidKey,
    variantId: variant.id,
    brandId: home.body.data.brands[0].brandId,
    categoryId: home.body.data.categories[0].categoryId,
    otherCategoryId: home.body.data.categories[1].categoryId,
    subCurrAccId: branches.body.data[0].subCurrAccId,
    ...(await peopleOf(first)),
  }
})

/** `hidden` calls must answer 404 or 409. */
const callsByPath: Record<string, { input: () => Record<string, unknown>; hidden?: boolean }> = {
  '/api/Shop/GetAppSettings': { input: () => ({}) },
  '/api/Account/GetTenantSettings': { input: () => ({}) },
  '/api/Account/UpdateTenantSettings': { input: () => ({}) },
  '/api/Account/PostTenantLogo': { input: () => ({}) },
  '/api/Account/DeleteTenantLogo': { input: () => ({}) },
  '/api/Account/ChangeRole': { input: () => ({ role: 'nobody' }) },
  '/api/Account/PasswordChange': {
    input: () => ({ oldPassword: 'x', newPassword: 'y', newPasswordConfirm: 'y' }),
  },
  '/api/Account/RequestPasswordReset': { input: () => ({ username: 'nobody' }) },
  '/api/Account/ResetPassword': {
    input: () => ({
      token: 'x'.repeat(43),
      newPassword: 'Kuzey 47 gemi',
      newPasswordConfirm: 'Kuzey 47 gemi',
    }),
  },
  '/api/Account/GetSessions': { input: () => ({}) },
  '/api/Account/EndSession': { input: () => ({ id: theirs.sessionId }), hidden: true },
  '/api/Account/EndOtherSessions': { input: () => ({}) },
  '/api/Account/GetProfile': { input: () => ({}) },
  '/api/Account/UpdateProfile': {
    input: () => ({ firstName: 'Rival', lastName: '', email: '', phone: '', introduction: '' }),
  },
  '/api/Account/PostAvatar': { input: () => ({}) },
  '/api/Account/DeleteAvatar': { input: () => ({}) },
  '/api/Account/StartTotp': { input: () => ({ password: 'x' }) },
  '/api/Account/ConfirmTotp': { input: () => ({ code: '000000' }) },
  '/api/Account/EndTotp': { input: () => ({ password: 'x' }) },
  '/api/Account/NewRecoveryCodes': { input: () => ({ password: 'x' }) },
  '/api/Account/GetSavedFilters': { input: () => ({}) },
  '/api/Account/SaveFilter': {
    input: () => ({ list: 'orders', name: 'Rival', query: { brand: theirs.brandId }, isStart: true }),
  },
  '/api/Account/DeleteSavedFilter': { input: () => ({ list: 'orders', name: secret }) },
  '/api/Account/ExportUsers': { input: () => ({ columns: userColumns, format: 'csv' }) },
  '/api/Account/GetSystemUsers': { input: () => ({}) },
  '/api/Account/GetSystemUserById': { input: () => ({ id: theirs.userId }), hidden: true },
  '/api/Account/AddUser': {
    input: () => ({
      username: 'newcomer',
      roles: ['customer'],
      currAccCode: 'only.theirs',
      password: 'Kuzey 47 gemi',
    }),
  },
  '/api/Account/UpdateUser': {
    input: () => ({ id: theirs.userId, username: 'newcomer', roles: ['admin'] }),
    hidden: true,
  },
  '/api/Account/DeleteUser': { input: () => ({ id: theirs.userId }), hidden: true },
  '/api/Account/RestoreUser': { input: () => ({ id: theirs.userId }), hidden: true },
  '/api/Account/EndUserSessions': { input: () => ({ id: theirs.userId }), hidden: true },
  '/api/Account/ResetUserTotp': { input: () => ({ id: theirs.userId }), hidden: true },
  '/api/Account/GetAccountsForSelect': { input: () => ({}) },
  '/api/Account/GetSalesPersonForSelect': { input: () => ({}) },
  '/api/Account/ExportSalesPersons': { input: () => ({ columns: agentColumns, format: 'csv' }) },
  '/api/Account/GetSalesPersons': { input: () => ({}) },
  '/api/Account/GetSalesPersonById': { input: () => ({ id: theirs.agentId }), hidden: true },
  '/api/Account/AddSalesPerson': { input: () => ({ salesPersonCode: 'R1', firstLastName: 'Rival' }) },
  '/api/Account/UpdateSalesPerson': {
    input: () => ({ id: theirs.agentId, firstLastName: 'Rival' }),
    hidden: true,
  },
  '/api/Account/DeleteSalesPerson': { input: () => ({ id: theirs.agentId }), hidden: true },
  '/api/Account/RestoreSalesPerson': { input: () => ({ id: theirs.agentId }), hidden: true },
  '/api/Account/HandOverCustomers': {
    input: () => ({ id: theirs.agentId, toSalesPersonCode: 'P2' }),
    hidden: true,
  },
  '/api/Account/ExportCustomers': { input: () => ({ columns: customerColumns, format: 'csv' }) },
  '/api/Account/GetCustomerList': { input: () => ({}) },
  '/api/Account/GetCustomerById': { input: () => ({ id: theirs.accountId }), hidden: true },
  '/api/Account/AddCustomer': {
    input: () => ({
      currAccCode: 'R.1',
      currAccDescription: 'Rival',
      currencyCode: 'TRY',
      priceGroup: 'CB',
      salesPersonCode: 'only.theirs',
    }),
  },
  '/api/Account/UpdateCustomer': {
    input: () => ({
      currAccCode: 'only.theirs',
      currAccDescription: 'Rival',
      currencyCode: 'TRY',
      priceGroup: 'CB',
      subCurrAccs: [],
    }),
    hidden: true,
  },
  '/api/Account/DeleteCustomer': { input: () => ({ id: theirs.accountId }), hidden: true },
  '/api/Account/RestoreCustomer': { input: () => ({ id: theirs.accountId }), hidden: true },
  '/api/Account/GetPriceGroups': { input: () => ({}) },
  '/api/Shop/GetExcludeBrands': { input: () => ({ userId: theirs.userId }), hidden: true },
  '/api/Shop/PostExcludeBrands': { input: () => ({ userId: theirs.accountId, brandIds: [] }), hidden: true },
  '/api/Shop/GetBrands': { input: () => ({}) },
  '/api/Shop/ExportBrands': { input: () => ({ format: 'csv' }) },
  '/api/Shop/AddBrand': { input: () => ({ brandName: 'Rival' }) },
  '/api/Shop/UpdateBrand': {
    input: () => ({ brandId: theirs.brandId, brandName: 'Stolen', isActive: false }),
    hidden: true,
  },
  '/api/Shop/DeleteBrand': { input: () => ({ id: theirs.brandId }), hidden: true },
  '/api/Shop/MergeBrand': { input: () => ({ id: theirs.brandId, intoId: theirs.categoryId }), hidden: true },
  '/api/Shop/SortBrands': { input: () => ({ ids: [theirs.brandId] }), hidden: true },
  '/api/Shop/PostBrandImage': { input: () => ({}) },
  '/api/Shop/DeleteBrandImage': { input: () => ({ id: theirs.brandId }), hidden: true },
  '/api/Shop/GetAttributes': { input: () => ({}) },
  '/api/Shop/SaveAttributes': { input: () => ({ attributes: [] }) },
  '/api/Shop/GetCategories': { input: () => ({}) },
  '/api/Shop/ExportCategories': { input: () => ({ format: 'csv' }) },
  '/api/Shop/AddCategory': {
    input: () => ({ categoryName: 'Rival', parentId: theirs.categoryId }),
    hidden: true,
  },
  '/api/Shop/UpdateCategory': {
    input: () => ({ categoryId: theirs.categoryId, categoryName: 'Stolen', isActive: false }),
    hidden: true,
  },
  '/api/Shop/MoveCategory': { input: () => ({ id: theirs.categoryId, parentId: null }), hidden: true },
  '/api/Shop/MergeCategory': {
    input: () => ({ id: theirs.categoryId, intoId: theirs.otherCategoryId }),
    hidden: true,
  },
  '/api/Shop/DeleteCategory': { input: () => ({ id: theirs.categoryId }), hidden: true },
  '/api/Shop/PostCategoryImage': { input: () => ({}) },
  '/api/Shop/DeleteCategoryImage': { input: () => ({ id: theirs.categoryId }), hidden: true },
  '/api/Shop/PostImportFile': { input: () => ({}) },
  '/api/Shop/GetImports': { input: () => ({ search: secret }) },
  '/api/Shop/GetImport': { input: () => ({ id: theirs.importId }), hidden: true },
  '/api/Shop/RereadImport': { input: () => ({ id: theirs.importId }), hidden: true },
  '/api/Shop/CheckImport': { input: () => ({ id: theirs.importId, targets: ['barcode'] }), hidden: true },
  '/api/Shop/GetImportChanges': { input: () => ({ id: theirs.importId }), hidden: true },
  '/api/Shop/GetImportBadRows': { input: () => ({ id: theirs.importId }), hidden: true },
  '/api/Shop/ApplyImport': { input: () => ({ id: theirs.importId }), hidden: true },
  '/api/Shop/UndoImport': { input: () => ({ id: theirs.importId }), hidden: true },
  '/api/Shop/UndoChanges': { input: () => ({ id: theirs.changeSetId }), hidden: true },
  '/api/Shop/DiscardImport': { input: () => ({ id: theirs.importId }), hidden: true },
  '/api/Shop/PostProductImages': { input: () => ({}) },
  '/api/Shop/SortProductImages': { input: () => ({ ...a1, files: ['a.jpg'] }), hidden: true },
  '/api/Shop/DeleteProductImage': { input: () => ({ ...a1, file: 'a.jpg' }), hidden: true },
  '/api/Shop/RestoreProductImage': { input: () => ({ id: theirs.deletedPhotoId }), hidden: true },
  '/api/Shop/GetProductPhotos': { input: () => a1 },
  '/api/Shop/GetOriginalImage': { input: () => ({ ...a1, file: 'a.jpg' }), hidden: true },
  '/api/Shop/MatchPhotoNames': { input: () => ({ names: ['A1_01.jpg', `${secretBarcode}.jpg`] }) },
  '/api/Shop/FindPhotoProducts': { input: () => ({ search: secret }) },
  '/api/Shop/GetPhotoProgress': { input: () => ({}) },
  '/api/Account/ExportChanges': { input: () => ({ columns: changeColumns, format: 'csv' }) },
  '/api/Shop/CountCatalogueProducts': { input: () => ({ brandIds: [theirs.brandId], search: secret }) },
  '/api/Shop/StartPhotoCatalogue': { input: () => ({ brandIds: [theirs.brandId], search: secret }) },
  '/api/Shop/GetPhotoCatalogues': { input: () => ({}) },
  '/api/Shop/GetPhotoCatalogue': { input: () => ({ id: theirs.photoCatalogueId }), hidden: true },
  '/api/Shop/DeletePhotoCatalogue': { input: () => ({ id: theirs.photoCatalogueId }), hidden: true },
  '/api/Account/GetChanges': { input: () => ({ subjectId: theirs.userId }) },
  '/api/Account/authenticate': { input: () => ({ username: 'nobody', password: 'nothing' }) },
  '/api/Account/CreateTokenByRefreshToken': {
    input: () => ({ refreshToken: `${randomUUIDv7()}.${'x'.repeat(43)}` }),
  },
  '/api/Account/Logout': { input: () => ({}) },
  '/api/Account/GetUserInfo': { input: () => ({}) },
  '/api/Shop/GetCustomers': { input: () => ({}) },
  '/api/Shop/GetSubCurrAccs': { input: () => ({ currAccCode: '120.01' }) },
  '/api/Shop/GetShopSalesPerson': { input: () => ({ currAccCode: '120.01' }) },
  '/api/Shop/GetShopHome': { input: () => ({}) },
  '/api/Shop/GetCategoryProducts': {
    input: () => ({ brandId: theirs.brandId, categoryId: theirs.categoryId, orderType: 'Rpt' }),
    hidden: true,
  },
  '/api/Shop/GetProductsBySearch': { input: () => ({ searchText: secret, orderType: 'Rpt' }) },
  '/api/Shop/GetProductFacets': {
    input: () => ({ searchText: secret, facets: { brandIds: [theirs.brandId] }, orderType: 'Rpt' }),
  },
  '/api/Shop/GetProductByBarcode': { input: () => ({ barcode: secretBarcode }) },
  '/api/Shop/CheckOrderLines': {
    input: () => ({ lines: [{ code: secretBarcode, qty: 1 }], orderType: 'Rpt' }),
  },
  '/api/Shop/GetProductsByIds': { input: () => ({ ids: [theirs.variantId], orderType: 'Rpt' }) },
  '/api/Shop/GetProducts': { input: () => ({ search: secret, brandId: theirs.brandId }) },
  '/api/Shop/ExportProducts': { input: () => ({ format: 'csv', ids: [theirs.officeProductId] }) },
  '/api/Shop/GetItem': { input: () => ({ itemCode: 'only.theirs' }), hidden: true },
  '/api/Shop/GetProductById': { input: () => ({ id: theirs.officeProductId }), hidden: true },
  '/api/Shop/GetProductChoices': { input: () => ({}) },
  '/api/Shop/SaveItem': {
    input: () => ({ itemCode: 'A1', products: [{ ...productBody(), id: theirs.officeProductId }] }),
    hidden: true,
  },
  '/api/Shop/AddProduct': { input: () => ({ itemCode: 'R1', ...productBody() }) },
  '/api/Shop/UpdateProduct': {
    input: () => ({ ...productBody(), id: theirs.officeProductId }),
    hidden: true,
  },
  '/api/Shop/DeleteProduct': { input: () => ({ id: theirs.officeProductId }), hidden: true },
  '/api/Shop/RestoreProduct': { input: () => ({ id: theirs.officeProductId }), hidden: true },
  '/api/Shop/ChangeProducts': {
    input: () => ({ ids: [theirs.officeProductId], isActive: false }),
    hidden: true,
  },
  '/api/Shop/GetProductSheet': { input: () => ({ search: secret, ids: [theirs.officeProductId] }) },
  '/api/Shop/SaveProductSheet': {
    input: () => ({ products: [{ id: theirs.officeProductId, isActive: { was: true, is: false } }] }),
    hidden: true,
  },
  '/api/Shop/PostLogCart': { input: () => ({}) },
  '/api/Shop/GetLogCart': { input: () => ({ guidKey: theirs.guidKey }) },
  '/api/Shop/GetDrafts': { input: () => ({}) },
  '/api/Shop/GetDraftById': { input: () => ({ id: theirs.draftId }), hidden: true },
  '/api/Shop/SaveDraft': {
    input: () => ({ ...draftBody(theirs.variantId), id: theirs.draftId, version: 1 }),
    hidden: true,
  },
  '/api/Shop/DeleteDraft': { input: () => ({ id: theirs.draftId }), hidden: true },
  '/api/Shop/RestoreDraft': { input: () => ({ id: theirs.draftId }), hidden: true },
  '/api/Shop/PostShopCart': { input: () => orderBody({ lines: [[theirs.variantId, 1]] }), hidden: true },
  '/api/Shop/GetShopHomeCart': { input: () => ({ guidKey: theirs.guidKey }), hidden: true },
  '/api/Shop/GetOrderPdf': { input: () => ({ guidKey: theirs.guidKey }), hidden: true },
  '/api/Shop/GetOrderExcel': { input: () => ({ guidKey: theirs.guidKey }), hidden: true },
  '/api/Shop/GetOrderById': { input: () => ({ id: theirs.orderId }), hidden: true },
  '/api/Shop/StartOrderFile': { input: () => ({ kind: 'pdf', ids: [theirs.orderId] }), hidden: true },
  '/api/Shop/GetOrderFiles': { input: () => ({}) },
  '/api/Shop/GetOrderFile': { input: () => ({ id: theirs.orderId }), hidden: true },
  '/api/Shop/DeleteOrderFile': { input: () => ({ id: theirs.orderId }), hidden: true },
  '/api/Shop/ExportOrders': {
    input: () => ({ columns: orderColumns, format: 'csv', ids: [theirs.orderId] }),
  },
  '/api/Shop/GetOrders': { input: () => ({}) },
  '/api/Shop/GetDashboard': { input: () => ({}) },
  '/api/Shop/GetSales': { input: () => aYear },
  '/api/Shop/GetRates': { input: () => ({}) },
  '/api/Shop/SaveRates': {
    input: () => ({ currency: 'TRY', rates: [{ currency: 'EUR', rate: 50 }] }),
  },
  '/api/Shop/GetSalesBy': { input: () => ({ ...aYear, by: 'brand' }) },
  '/api/Shop/GetBestSellers': { input: () => aYear },
  '/api/Shop/GetLowStock': { input: () => ({}) },
  '/api/Shop/GetQuietCustomers': { input: () => ({}) },
  '/api/Shop/GetOnlineCustomers': { input: () => ({}) },
  '/api/Shop/GetOnlineCart': { input: () => ({ userId: theirs.userId }), hidden: true },
  '/api/Shop/DeleteOrder': { input: () => ({ id: theirs.orderId }), hidden: true },
  '/api/Shop/RestoreOrder': { input: () => ({ id: theirs.orderId }), hidden: true },
  '/api/Shop/SplitOrder': { input: () => ({ id: theirs.orderId, version: 1 }), hidden: true },
  '/api/Shop/TransferOrders': { input: () => ({ ids: [theirs.orderId] }) },
  '/api/Shop/WithdrawTransfers': { input: () => ({ ids: [theirs.orderId] }) },
  '/api/Shop/GetOrderHistory': { input: () => ({ id: theirs.orderId }), hidden: true },
  '/api/Shop/GetOrderNotes': { input: () => ({ id: theirs.orderId }), hidden: true },
  '/api/Shop/AddOrderNote': {
    input: () => ({ id: randomUUIDv7(), orderId: theirs.orderId, text: 'Rival' }),
    hidden: true,
  },
  '/api/Shop/DeleteOrderNote': { input: () => ({ id: theirs.noteId }), hidden: true },
  '/api/Shop/RestoreOrderNote': { input: () => ({ id: theirs.noteId }), hidden: true },
  '/api/Shop/GetOrderMails': { input: () => ({ id: theirs.orderId }), hidden: true },
  '/api/Shop/SendOrderMail': { input: () => ({ id: theirs.mailId }), hidden: true },
  '/api/Shop/DropOrderMail': { input: () => ({ id: theirs.mailId }), hidden: true },
  '/api/Shop/GetOrderNews': { input: () => ({ since: { version: 0, lastNumber: 0 } }) },
  '/api/Erp/GetLink': { input: () => ({}) },
  '/api/Erp/SaveLink': { input: () => ({ ...erpLink, isAutomatic: false }) },
  '/api/Erp/TestLink': { input: () => erpLink },
  '/api/Erp/PreviewMapping': { input: () => ({ kind: 'http', settings: {} }) },
  '/api/Erp/Pause': { input: () => ({ isPaused: true }) },
  '/api/Erp/TryNow': { input: () => ({}) },
  '/api/Erp/GetTransfers': { input: () => ({}) },
  '/api/Erp/GetOrderTransfer': { input: () => ({ id: theirs.orderId }), hidden: true },
  '/api/Erp/Retry': { input: () => ({ ids: [theirs.orderId] }) },
  '/api/Erp/Hold': { input: () => ({ ids: [theirs.orderId] }) },
  '/api/Erp/MarkEntered': { input: () => ({ id: theirs.orderId, erpNumber: 'R1' }), hidden: true },
  '/api/Erp/MarkGone': { input: () => ({ id: theirs.orderId }), hidden: true },
  '/api/Erp/GetSyncs': { input: () => ({}) },
  '/api/Erp/GetReconciliations': { input: () => ({}) },
  '/api/Erp/StartReconciliation': { input: () => ({}) },
  '/api/Erp/StartSync': { input: () => ({ what: 'stock' }) },
  '/api/Account/SyncCustomersWithErp': { input: () => ({}) },
  '/api/ErpAgent/Next': { input: () => ({ wait: 0 }) },
  '/api/ErpAgent/Answer': { input: () => ({ id: theirs.orderId, status: 200, body: '' }) },
  '/api/Shop/GetOrdersPdf': { input: () => ({ ids: theirs.orderId }), hidden: true },
  '/api/Shop/GetOrdersExcel': { input: () => ({ ids: theirs.orderId }), hidden: true },
}

const today = dayOf(new Date())
const aYear = { from: addDays(today, -364), to: today }

/** Inner addresses are refused. */
const erpLink = { kind: 'http', settings: { url: 'http://127.0.0.1:9/erp' }, secret: 'of the rival' }

function draftBody(productId: string) {
  const line = { productId, qty: 1, unitPrice: 100, priceCurrencyCode: 'TRY' }
  const whose = { currAccCode: '120.01', salesPersonCode: 'P1' }
  return {
    ...whose,
    id: randomUUIDv7(),
    name: '',
    isShared: false,
    orderType: 'Rpt',
    description: '',
    lines: [line],
  }
}

function productBody() {
  return { itemDescription: 'Rival', brandId: theirs.brandId, categoryId: theirs.categoryId }
}

function call(client: Client, endpoint: (typeof endpoints)[number], input: Record<string, unknown>) {
  return endpoint.method === 'GET'
    ? client.get(endpoint.path, input as Record<string, string>)
    : client.post(endpoint.path, input)
}

describe('a rival tenant with the first tenant’s ids', () => {
  for (const endpoint of endpoints) {
    test(`gets nothing from ${endpoint.path}`, async () => {
      const step = callsByPath[endpoint.path]
      if (!step) throw new Error(`${endpoint.path} is not on the walk: say how a rival would call it`)
      for (const client of [rival.admin, rival.agent, rival.dealer]) {
        const answer = await call(client, endpoint, step.input())
        if (step.hidden && answer.status !== 403) expect([404, 409]).toContain(answer.status)
        if (client === rival.admin) expect(answer.status).not.toBe(403)
        expect(answer.status).toBeLessThan(500)
        const content = Buffer.isBuffer(answer.body) ? answer.body.toString() : JSON.stringify(answer.body)
        expect(content).not.toContain(secret)
        for (const id of Object.values(theirs)) {
          // Refusals may repeat the input.
          if (!JSON.stringify(step.input()).includes(id)) expect(content).not.toContain(id)
        }
      }
    })

    test(`cannot use the first tenant's token at ${endpoint.path}`, async () => {
      const step = callsByPath[endpoint.path]
      if (endpoint.access === 'open') return expect(step).toBeDefined()
      const answer = await call(app.at('rival').as({ token: firstToken }), endpoint, step?.input() ?? {})
      expect(answer.status).toBe(401)
    })
  }

  test('cannot refresh or end the first tenant’s session', async () => {
    const tokens = await signIn(first)
    const at = app.at('rival')
    const refreshed = await at.get('/api/Account/CreateTokenByRefreshToken', {
      refreshToken: tokens.refreshToken,
    })
    expect(refreshed.status).toBe(401)
    await at.post('/api/Account/Logout', { refreshToken: tokens.refreshToken })
    const info = await app.at('first').as({ token: tokens.token }).get('/api/Account/GetUserInfo')
    expect(info.status).toBe(200)
  })

  test('may use the same id for its own draft', async () => {
    const draft = { ...draftBody(theirs.variantId), id: theirs.draftId }
    expect((await rival.dealer.post('/api/Shop/SaveDraft', draft)).body.data.version).toBe(1)
    const read = await first.dealer.get('/api/Shop/GetDraftById', { id: theirs.draftId })
    expect(read.body.data).toMatchObject({ name: secret, version: 1 })
  })

  test('may use the same guidKey for its own order', async () => {
    const { id } = await rival.variant('A1', 'S')
    const body = { ...orderBody({ lines: [[id, 1]] }), guidKey: theirs.guidKey }
    const placed = await rival.dealer.post('/api/Shop/PostShopCart', body)
    expect(placed.status).toBe(200)
    expect(placed.body.orderId).not.toBe(theirs.orderId)
  })
})

test('the first tenant’s records are unchanged', async () => {
  const order = await first.dealer.get('/api/Shop/GetOrderById', { id: theirs.orderId })
  expect(order.body.data).toMatchObject({ state: 'placed', isWaiting: false })
  expect(order.body.data.currAccDescription).toContain(secret)
  const notes = await first.agent.get('/api/Shop/GetOrderNotes', { id: theirs.orderId })
  expect(notes.body.data).toMatchObject([{ id: theirs.noteId, text: secret }])
})

test('every endpoint is served and documented', async () => {
  const document = await app.at('first').get('/api/openapi.json')
  expect(Object.keys(document.body.paths).toSorted()).toEqual(endpoints.map(({ path }) => path).toSorted())
  expect(document.body.openapi).toBe('3.1.0')
})

async function signIn(shop: Wholesaler): Promise<{ token: string; refreshToken: string }> {
  const answer = await shop.visitor.post('/api/Account/authenticate', {
    username: 'dealer',
    password: 'a long enough password',
  })
  return answer.body
}

async function addDeletedPhoto(): Promise<string> {
  const id = randomUUIDv7()
  await first.query(
    `
        insert into deleted_photos (tenant_id, id, product_id, file_name, content_hash, sort_order, deleted_at, deleted_by)
        select $1, $2, id, $3, repeat('0', 64), 0, now(), $3 from products
        where tenant_id = $1 and item_code = 'A1' returning id`,
    id,
    secret,
  )
  return id
}

async function addPhotoCatalogue(): Promise<string> {
  const id = randomUUIDv7()
  await first.query(
    `
        insert into photo_catalogues (tenant_id, id, user_id, state, file_name, products, created_at, seen_at)
        select $1, $2, id, 'ready', $3, 1, now(), now() from users
        where tenant_id = $1 and username = 'admin' returning id`,
    id,
    secret,
  )
  return id
}

async function peopleOf(shop: Wholesaler) {
  const users = await shop.admin.post('/api/Account/GetSystemUsers', { search: 'dealer' })
  const agents = await shop.admin.post('/api/Account/GetSalesPersons', {})
  const accounts = await shop.admin.post('/api/Account/GetCustomerList', {})
  const sessions = await shop.dealer.get('/api/Account/GetSessions')
  return {
    userId: users.body.data.items[0].id,
    agentId: agents.body.data.items[0].id,
    accountId: accounts.body.data.items[0].id,
    sessionId: sessions.body.data[0].id,
  }
}

async function officeProductOf(shop: Wholesaler): Promise<string> {
  const found = await shop.admin.post('/api/Shop/GetProducts', { limit: 1 })
  return found.body.data.items[0].id
}
