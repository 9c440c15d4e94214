import { Button, CloseButton, Modal, Skeleton } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Facets } from '#shared/catalogue/catalogue.ts'
import { t } from '#web/i18n.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { FacetFields } from './FacetFields.tsx'
import classes from './Facets.module.css'
import { useChangeList, useFacetCounts } from './facets.ts'
import { facetsOf, type ProductListSearch } from './productListSearch.ts'
import { type Counted, type ProductCall, totalText } from './productQuery.ts'

type Props = { search: ProductListSearch; call: ProductCall; onClose: () => void }

/** The phone's facets; choices apply together on confirmation. */
export function FacetSheet({ search, call, onClose }: Props) {
  const [draft, setDraft] = useState<Facets>(() => facetsOf(search) ?? {})
  const [focusedBefore] = useState(() => document.activeElement)
  const counts = useFacetCounts({ ...call, narrowing: { ...call.narrowing, facets: draft } })
  const changeList = useChangeList()
  useEffect(
    () => () => {
      if (focusedBefore instanceof HTMLElement) focusedBefore.focus({ preventScroll: true })
    },
    [focusedBefore],
  )
  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen
      withCloseButton={false}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      classNames={{ content: classes.sheet ?? '', body: classes.sheetBody ?? '' }}
    >
      <div className={classes.sheetHead}>
        <Modal.Title fw={600} fz="lg">
          {t('ordering.facets.title')}
        </Modal.Title>
        <CloseButton size={44} iconSize={22} aria-label={t('action.close')} onClick={onClose} />
      </div>
      <div className={classes.sheetFields}>
        {counts.error && <Failure error={counts.error} onRetry={() => void counts.refetch()} />}
        {counts.isPending && <Skeleton height={420} radius="md" />}
        {counts.data && (
          <FacetFields
            counts={counts.data}
            chosen={draft}
            categoryId={search.categoryId}
            onChange={setDraft}
          />
        )}
      </div>
      <div className={classes.sheetFoot}>
        <Button variant="default" onClick={() => setDraft({})}>
          {t('action.clear')}
        </Button>
        {/* Replaces the sheet's history entry, so Back shows the previous list. */}
        <Button flex={1} loading={counts.isPending} onClick={() => changeList({ facets: draft }, true)}>
          {counts.data ? showText(counts.data) : t('products.all')}
        </Button>
      </div>
    </Modal>
  )
}

const showText = (counted: Counted) =>
  counted.isCapped ? totalText(counted) : t('ordering.facets.show', { count: counted.total })
