import { CloseButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import type { Product } from '#shared/catalogue/catalogue.ts'
import { t } from '#web/i18n.ts'
import { ProductPhoto } from '#web/ui/ProductPhoto.tsx'
import { ProductPrice } from '../pricing/Price.tsx'
import { BottomSheet } from './BottomSheet.tsx'
import { ColorChoice, type ColorsToChoose } from './ColorChoice.tsx'
import type { Panel } from './openPanels.ts'
import { ProductDetails } from './ProductDetails.tsx'
import classes from './ProductPanel.module.css'
import { SizeGrid } from './SizeGrid.tsx'

type Props = {
  id: string
  product: Product
  choice: ColorsToChoose
  panel: Panel
  onClose: () => void
}

/** Sizes or details: below the card's row, or a sheet on phones. */
export function ProductPanel({ id, product, choice, panel, onClose }: Props) {
  const isPhone = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false })
  const label = `${product.itemDescription} ${product.colorDescription}: ${t(`product.${panel}`)}`
  const content = (
    <>
      {choice.colors.length > 1 && (
        <div className={classes.colors}>
          <ColorChoice {...choice} product={product} isLarge />
        </div>
      )}
      {panel === 'sizes' ? <SizeGrid product={product} /> : <ProductDetails product={product} />}
    </>
  )
  return isPhone ? (
    <BottomSheet id={id} label={label} head={<Head product={product} />} onClose={onClose}>
      {content}
    </BottomSheet>
  ) : (
    <FullRow id={id} label={label} onClose={onClose}>
      <div className={classes.head}>
        <Head product={product} />
        <CloseButton size={44} iconSize={20} aria-label={t('action.close')} onClick={onClose} />
      </div>
      {content}
    </FullRow>
  )
}

function Head({ product }: { product: Product }) {
  const { itemDescription, colorDescription, itemCode, unitPrice } = product
  return (
    <>
      <span className={classes.photo}>
        <ProductPhoto of={product} />
      </span>
      <div className={classes.what}>
        <h3 className={classes.name}>{itemDescription}</h3>
        <div className={classes.small}>
          {colorDescription} · <bdi>{itemCode}</bdi>
          {unitPrice !== undefined && (
            <>
              {' · '}
              <b>
                <ProductPrice product={product} />
              </b>
            </>
          )}
        </div>
      </div>
    </>
  )
}

type FullRowProps = { id: string; label: string; onClose: () => void; children: ReactNode }

/** Takes the focus, scrolls into view, and closes on Escape. */
function FullRow({ id, label, onClose, children }: FullRowProps) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    section.current?.focus({ preventScroll: true })
    section.current?.scrollIntoView({
      block: 'nearest',
      behavior: prefersReducedMotion() ? 'instant' : 'smooth',
    })
  }, [])
  const close = useEffectEvent(onClose)
  useEffect(() => {
    // After a pressed button disappears, the focus is on the body.
    const onKey = ({ key, target }: KeyboardEvent) => {
      if (key === 'Escape' && target === document.body) close()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the fields within
    <section
      ref={section}
      id={id}
      className={classes.across}
      aria-label={label}
      tabIndex={-1}
      onKeyDown={({ key, currentTarget }) => {
        // An open menu closes first.
        if (key === 'Escape' && !currentTarget.querySelector(':popover-open')) onClose()
      }}
    >
      {children}
    </section>
  )
}

const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches
