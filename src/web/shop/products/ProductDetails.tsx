import type { Product } from '#shared/catalogue/catalogue.ts'
import { attributeLabel, namedAttributes } from '#web/attributes.ts'
import { t } from '#web/i18n.ts'
import classes from './ProductDetails.module.css'

export function ProductDetails({ product }: { product: Product }) {
  const attributes = Object.entries(product)
    .filter(([name, value]) => name.includes('attribute') && value && !attributeLabel(name))
    // By code unit: a cheap phone's first locale comparison takes 30 ms.
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, value]) => (typeof value === 'string' ? [value] : []))
  const lots = product.items.filter((item) => item.lotCode)
  return (
    <dl className={classes.list}>
      <Entry name={t('product.itemCode')} value={product.itemCode} />
      <Entry name={t('product.color')} value={`${product.colorDescription} (${product.colorCode})`} />
      <Entry name={t('product.brand')} value={product.brandName} />
      <Entry name={t('product.category')} value={product.categoryName} />
      {namedAttributes.map(({ name, label }) => {
        const value = product[name]
        return value && <Entry key={name} name={label} value={value} />
      })}
      {attributes.length > 0 && <Entry name={t('product.attributes')} value={attributes.join(' · ')} />}
      {lots.map((lot) => (
        <Entry
          key={lot.productId}
          name={t('product.lot', { code: lot.lotCode })}
          value={lot.lotDescription}
          more={` · ${t('product.pieces', { count: lot.piecesPerLot })}`}
        />
      ))}
    </dl>
  )
}

function Entry({ name, value, more }: { name: string; value: string; more?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <bdi>{value}</bdi>
        {more}
      </dd>
    </div>
  )
}
