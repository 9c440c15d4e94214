import { randomUUIDv7 } from 'node:crypto'
import { addDays, dayOf } from '#shared/clock.ts'
import {
  agentColumns,
  changeColumns,
  customerColumns,
  orderColumns,
  userColumns,
} from '#shared/exports/exportColumns.ts'
import { orderBody } from './factories.ts'

/* Written by hand, to compare with the endpoints: every call, who may make it, and how a rival tenant would. */

/** Ids of one tenant's records, which the other tenant sends. */
export type Theirs = Record<
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
  | 'changeId'
  | 'officeProductId'
  | 'deletedPhotoId'
  | 'photoCatalogueId'
  | 'noteId'
  | 'mailId'
  | 'priceRuleId'
  | 'fileImportId'
  | 'quantityRuleId',
  string
>

const priceRule = {
  name: 'Rival',
  audience: 'everybody',
  target: 'all',
  basis: 'none',
  effect: 'percent',
  tiers: [{ from: 0, percents: [99] }],
  endsOthers: true,
}

const quantityRule = { audience: 'everybody', target: 'order', measure: 'pieces', minimum: 1_000_000 }

/** Found only in the data of that tenant. */
export const secret = 'Gizli Kuzey'
export const secretBarcode = '8690000000017'

/**
 * Each includes all later ones. `guests`: of shops without login; `buyers`: also guests, of tenants that let them order;
 * `users`: signed in, with a page that all roles have; `staff`: from agents on; `editors`: agents with the catalogue
 * task; `clerks`: agents with all pages and tasks; `agentOfErp` and `operators`: their own token.
 */
export const groups = [
  'everybody',
  'guests',
  'buyers',
  'signedIn',
  'users',
  'staff',
  'editors',
  'clerks',
  'admins',
] as const
export type CallerGroup = (typeof groups)[number] | 'agentOfErp' | 'operators'

type Calls = Record<string, object>

/** Calls by the last group that may make them, with input for the rival; `hides` must answer 404 or 409. */
const callsOf = (theirs: Theirs): Record<CallerGroup, { shows?: Calls; hides?: Calls }> => ({
  everybody: {
    shows: {
      '/api/Shop/GetAppSettings': {},
      '/api/Account/authenticate': { username: 'nobody', password: 'nothing' },
      '/api/Account/CreateTokenByRefreshToken': { refreshToken: `${randomUUIDv7()}.${'x'.repeat(43)}` },
      '/api/Account/Logout': {},
      '/api/Operator/SignIn': { username: 'nobody', password: 'nothing' },
      '/api/Account/RequestPasswordReset': { username: 'nobody' },
      '/api/Account/ResetPassword': {
        token: 'x'.repeat(43),
        newPassword: 'Kuzey 47 gemi',
        newPasswordConfirm: 'Kuzey 47 gemi',
      },
    },
  },
  guests: {
    shows: {
      '/api/Shop/GetShopHome': {},
      '/api/Shop/GetColors': {},
      '/api/Shop/GetBanner': {},
      '/api/Shop/GetRetailPrices': { itemCode: 'only.theirs' },
      '/api/Shop/NoteEmptySearch': { text: secret },
      '/api/Shop/GetPopularProducts': {},
      '/api/Shop/GetPricing': {},
      '/api/Shop/GetProductsByIds': { ids: [theirs.variantId], orderType: 'Rpt' },
      '/api/Shop/GetProductsBySearch': { searchText: secret, orderType: 'Rpt' },
      '/api/Shop/GetProductFacets': {
        searchText: secret,
        facets: { brandIds: [theirs.brandId] },
        orderType: 'Rpt',
      },
      '/api/Shop/GetProductByBarcode': { barcode: secretBarcode },
      '/api/Shop/CheckOrderLines': { lines: [{ code: secretBarcode, qty: 1 }], orderType: 'Rpt' },
    },
    hides: {
      '/api/Shop/GetCategoryProducts': {
        brandId: theirs.brandId,
        categoryId: theirs.categoryId,
        orderType: 'Rpt',
      },
    },
  },
  buyers: {
    hides: {
      '/api/Shop/PostShopCart': orderBody({ lines: [[theirs.variantId, 1]] }),
      '/api/Shop/GetShopHomeCart': { guidKey: theirs.guidKey },
      '/api/Shop/GetOrderPdf': { guidKey: theirs.guidKey },
      '/api/Shop/GetOrderExcel': { guidKey: theirs.guidKey },
    },
  },
  signedIn: {
    shows: {
      '/api/Shop/GetFavourites': {},
      '/api/Shop/GetStockWaits': { itemCode: 'only.theirs' },
      '/api/Account/GetNews': {},
      '/api/Account/MarkNewsRead': { until: '2026-01-01T00:00:00.000Z' },
      '/api/Account/GetNewsSettings': {},
      '/api/Account/SetNewsSettings': { mailed: [], pushed: [] },
      '/api/Account/AddPushDevice': {
        address: 'https://push.example.com/rival',
        publicKey: 'B'.padEnd(87, 'A'),
        authSecret: 'A'.repeat(22),
      },
      '/api/Account/RemovePushDevice': {},
      '/api/Account/GetUserInfo': {},
      '/api/Account/ChangeRole': { role: 'nobody' },
      '/api/Account/PasswordChange': { oldPassword: 'x', newPassword: 'y', newPasswordConfirm: 'y' },
      '/api/Account/GetSessions': {},
      '/api/Account/EndOtherSessions': {},
      '/api/Account/GetProfile': {},
      '/api/Account/UpdateProfile': {
        firstName: 'Rival',
        lastName: '',
        email: '',
        phone: '',
        introduction: '',
      },
      '/api/Account/PostAvatar': {},
      '/api/Account/DeleteAvatar': {},
      '/api/Account/StartTotp': { password: 'x' },
      '/api/Account/ConfirmTotp': { code: '000000' },
      '/api/Account/EndTotp': { password: 'x' },
      '/api/Account/NewRecoveryCodes': { password: 'x' },
      '/api/Account/GetSavedFilters': {},
      '/api/Account/SaveFilter': {
        list: 'orders',
        name: 'Rival',
        query: { brand: theirs.brandId },
        isStart: true,
      },
      '/api/Account/DeleteSavedFilter': { list: 'orders', name: secret },
      '/api/Shop/GetCustomers': {},
      '/api/Shop/GetSizeCurve': { itemCode: 'A1' },
      '/api/Shop/GetSubCurrAccs': { currAccCode: '120.01' },
      '/api/Shop/GetCredit': { currAccCode: '120.01' },
      '/api/Shop/GetShopSalesPerson': { currAccCode: '120.01' },
      '/api/Shop/PostLogCart': {},
      '/api/Shop/GetLogCart': { guidKey: theirs.guidKey },
      '/api/Shop/GetDrafts': {},
    },
    hides: {
      '/api/Shop/SetStockWaits': { productIds: [theirs.variantId], isWaiting: true },
      '/api/Shop/SetFavourite': { productId: theirs.variantId, isFavourite: true },
      '/api/Account/EndSession': { id: theirs.sessionId },
      '/api/Shop/AnswerReturnedOrder': { guidKey: theirs.guidKey, version: 1, answer: 'withdraw' },
      '/api/Account/GetStatement': { currAccCode: 'only.theirs' },
      '/api/Account/GetStatementPdf': { currAccCode: 'only.theirs' },
      '/api/Account/GetStatementExcel': { currAccCode: 'only.theirs' },
      '/api/Shop/GetDraftById': { id: theirs.draftId },
      '/api/Shop/SaveDraft': { ...draftBody(theirs.variantId), id: theirs.draftId, version: 1 },
      '/api/Shop/DeleteDraft': { id: theirs.draftId },
      '/api/Shop/RestoreDraft': { id: theirs.draftId },
    },
  },
  users: {
    shows: {
      '/api/Shop/GetOrders': {},
      '/api/Shop/ExportOrders': { columns: orderColumns, format: 'csv', ids: [theirs.orderId] },
      '/api/Shop/GetOrderFiles': {},
      '/api/Shop/GetDashboard': {},
      '/api/Shop/GetSales': aYear,
      '/api/Shop/GetSalesBy': { ...aYear, by: 'brand' },
      '/api/Shop/GetRates': {},
      '/api/Shop/GetBestSellers': aYear,
      '/api/Shop/GetOrderNews': { since: { version: 0, lastNumber: 0 } },
    },
    hides: {
      '/api/Shop/GetOrderById': { id: theirs.orderId },
      '/api/Shop/StartOrderFile': { kind: 'pdf', ids: [theirs.orderId] },
      '/api/Shop/GetOrderFile': { id: theirs.orderId },
      '/api/Shop/DeleteOrderFile': { id: theirs.orderId },
      '/api/Shop/CancelMyOrder': { guidKey: theirs.guidKey },
      '/api/Shop/RestoreMyOrder': { guidKey: theirs.guidKey },
      '/api/Shop/GetOrdersPdf': { ids: theirs.orderId },
      '/api/Shop/GetOrdersExcel': { ids: theirs.orderId },
    },
  },
  staff: {
    shows: {
      '/api/Shop/GetProducts': { search: secret, brandId: theirs.brandId },
      '/api/Shop/GetProductChoices': {},
      '/api/Shop/GetLowStock': {},
      '/api/Shop/GetQuietCustomers': {},
      '/api/Shop/GetOnlineCustomers': {},
      '/api/Shop/TransferOrders': { ids: [theirs.orderId] },
      '/api/Shop/WithdrawTransfers': { ids: [theirs.orderId] },
      '/api/Shop/GetProductPhotos': a1,
      '/api/Shop/FindPhotoProducts': { search: secret },
      '/api/Shop/CountCatalogueProducts': { brandIds: [theirs.brandId], search: secret },
      '/api/Shop/StartPhotoCatalogue': { brandIds: [theirs.brandId], search: secret },
      '/api/Shop/GetPhotoCatalogues': {},
    },
    hides: {
      '/api/Shop/GetOnlineCart': { userId: theirs.userId },
      '/api/Shop/DeleteOrder': { id: theirs.orderId },
      '/api/Shop/RestoreOrder': { id: theirs.orderId },
      '/api/Shop/SplitOrder': { id: theirs.orderId, version: 1 },
      '/api/Shop/GetOrderHistory': { id: theirs.orderId },
      '/api/Shop/GetOrderNotes': { id: theirs.orderId },
      '/api/Shop/AddOrderNote': { id: randomUUIDv7(), orderId: theirs.orderId, text: 'Rival' },
      '/api/Shop/DeleteOrderNote': { id: theirs.noteId },
      '/api/Shop/RestoreOrderNote': { id: theirs.noteId },
      '/api/Shop/GetOrderMails': { id: theirs.orderId },
      '/api/Shop/SendOrderMail': { id: theirs.mailId },
      '/api/Shop/DropOrderMail': { id: theirs.mailId },
      '/api/Erp/GetOrderTransfer': { id: theirs.orderId },
      '/api/Shop/GetPhotoCatalogue': { id: theirs.photoCatalogueId },
      '/api/Shop/DeletePhotoCatalogue': { id: theirs.photoCatalogueId },
    },
  },
  editors: {
    shows: {
      '/api/Shop/GetTexts': { kind: 'item' },
      '/api/Shop/SaveTexts': { texts: [{ kind: 'item', source: 'Ürün A1', texts: { en: 'Mine' } }] },
      '/api/Shop/AcceptTextProposals': {},
      '/api/Shop/GetTextCoverage': {},
      '/api/Shop/GetTerms': {},
      '/api/Shop/GetEmptySearches': {},
      '/api/Shop/ForgetEmptySearch': { text: secret },
      '/api/Shop/SaveTerm': { role: 'word', wordings: { tr: 'mor' } },
      '/api/Shop/GetAttributes': {},
      '/api/Shop/SaveAttributes': { attributes: [] },
      '/api/Shop/GetBrands': {},
      '/api/Shop/ExportBrands': { format: 'csv' },
      '/api/Shop/AddBrand': { brandName: 'Rival' },
      '/api/Shop/PostBrandImage': {},
      '/api/Shop/GetCategories': {},
      '/api/Shop/ExportCategories': { format: 'csv' },
      '/api/Shop/PostCategoryImage': {},
      '/api/Shop/ExportProducts': { format: 'csv', ids: [theirs.officeProductId] },
      '/api/Shop/AddProduct': { itemCode: 'R1', ...productBody(theirs) },
      '/api/Shop/GetProductSheet': { search: secret, ids: [theirs.officeProductId] },
    },
    hides: {
      '/api/Shop/UpdateBrand': { brandId: theirs.brandId, brandName: 'Stolen', isActive: false },
      '/api/Shop/DeleteBrand': { id: theirs.brandId },
      '/api/Shop/MergeBrand': { id: theirs.brandId, intoId: theirs.categoryId },
      '/api/Shop/SortBrands': { ids: [theirs.brandId] },
      '/api/Shop/DeleteBrandImage': { id: theirs.brandId },
      '/api/Shop/AddCategory': { categoryName: 'Rival', parentId: theirs.categoryId },
      '/api/Shop/UpdateCategory': { categoryId: theirs.categoryId, categoryName: 'Stolen', isActive: false },
      '/api/Shop/MoveCategory': { id: theirs.categoryId, parentId: null },
      '/api/Shop/MergeCategory': { id: theirs.categoryId, intoId: theirs.otherCategoryId },
      '/api/Shop/DeleteCategory': { id: theirs.categoryId },
      '/api/Shop/DeleteCategoryImage': { id: theirs.categoryId },
      '/api/Shop/GetItem': { itemCode: 'only.theirs' },
      '/api/Shop/GetProductById': { id: theirs.officeProductId },
      '/api/Shop/SaveItem': {
        itemCode: 'A1',
        products: [{ ...productBody(theirs), id: theirs.officeProductId }],
      },
      '/api/Shop/UpdateProduct': { ...productBody(theirs), id: theirs.officeProductId },
      '/api/Shop/DeleteProduct': { id: theirs.officeProductId },
      '/api/Shop/RestoreProduct': { id: theirs.officeProductId },
      '/api/Shop/ChangeProducts': { ids: [theirs.officeProductId], isActive: false },
      '/api/Shop/SaveProductSheet': {
        products: [{ id: theirs.officeProductId, isActive: { was: true, is: false } }],
      },
      '/api/Shop/UndoChanges': { id: theirs.changeSetId },
      '/api/Shop/DeleteTerm': { id: theirs.changeSetId },
    },
  },
  clerks: {
    shows: {
      '/api/Account/GetTenantSettings': {},
      '/api/Account/UpdateTenantSettings': {},
      '/api/Account/PostTenantLogo': {},
      '/api/Account/PostBannerPicture': {},
      '/api/Account/DeleteBannerPicture': {},
      '/api/Account/DeleteTenantLogo': {},
      '/api/Account/GetSystemUsers': {},
      '/api/Account/ExportUsers': { columns: userColumns, format: 'csv' },
      '/api/Account/AddUser': {
        username: 'newcomer',
        roles: ['customer'],
        currAccCode: 'only.theirs',
        password: 'Kuzey 47 gemi',
      },
      '/api/Account/GetAccountsForSelect': {},
      '/api/Account/GetSalesPersonForSelect': {},
      '/api/Account/GetSalesPersons': {},
      '/api/Account/ExportSalesPersons': { columns: agentColumns, format: 'csv' },
      '/api/Account/AddSalesPerson': { salesPersonCode: 'R1', firstLastName: 'Rival' },
      '/api/Account/GetPriceGroups': {},
      '/api/Shop/GetHeldOrders': {},
      '/api/Price/GetPriceRules': { search: secret },
      '/api/Price/ExportPriceRules': { format: 'csv', search: secret },
      '/api/Price/ImportPriceRules': {},
      '/api/Shop/GetFileImports': { kind: 'priceRules' },
      '/api/Price/GetQuantityRules': { search: secret },
      '/api/Price/ExportQuantityRules': { format: 'csv', search: secret },
      '/api/Price/ImportQuantityRules': {},
      '/api/Shop/PostImportFile': {},
      '/api/Shop/GetImports': { search: secret },
      '/api/Shop/SaveRates': { currency: 'TRY', rates: [{ currency: 'EUR', rate: 50 }] },
      '/api/Account/GetChanges': { subjectId: theirs.userId },
      '/api/Account/ExportChanges': { columns: changeColumns, format: 'csv' },
      '/api/Shop/PostProductImages': {},
      '/api/Shop/MatchPhotoNames': { names: ['A1_01.jpg', `${secretBarcode}.jpg`] },
      '/api/Shop/GetPhotoProgress': {},
    },
    hides: {
      '/api/Account/UndoRecordChange': { id: theirs.changeId },
      '/api/Shop/AcceptHeldOrder': { id: theirs.orderId, version: 1 },
      '/api/Shop/ReturnHeldOrder': { id: theirs.orderId, version: 1, note: 'Rival' },
      '/api/Account/GetSystemUserById': { id: theirs.userId },
      '/api/Account/UpdateUser': { id: theirs.userId, username: 'newcomer', roles: ['admin'] },
      '/api/Account/DeleteUser': { id: theirs.userId },
      '/api/Account/RestoreUser': { id: theirs.userId },
      '/api/Account/EndUserSessions': { id: theirs.userId },
      '/api/Price/GetPriceRule': { id: theirs.priceRuleId },
      '/api/Price/CheckPriceRule': { id: theirs.priceRuleId },
      '/api/Price/SavePriceRule': { id: theirs.priceRuleId, ...priceRule },
      '/api/Price/DeletePriceRule': { id: theirs.priceRuleId },
      '/api/Price/RestorePriceRule': { id: theirs.priceRuleId },
      '/api/Shop/UndoFileImport': { id: theirs.fileImportId },
      '/api/Price/SaveQuantityRule': { id: theirs.quantityRuleId, ...quantityRule },
      '/api/Price/CheckQuantityRule': { id: theirs.quantityRuleId },
      '/api/Price/DeleteQuantityRule': { id: theirs.quantityRuleId },
      '/api/Price/RestoreQuantityRule': { id: theirs.quantityRuleId },
      '/api/Price/TryPrice': { currAccCode: 'only.theirs', itemCode: 'A1' },
      '/api/Account/ResetUserTotp': { id: theirs.userId },
      '/api/Account/GetSalesPersonById': { id: theirs.agentId },
      '/api/Account/UpdateSalesPerson': { id: theirs.agentId, firstLastName: 'Rival' },
      '/api/Account/DeleteSalesPerson': { id: theirs.agentId },
      '/api/Account/RestoreSalesPerson': { id: theirs.agentId },
      '/api/Account/HandOverCustomers': { id: theirs.agentId, toSalesPersonCode: 'P2' },
      '/api/Shop/GetImport': { id: theirs.importId },
      '/api/Shop/RereadImport': { id: theirs.importId },
      '/api/Shop/CheckImport': { id: theirs.importId, targets: ['barcode'] },
      '/api/Shop/GetImportChanges': { id: theirs.importId },
      '/api/Shop/GetImportBadRows': { id: theirs.importId },
      '/api/Shop/ApplyImport': { id: theirs.importId },
      '/api/Shop/UndoImport': { id: theirs.importId },
      '/api/Shop/DiscardImport': { id: theirs.importId },
      '/api/Shop/SortProductImages': { ...a1, files: ['a.jpg'] },
      '/api/Shop/DeleteProductImage': { ...a1, file: 'a.jpg' },
      '/api/Shop/RestoreProductImage': { id: theirs.deletedPhotoId },
      '/api/Shop/GetOriginalImage': { ...a1, file: 'a.jpg' },
    },
  },
  admins: {
    shows: {
      '/api/Account/GetCustomerList': {},
      '/api/Account/ExportCustomers': { columns: customerColumns, format: 'csv' },
      '/api/Account/PostBalances': {},
      '/api/Erp/GetLink': {},
      '/api/Erp/SaveLink': { ...erpLink, isAutomatic: false },
      '/api/Erp/TestLink': erpLink,
      '/api/Erp/PreviewMapping': { kind: 'http', settings: {} },
      '/api/Erp/Pause': { isPaused: true },
      '/api/Erp/TryNow': {},
      '/api/Erp/GetTransfers': {},
      '/api/Erp/Retry': { ids: [theirs.orderId] },
      '/api/Erp/Hold': { ids: [theirs.orderId] },
      '/api/Erp/GetSyncs': {},
      '/api/Erp/StartSync': { what: 'stock' },
      '/api/Erp/GetReconciliations': {},
      '/api/Erp/StartReconciliation': {},
      '/api/Account/SyncCustomersWithErp': {},
    },
    hides: {
      '/api/Account/GetCustomerById': { id: theirs.accountId },
      '/api/Account/AddCustomer': {
        currAccCode: 'R.1',
        currAccDescription: 'Rival',
        currencyCode: 'TRY',
        priceGroup: 'CB',
        subCurrAccs: [
          { subCurrAccId: theirs.subCurrAccId, subCurrAccCode: 'R', companyName: 'Stolen', address: '' },
        ],
      },
      '/api/Account/UpdateCustomer': {
        currAccCode: 'only.theirs',
        currAccDescription: 'Rival',
        currencyCode: 'TRY',
        priceGroup: 'CB',
        subCurrAccs: [],
      },
      '/api/Account/GetAccountPage': { id: theirs.accountId },
      '/api/Account/DeleteCustomer': { id: theirs.accountId },
      '/api/Account/RestoreCustomer': { id: theirs.accountId },
      '/api/Shop/GetExcludeBrands': { userId: theirs.userId },
      '/api/Shop/PostExcludeBrands': { userId: theirs.accountId, brandIds: [] },
      '/api/Erp/MarkEntered': { id: theirs.orderId, erpNumber: 'R1' },
      '/api/Erp/MarkGone': { id: theirs.orderId },
    },
  },
  operators: {
    shows: {
      '/api/Operator/SignOut': {},
      '/api/Operator/GetOverview': {},
      '/api/Operator/GetTenants': {},
    },
  },
  agentOfErp: {
    shows: {
      '/api/ErpAgent/Next': { wait: 0 },
      '/api/ErpAgent/Answer': { id: theirs.orderId, status: 200, body: '' },
    },
  },
})

const a1 = { itemCode: 'A1', colorCode: '01' }
const today = dayOf(new Date(), 'Europe/Istanbul')
const aYear = { from: addDays(today, -364), to: today }
/** Inner addresses are refused. */
const erpLink = { kind: 'http', settings: { url: 'http://127.0.0.1:9/erp' }, secret: 'of the rival' }

export function draftBody(productId: string) {
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

function productBody(theirs: Theirs) {
  return { itemDescription: 'Rival', brandId: theirs.brandId, categoryId: theirs.categoryId }
}

/** Every call, by path. */
export function everyCall(
  theirs: Theirs,
): Map<string, { group: CallerGroup; input: object; hides: boolean }> {
  return new Map(
    Object.entries(callsOf(theirs)).flatMap(([group, { shows = {}, hides = {} }]) =>
      Object.entries({ ...shows, ...hides }).map(([path, input]) => [
        path,
        { group: group as CallerGroup, input, hides: path in hides },
      ]),
    ),
  )
}
