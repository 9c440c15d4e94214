import { useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { Product } from '#shared/catalogue.ts'
import { afterPaint } from '#web/afterPaint.ts'
import { lazyPart } from '../lazy.ts'
import { OverlayPlace } from '../OverlayPlace.tsx'
import { rememberSeen } from '../seen/seen.ts'
import { closePanel, type ListName, openPanel, type Panel, useOpenPanels } from './openPanels.ts'
import { ProductCard } from './ProductCard.tsx'
import classes from './ProductCell.module.css'

export const ProductPanel = lazyPart(async () => (await import('./ProductPanel.tsx')).ProductPanel)

type Props = { product: Product; list: ListName; className: string | undefined }

/** A card and its open panel: a full row below, or a sheet on phones. */
export function ProductCell({ product, list, className }: Props) {
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
        <ProductCard product={product} panel={panel} panelId={panelId} onToggle={toggle} />
      </li>
      {panel && (
        <li className={classes.place} data-panel>
          <OverlayPlace onClose={close} waiting={<div className={classes.waiting} />}>
            <ProductPanel key={panel} id={panelId} product={product} panel={panel} onClose={close} />
          </OverlayPlace>
        </li>
      )}
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
