import { IconChevronLeft, IconChevronRight, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import type { Product } from '#shared/catalogue/catalogue.ts'
import { productImagePath } from '#shared/photos/images.ts'
import { direction, t } from '#web/i18n.ts'
import classes from './ImageDialog.module.css'
import { keepEscape, RoundButton } from './RoundButton.tsx'
import { arrowStep, wrapIndex } from './swipe.ts'
import { ZoomStage } from './ZoomStage.tsx'

type Props = {
  /** Undefined while loading. */
  product: Product | undefined
  index: number
  onShow: (index: number) => void
  onClose: () => void
}

/** A native modal dialog, which traps and restores the focus. */
export function ImageDialog({ product, index, onShow, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    // Closing before removal restores the focus.
    return () => opened?.close()
  }, [])
  const name = product ? `${product.itemDescription} ${product.colorDescription}` : ''
  const count = product?.images.length ?? 0
  const step = (by: number) => {
    if (count > 1 && by !== 0) onShow(wrapIndex(index, by, count))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      onClose()
    } else if (!event.shiftKey) step(arrowStep(event.key, direction))
  }
  const position = t('ordering.image.position', { product: name, number: index + 1, count })
  return (
    <dialog
      ref={dialog}
      {...keepEscape}
      className={classes.dialog}
      aria-label={name || t('page.loading')}
      onKeyDown={onKeyDown}
      // System back gestures and keys.
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className={classes.head}>
        <p className={classes.name}>
          {name}
          {count > 1 && (
            <bdi className={classes.count} aria-hidden>
              {index + 1} / {count}
            </bdi>
          )}
        </p>
        <p className={classes.unseen} role="status">
          {product ? position : t('page.loading')}
        </p>
        <RoundButton label={t('action.close')} onPress={onClose}>
          <IconX size={22} aria-hidden />
        </RoundButton>
      </div>
      {product ? (
        <ZoomStage
          key={product.images[index]}
          product={product}
          index={index}
          label={position}
          onStep={step}
          onOutside={onClose}
        />
      ) : (
        <div className={classes.waiting} />
      )}
      {product && count > 1 && (
        <>
          <div className={classes.side}>
            <RoundButton label={t('product.photoBefore')} onPress={() => step(-1)}>
              {direction === 'ltr' ? <IconChevronLeft aria-hidden /> : <IconChevronRight aria-hidden />}
            </RoundButton>
          </div>
          <div className={classes.side} data-next>
            <RoundButton label={t('product.photoNext')} onPress={() => step(1)}>
              {direction === 'ltr' ? <IconChevronRight aria-hidden /> : <IconChevronLeft aria-hidden />}
            </RoundButton>
          </div>
          <Thumbnails product={product} index={index} onShow={onShow} />
        </>
      )}
    </dialog>
  )
}

function Thumbnails({ product, index, onShow }: Pick<Props, 'index' | 'onShow'> & { product: Product }) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current?.children[index]?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [index])
  return (
    <ul ref={list} className={classes.thumbnails} aria-label={t('ordering.image.thumbnails')}>
      {product.images.map((file, at) => (
        <li key={file}>
          <button
            type="button"
            {...keepEscape}
            className={classes.thumbnail}
            aria-label={t('ordering.image.choose', { number: at + 1 })}
            aria-current={at === index}
            onClick={() => onShow(at)}
          >
            <img src={productImagePath(640, { ...product, file })} alt="" draggable={false} loading="lazy" />
          </button>
        </li>
      ))}
    </ul>
  )
}
