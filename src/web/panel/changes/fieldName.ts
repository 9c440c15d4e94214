import type { Change } from '#shared/changes.ts'
import { attributeLabel } from '#web/attributes.ts'
import { t } from '#web/i18n.ts'
import { readable } from './readable.ts'

/** Fields that the page of settings names. */
const settings = [
  'displayName',
  'languages',
  'authRequired',
  'orderAuthRequired',
  'guestAccountCode',
  'transferEnabled',
  'descriptionVisible',
  'detailVisible',
  'imageExtension',
  'homeVisibleType',
  'onlineExpire',
  'themeColor',
  'totpRoles',
  'logo',
  'hosts',
  'key',
] as const

const others = [
  'username',
  'firstName',
  'lastName',
  'email',
  'phone',
  'introduction',
  'roles',
  'auths',
  'pageAuths',
  'emailVerification',
  'isActive',
  'salesPersonCode',
  'firstLastName',
  'currAccCode',
  'currAccDescription',
  'taxNumber',
  'taxOffice',
  'address',
  'city',
  'country',
  'currencyCode',
  'currency',
  'price',
  'priceGroup',
  'isBlocked',
  'subCurrAccs',
  'excludedBrands',
  'customers',
  'customer',
  'guest',
  'agent',
  'subCurrAcc',
  'orderType',
  'description',
  'qty',
  'totals',
  'lines',
  'itemDescription',
  'colorDescription',
  'brandName',
  'categoryName',
  'facets',
  'parent',
  'image',
  'from',
  'products',
  'categories',
  'variants',
  'inactiveVariants',
  'lots',
  'barcodes',
  'prices',
  'inventory',
  'brands',
  'splitInto',
  'splitFrom',
  'note',
  'rows',
  'productsAdded',
  'productsChanged',
  'variantsAdded',
  'variantsChanged',
  'pricesAdded',
  'pricesChanged',
  'images',
  'replacedPhoto',
  'imagesAdded',
  'imagesChanged',
  'restored',
  'removed',
  'deactivated',
  'kept',
  'brandsAdded',
  'categoriesAdded',
] as const

/**
 * The fields that a change says anything of, in the order in which forms have them: the database keeps none. What is
 * not known here comes last.
 */
export function fieldsOf({ before, after }: Pick<Change, 'before' | 'after'>): string[] {
  const known: string[] = [...settings, ...others]
  const place = (name: string) => (known.includes(name) ? known.indexOf(name) : known.length)
  return Object.keys({ ...before, ...after })
    .filter((name) => [before, after].some((side) => readable(name, side?.[name]).length > 0))
    .toSorted((one, other) => place(one) - place(other))
}

/** What people call a field of the change log; one that is not known here is called what the record calls it. */
export function fieldName(name: string): string {
  const setting = settings.find((one) => one === name)
  if (setting) return t(`panel.settings.${setting}`)
  const [, number] = /^attribute(\d\d)$/.exec(name) ?? []
  if (number) return attributeLabel(name) ?? t('panel.product.attribute', { number: Number(number) })
  const known = others.find((one) => one === name)
  return known ? t(`panel.changes.field.${known}`) : name
}
