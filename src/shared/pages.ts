import type { MessageKey } from './i18n/keys.ts'
import type { Role } from './roles.ts'

/**
 * Tasks of the office that can be given to somebody who is no admin, as bits of a group's number. A page or call that
 * names a group and a number is open to whoever has one of the number's bits.
 */
export const authGroups = {
  office: { settings: 1, changes: 2 },
  catalogue: { edit: 1, photos: 2, import: 4 },
} as const
export type AuthGroup = keyof typeof authGroups

/** What a page asks of whoever opens it: all that is named must hold. */
type Demand = {
  roles?: readonly Role[]
  /** Open to whoever's pageAuths allow this number. */
  pageId?: number
  auth?: { groupName: AuthGroup; number: number }
}

/**
 * A page of the panel, or a group of pages. `hidden` stands in no menu and no search; `affix` is a pinned tab;
 * `noCache` forgets its state when left; `activeMenu` is the menu entry that is lit while it is open; `allowAny`
 * keeps a page without children at the top; `breadcrumb: false` stands in no way to a page.
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

/**
 * Every page of the panel with who may open it: the one table of permissions. Menu, route guard and route search
 * follow it, and so do the server's calls, which name the pages they serve.
 */
export const pages = {
  dashboard: { path: '/panel/index', title: 'panel.dashboard', affix: true },
  settings: {
    path: '/panel/settings',
    title: 'panel.settings',
    auth: { groupName: 'office', number: authGroups.office.settings },
    noCache: true,
  },
  changes: {
    path: '/panel/changes',
    title: 'panel.changes',
    auth: { groupName: 'office', number: authGroups.office.changes },
  },
  orders: { path: '/siparisler/index', title: 'panel.orders', roles: everybody },
  order: {
    path: '/siparisler/$orderId',
    title: 'panel.order',
    roles: everybody,
    hidden: true,
    activeMenu: '/siparisler/index',
  },
  orderEdit: {
    path: '/siparisler/$orderId/duzenle',
    title: 'panel.orderEdit',
    roles: ['admin', 'sp'],
    hidden: true,
    noCache: true,
    activeMenu: '/siparisler/index',
  },
  customers: { path: '/customer/index', title: 'panel.customers', roles: ['admin'] },
  customerCreate: {
    path: '/customer/create',
    title: 'panel.customerCreate',
    roles: ['admin'],
    noCache: true,
  },
  customerEdit: {
    path: '/customer/edit/$id',
    title: 'panel.customerEdit',
    roles: ['admin'],
    hidden: true,
    noCache: true,
    activeMenu: '/customer/index',
  },
  excludeBrands: {
    path: '/customer/exclude-brands/{-$userId}',
    title: 'panel.excludeBrands',
    roles: ['admin'],
    hidden: true,
    noCache: true,
    activeMenu: '/customer/index',
  },
  brands: {
    path: '/panel-markalar/index',
    title: 'panel.brands',
    roles: ['admin', 'sp'],
    auth: { groupName: 'catalogue', number: authGroups.catalogue.edit },
  },
  categories: {
    path: '/panel-kategoriler/index',
    title: 'panel.categories',
    roles: ['admin', 'sp'],
    auth: { groupName: 'catalogue', number: authGroups.catalogue.edit },
  },
  attributes: {
    path: '/panel-urunler/ozellikler',
    title: 'panel.attributes',
    roles: ['admin', 'sp'],
    auth: { groupName: 'catalogue', number: authGroups.catalogue.edit },
  },
  products: { path: '/panel-urunler/index', title: 'panel.products', roles: ['admin', 'sp'] },
  productCreate: {
    path: '/panel-urunler/create',
    title: 'panel.productCreate',
    roles: ['admin', 'sp'],
    auth: { groupName: 'catalogue', number: authGroups.catalogue.edit },
    noCache: true,
  },
  productEdit: {
    path: '/panel-urunler/edit/$itemCode',
    title: 'panel.productEdit',
    roles: ['admin', 'sp'],
    auth: { groupName: 'catalogue', number: authGroups.catalogue.edit },
    hidden: true,
    noCache: true,
    activeMenu: '/panel-urunler/index',
  },
  productSheet: {
    path: '/panel-urunler/sheet',
    title: 'panel.productSheet',
    roles: ['admin', 'sp'],
    auth: { groupName: 'catalogue', number: authGroups.catalogue.edit },
  },
  photos: {
    path: '/panel-urunler/photos',
    title: 'panel.photos',
    roles: ['admin', 'sp'],
    auth: { groupName: 'catalogue', number: authGroups.catalogue.photos },
  },
  imagesPdf: {
    path: '/panel-urunler/images-pdf',
    title: 'panel.imagesPdf',
    roles: ['admin', 'sp'],
    hidden: true,
    activeMenu: '/panel-urunler/index',
  },
  catalogueImport: {
    path: '/panel-urunler/import',
    title: 'panel.catalogueImport',
    roles: ['admin', 'sp'],
    auth: { groupName: 'catalogue', number: authGroups.catalogue.import },
  },
  catalogueImportRun: {
    path: '/panel-urunler/import/$id',
    title: 'panel.catalogueImportRun',
    roles: ['admin', 'sp'],
    auth: { groupName: 'catalogue', number: authGroups.catalogue.import },
    hidden: true,
    activeMenu: '/panel-urunler/import',
  },
  users: { path: '/user/user-list', title: 'panel.users', pageId: 23 },
  userCreate: { path: '/user/create', title: 'panel.userCreate', pageId: 21, noCache: true },
  userEdit: {
    path: '/user/edit/$id',
    title: 'panel.userEdit',
    pageId: 22,
    hidden: true,
    noCache: true,
    activeMenu: '/user/user-list',
  },
  agents: { path: '/user/sp-list', title: 'panel.agents', pageId: 43 },
  agentCreate: { path: '/user/sp-create', title: 'panel.agentCreate', pageId: 41, noCache: true },
  agentEdit: {
    path: '/user/sp-edit/$id',
    title: 'panel.agentEdit',
    pageId: 42,
    hidden: true,
    noCache: true,
    activeMenu: '/user/sp-list',
  },
  erp: { path: '/erp/index', title: 'panel.erp', roles: ['admin'] },
  analysis: { path: '/analysis/index', title: 'panel.onlineCustomers', roles: ['admin', 'sp'] },
  profile: { path: '/user/profile', title: 'panel.profile', hidden: true, noCache: true },
  password: { path: '/user/sifre-degistir', title: 'panel.password', hidden: true, noCache: true },
  security: { path: '/user/security', title: 'panel.security', hidden: true, noCache: true },
  sessions: { path: '/user/sessions', title: 'panel.sessions', hidden: true },
} as const satisfies Record<string, Page>
export type PageName = keyof typeof pages

/** The pages that pageAuths can open, as whoever gives them sees them: who, and what they may do there. */
export const pageIds = {
  users: { list: 23, create: 21, edit: 22 },
  agents: { list: 43, create: 41, edit: 42 },
} as const

/** The panel's menu before anybody's permissions are applied to it. */
export const panelTree: readonly Page[] = [
  { path: '/panel', title: 'panel.dashboard', children: [pages.dashboard] },
  { path: '/siparisler', title: 'panel.orders', children: [pages.orders, pages.order, pages.orderEdit] },
  {
    path: '/customer',
    title: 'panel.customers',
    children: [pages.customers, pages.customerCreate, pages.customerEdit, pages.excludeBrands],
  },
  {
    path: '/panel-urunler',
    title: 'panel.catalogue',
    children: [
      pages.brands,
      pages.categories,
      pages.attributes,
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

/** What of a user decides which pages they may open. */
export type Permissions = {
  roles: readonly string[]
  auths: readonly { groupName: string; number: number }[]
  pageAuths: readonly { pageId: number; isAllow: boolean }[]
}

const isAdmin = ({ roles }: Permissions) => roles.includes('admin') || roles.includes('Admin')

/** True where the user may open the page: admins every one, others where all that it names holds. */
export function mayOpen(page: Page, user: Permissions): boolean {
  if (isAdmin(user)) return true
  const { roles, auth, pageId } = page
  if (roles && !roles.some((role) => user.roles.includes(role))) return false
  if (auth) {
    const given = user.auths.find(({ groupName }) => groupName === auth.groupName)
    if (!given || (given.number & auth.number) === 0) return false
  }
  return pageId === undefined || user.pageAuths.some((given) => given.pageId === pageId && given.isAllow)
}

/**
 * The part of a tree that a user may open, at every depth. A parent whose children are all hidden, or gone, is hidden
 * itself; at the top a page stays only with children, or where it allows any.
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
