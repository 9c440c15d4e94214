import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Product } from '#shared/catalogue/catalogue.ts'
import { afterPaint } from '#web/afterPaint.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import { LineIcon } from '#web/ui/LineIcon.tsx'
import { qtyOf } from '../cart/lines/qtyOf.ts'
import { useCart } from '../cart/stored/cartStore.ts'
import { PhotoSwipe } from '../image/PhotoSwipe.tsx'
import { itemQuery } from '../item/itemQuery.ts'
import { lazyPart } from '../lazy.ts'
import { OverlayPlace } from '../OverlayPlace.tsx'
import { NextPrice, ProductPrice } from '../pricing/Price.tsx'
import { rememberSeen } from '../seen/seen.ts'
import { useBuyer } from '../useBuyer.ts'
import type { ColorsToChoose } from './ColorChoice.tsx'
import { closePanel, type ListName, openPanel, type Panel, useOpenPanels } from './openPanels.ts'
import classes from './ProductCell.module.css'

export const ProductPanel = lazyPart(async () => (await import('./ProductPanel.tsx')).ProductPanel)
const CardChoice = lazyPart(async () => (await import('./CardChoice.tsx')).CardChoice)

type CellProps = {
  /** Shown until another of its `colors` is chosen. */
  product: Product
  list: ListName
  className: string | undefined
}

/** A card and its open panel: a full row below, or a sheet on phones. */
export function ProductCell({ product: first, list, className }: CellProps) {
  const [colorCode, setColorCode] = useState(first.colorCode)
  const enabled = colorCode !== first.colorCode
  const item = useQuery({ ...itemQuery(useBuyer(), first.itemCode), enabled })
  const product = item.data?.products.find((one) => one.colorCode === colorCode) ?? first
  const choice = { colors: first.colors ?? [first], onChoose: setColorCode }
  const cell = useId()
  const panel = useOpenPanels((open) => (open[list]?.cell === cell ? open[list].panel : undefined))
  const card = useRef<HTMLLIElement>(null)
  const panelId = `${cell}-panel`
  const toggle = (pressed: Panel) => {
    if (panel === pressed) return closePanel(list)
    afterPaint(() => rememberSeen(product))
    const open = () => openPanel(list, cell, pressed)
    return card.current && useOpenPanels.getState()[list] ? keepInPlace(card.current, open) : open()
  }
  const close = () => {
    card.current?.querySelector<HTMLElement>('[aria-expanded="true"]')?.focus()
    closePanel(list)
  }
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the buttons within */}
      <li
        ref={card}
        className={`${classes.cell} ${className}`}
        data-open={panel}
        data-result={list === 'search' || undefined}
        onKeyDown={(event) => panel && event.key === 'Escape' && close()}
      >
        <ProductCard product={product} choice={choice} panel={panel} panelId={panelId} onToggle={toggle} />
      </li>
      {panel && (
        <li className={classes.place} data-panel>
          <OverlayPlace onClose={close} waiting={<div className={classes.waiting} />}>
            <ProductPanel
              key={panel}
              id={panelId}
              product={product}
              choice={choice}
              panel={panel}
              onClose={close}
            />
          </OverlayPlace>
        </li>
      )}
    </>
  )
}

type CardProps = {
  product: Product
  choice: ColorsToChoose
  panel: Panel | undefined
  panelId: string
  onToggle: (panel: Panel) => void
}

/** A product card; `panel` is what is open of it. */
function ProductCard({ product, choice, panel, panelId, onToggle }: CardProps) {
  const inCart = useCart(({ lines }) =>
    qtyOf(lines, product.itemCode, settings.oneCardPerItem ? undefined : product.colorCode),
  )
  return (
    <article className={classes.card} aria-label={`${product.itemDescription} ${product.colorDescription}`}>
      <PhotoSwipe key={product.colorCode} product={product} />
      {inCart > 0 && (
        <span className={classes.inCart}>{t('product.inCart', { count: formatCount(inCart) })}</span>
      )}
      <div className={classes.choice}>
        <Suspense>
          <CardChoice {...choice} product={product} />
        </Suspense>
      </div>
      <div className={classes.text}>
        <p className={classes.brand}>{product.brandName}</p>
        <h2 className={classes.name}>
          <Link
            to="/shop/items/$itemCode"
            params={{ itemCode: product.itemCode }}
            search={{ color: product.colorCode }}
          >
            {product.itemDescription}
          </Link>
        </h2>
        <p className={classes.color}>
          {product.colorDescription} · <bdi>{product.itemCode}</bdi>
        </p>
        <Price product={product} />
      </div>
      <div className={classes.buttons}>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={panel === 'sizes'}
          aria-controls={panelId}
          onClick={() => onToggle('sizes')}
        >
          {t('product.sizes')} <LineIcon name="down" size={16} className={classes.chevron} />
        </button>
        {settings.detailVisible && (
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={panel === 'details'}
            aria-controls={panelId}
            aria-label={t('product.details')}
            onClick={() => onToggle('details')}
          >
            <LineIcon name="info" size={18} />
          </button>
        )}
      </div>
    </article>
  )
}

/** The price, or why it cannot be ordered. */
function Price({ product }: { product: Product }) {
  const isOnlyLots = product.items.length > 0 && product.items.every(({ lotCode }) => lotCode)
  return (
    <>
      <div className={classes.price}>
        {product.unitPrice === undefined ? (
          <span className={classes.none}>{t('product.noPrice')}</span>
        ) : (
          <ProductPrice product={product} />
        )}
      </div>
      <p className={classes.more}>
        {isOnlyLots && <span>{t('product.inLots')}</span>}
        <NextPrice product={product} />
      </p>
    </>
  )
}

/** Scrolls so that the element stays put during a change. */
function keepInPlace(element: HTMLElement, change: () => void): void {
  const top = element.getBoundingClientRect().top
  flushSync(change)
  const scroller = element.closest('[data-scroller]') ?? document.scrollingElement
  scroller?.scrollBy({ top: element.getBoundingClientRect().top - top, behavior: 'instant' })
}
