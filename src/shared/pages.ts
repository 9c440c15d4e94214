import type { MessageKey } from './i18n/keys.ts'
import type { Role } from './users/roles.ts'

/**
 * Office tasks that can be given to users who are no admins, as bits of a group's number. A page with group and
 * number is open to users with any of its bits.
 */
export const authGroups = {
  office: { settings: 1, changes: 2, prices: 4, heldOrders: 8 },
  catalogue: { edit: 1, photos: 2, import: 4 },
} as const
export type AuthGroup = keyof typeof authGroups

/** All conditions must hold. */
type Demand = {
  roles?: readonly Role[]
  /** The user's pageAuths must allow this number. */
  pageId?: number
  auth?: { groupName: AuthGroup; number: number }
  /** Not for whoever acts as a customer first of all: they would decide about their own orders. */
  notForCustomers?: true
}

/**
 * `hidden`: in no menu or search; `affix`: a pinned tab; `noCache`: forgets its state when left; `activeMenu`: the
 * menu entry highlighted meanwhile; `allowAny`: stays at the top without children; `breadcrumb: false`: not in
 * breadcrumbs.
 */
export type Page = Demand & {
  path: string
  title: MessageKey
  hidden?: boolean
  affix?: boolean
  noCache?: boolean
  activeMenu?: string
  allowAny?: boolean
  alwaysShow?: boolean
  breadcrumb?: boolean
  children?: readonly Page[]
}

const everybody = ['admin', 'sp', 'customer'] as const
const staff = { roles: ['admin', 'sp'] } as const
const admins = { roles: ['admin'] } as const
/** For users with this task of a group. */
const having = <Group extends AuthGroup>(groupName: Group, task: keyof (typeof authGroups)[Group]) => ({
  auth: { groupName, number: authGroups[groupName][task] as number },
})
/** Opened from a page of the menu. */
const under = <const Menu extends string>(activeMenu: Menu) => ({ hidden: true, activeMenu }) as const

/** The one table of permissions: menu, route guard, route search and the server's endpoints use it. */
export const pages = {
  dashboard: { path: '/panel/index', title: 'panel.dashboard', affix: true },
  settings: {
    path: '/panel/settings',
    title: 'panel.settings',
    ...having('office', 'settings'),
    noCache: true,
  },
  changes: { path: '/panel/changes', title: 'panel.changes', ...having('office', 'changes') },
  orders: { path: '/siparisler/index', title: 'panel.orders', roles: everybody },
  order: {
    path: '/siparisler/$orderId',
    title: 'panel.order',
    roles: everybody,
    ...under('/siparisler/index'),
  },
  orderEdit: {
    path: '/siparisler/$orderId/duzenle',
    title: 'panel.orderEdit',
    ...staff,
    ...under('/siparisler/index'),
    noCache: true,
  },
  heldOrders: {
    path: '/siparisler/onay',
    title: 'panel.heldOrders',
    ...having('office', 'heldOrders'),
    notForCustomers: true,
    ...under('/siparisler/index'),
  },
  customers: { path: '/customer/index', title: 'panel.customers', ...admins },
  customerCreate: { path: '/customer/create', title: 'panel.customerCreate', ...admins, noCache: true },
  customerEdit: {
    path: '/customer/edit/$id',
    title: 'panel.customerEdit',
    ...admins,
    ...under('/customer/index'),
    noCache: true,
  },
  account: {
    path: '/customer/account/$id',
    title: 'panel.account',
    ...admins,
    ...under('/customer/index'),
  },
  statement: {
    path: '/customer/statement/$code',
    title: 'statement.title',
    ...staff,
    ...under('/customer/index'),
  },
  excludeBrands: {
    path: '/customer/exclude-brands/{-$userId}',
    title: 'panel.excludeBrands',
    ...admins,
    ...under('/customer/index'),
    noCache: true,
  },
  brands: { path: '/panel-markalar/index', title: 'panel.brands', ...staff, ...having('catalogue', 'edit') },
  categories: {
    path: '/panel-kategoriler/index',
    title: 'panel.categories',
    ...staff,
    ...having('catalogue', 'edit'),
  },
  attributes: {
    path: '/panel-urunler/ozellikler',
    title: 'panel.attributes',
    ...staff,
    ...having('catalogue', 'edit'),
  },
  translations: {
    path: '/panel-urunler/ceviriler',
    title: 'panel.translations',
    ...staff,
    ...having('catalogue', 'edit'),
  },
  dictionary: {
    path: '/panel-urunler/sozluk',
    title: 'panel.dictionary',
    ...staff,
    ...having('catalogue', 'edit'),
    ...under('/panel-urunler/ceviriler'),
  },
  products: { path: '/panel-urunler/index', title: 'panel.products', ...staff },
  productCreate: {
    path: '/panel-urunler/create',
    title: 'panel.productCreate',
    ...staff,
    ...having('catalogue', 'edit'),
    noCache: true,
  },
  productEdit: {
    path: '/panel-urunler/edit/$itemCode',
    title: 'panel.productEdit',
    ...staff,
    ...having('catalogue', 'edit'),
    ...under('/panel-urunler/index'),
    noCache: true,
  },
  productSheet: {
    path: '/panel-urunler/sheet',
    title: 'panel.productSheet',
    ...staff,
    ...having('catalogue', 'edit'),
  },
  photos: {
    path: '/panel-urunler/photos',
    title: 'panel.photos',
    ...staff,
    ...having('catalogue', 'photos'),
  },
  imagesPdf: {
    path: '/panel-urunler/images-pdf',
    title: 'panel.imagesPdf',
    ...staff,
    ...under('/panel-urunler/index'),
  },
  catalogueImport: {
    path: '/panel-urunler/import',
    title: 'panel.catalogueImport',
    ...staff,
    ...having('catalogue', 'import'),
  },
  catalogueImportRun: {
    path: '/panel-urunler/import/$id',
    title: 'panel.catalogueImportRun',
    ...staff,
    ...having('catalogue', 'import'),
    ...under('/panel-urunler/import'),
  },
  users: { path: '/user/user-list', title: 'panel.users', pageId: 23 },
  userCreate: { path: '/user/create', title: 'panel.userCreate', pageId: 21, noCache: true },
  userEdit: {
    path: '/user/edit/$id',
    title: 'panel.userEdit',
    pageId: 22,
    ...under('/user/user-list'),
    noCache: true,
  },
  agents: { path: '/user/sp-list', title: 'panel.agents', pageId: 43 },
  agentCreate: { path: '/user/sp-create', title: 'panel.agentCreate', pageId: 41, noCache: true },
  agentEdit: {
    path: '/user/sp-edit/$id',
    title: 'panel.agentEdit',
    pageId: 42,
    ...under('/user/sp-list'),
    noCache: true,
  },
  priceRules: { path: '/fiyatlar/index', title: 'panel.priceRules', ...having('office', 'prices') },
  priceRuleCreate: {
    path: '/fiyatlar/create',
    title: 'panel.priceRuleCreate',
    ...having('office', 'prices'),
    noCache: true,
  },
  priceRuleEdit: {
    path: '/fiyatlar/edit/$id',
    title: 'panel.priceRuleEdit',
    ...having('office', 'prices'),
    ...under('/fiyatlar/index'),
    noCache: true,
  },
  quantityRules: {
    path: '/fiyatlar/miktarlar',
    title: 'panel.quantityRules',
    ...having('office', 'prices'),
  },
  priceTry: { path: '/fiyatlar/dene', title: 'panel.priceTry', ...having('office', 'prices') },
  erp: { path: '/erp/index', title: 'panel.erp', ...admins },
  analysis: { path: '/analysis/index', title: 'panel.onlineCustomers', ...staff },
  profile: { path: '/user/profile', title: 'panel.profile', hidden: true, noCache: true },
  password: { path: '/user/sifre-degistir', title: 'panel.password', hidden: true, noCache: true },
  security: { path: '/user/security', title: 'panel.security', hidden: true, noCache: true },
  sessions: { path: '/user/sessions', title: 'panel.sessions', hidden: true },
} as const satisfies Record<string, Page>
export type PageName = keyof typeof pages

/** Pages that pageAuths can open, by area and action. */
export const pageIds = {
  users: { list: 23, create: 21, edit: 22 },
  agents: { list: 43, create: 41, edit: 42 },
} as const

/** Before filtering by permissions. */
export const panelTree: readonly Page[] = [
  { path: '/panel', title: 'panel.dashboard', children: [pages.dashboard] },
  {
    path: '/siparisler',
    title: 'panel.orders',
    children: [pages.orders, pages.heldOrders, pages.order, pages.orderEdit],
  },
  {
    path: '/customer',
    title: 'panel.customers',
    children: [
      pages.customers,
      pages.customerCreate,
      pages.customerEdit,
      pages.account,
      pages.statement,
      pages.excludeBrands,
    ],
  },
  {
    path: '/panel-urunler',
    title: 'panel.catalogue',
    children: [
      pages.brands,
      pages.categories,
      pages.attributes,
      pages.translations,
      pages.dictionary,
      pages.products,
      pages.productCreate,
      pages.productEdit,
      pages.productSheet,
      pages.photos,
      pages.imagesPdf,
      pages.catalogueImport,
      pages.catalogueImportRun,
    ],
  },
  {
    path: '/fiyatlar',
    title: 'panel.prices',
    children: [
      pages.priceRules,
      pages.priceRuleCreate,
      pages.priceRuleEdit,
      pages.quantityRules,
      pages.priceTry,
    ],
  },
  { path: '/analysis', title: 'panel.onlineCustomers', children: [pages.analysis] },
  {
    path: '/user',
    title: 'panel.people',
    children: [
      pages.users,
      pages.userCreate,
      pages.userEdit,
      pages.agents,
      pages.agentCreate,
      pages.agentEdit,
      pages.profile,
      pages.password,
      pages.security,
      pages.sessions,
    ],
  },
  { path: '/panel/office', title: 'panel.office', children: [pages.settings, pages.erp, pages.changes] },
]

export type Permissions = {
  roles: readonly string[]
  auths: readonly { groupName: string; number: number }[]
  pageAuths: readonly { pageId: number; isAllow: boolean }[]
}

const isAdmin = ({ roles }: Permissions) => roles.includes('admin') || roles.includes('Admin')

export function mayOpen(page: Page, user: Permissions): boolean {
  if (isAdmin(user)) return true
  const { roles, auth, pageId, notForCustomers } = page
  if (notForCustomers && user.roles[0] === 'customer') return false
  if (roles && !roles.some((role) => user.roles.includes(role))) return false
  if (auth) {
    const given = user.auths.find(({ groupName }) => groupName === auth.groupName)
    if (!given || (given.number & auth.number) === 0) return false
  }
  return pageId === undefined || user.pageAuths.some((given) => given.pageId === pageId && given.isAllow)
}

/**
 * Filters a tree by permissions. A parent without visible children is hidden; at the top, pages without children are
 * removed unless `allowAny`.
 */
export function openTo(tree: readonly Page[], user: Permissions, isTop = true): Page[] {
  return tree.flatMap((page) => {
    if (!mayOpen(page, user)) return []
    if (!page.children) return isTop && !page.allowAny ? [] : [page]
    const children = openTo(page.children, user, false)
    if (children.length === 0 && !page.allowAny) return []
    return [{ ...page, children, hidden: page.hidden ?? children.every((child) => child.hidden === true) }]
  })
}
