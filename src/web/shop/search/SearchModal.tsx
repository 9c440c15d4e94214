import { CloseButton, Loader, Modal, TextInput, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconScan, IconSearch } from '@tabler/icons-react'
import { Link, useSearch as useAddress } from '@tanstack/react-router'
import { type KeyboardEvent, type RefObject, useDeferredValue, useEffect, useRef, useState } from 'react'
import { t } from '#web/i18n.ts'
import { useOverlay } from '../overlay.ts'
import { closePanel, useOpenPanels } from '../products/openPanels.ts'
import { ProductOutline } from '../products/ProductOutline.tsx'
import { keepText, keptText } from './keptText.ts'
import { moveFocus } from './moveFocus.ts'
import { rememberSearch } from './recentSearches.ts'
import classes from './SearchModal.module.css'
import { SearchResults } from './SearchResults.tsx'
import { SearchFailed, SearchNotFound, SearchPrompt } from './SearchStates.tsx'
import { useProductSearch } from './useProductSearch.ts'
import { useVisibleHeight } from './useVisibleHeight.ts'

/** Search over any page of the shop: what is typed is found at once, and can be ordered right there. */
export function SearchModal({ onClose }: { onClose: () => void }) {
  const [focusedBefore] = useState(() => document.activeElement)
  const isPhone = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false })
  const isCovered = useAddress({ strict: false, select: ({ imgModal }) => imgModal === 1 })
  const hasPanel = useOpenPanels((open) => open.search !== undefined)
  const height = useVisibleHeight()
  const field = useRef<HTMLInputElement>(null)
  const results = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') closePanel('search')
    if (moveFocus(results.current, event.target, event.key, field.current)) event.preventDefault()
  }
  useEffect(
    () => () => {
      closePanel('search')
      if (focusedBefore instanceof HTMLElement) focusedBefore.focus({ preventScroll: true })
    },
    [focusedBefore],
  )
  return (
    <Modal
      opened
      onClose={onClose}
      onKeyDown={onKeyDown}
      closeOnEscape={!isCovered && !hasPanel}
      trapFocus={!isCovered}
      fullScreen={isPhone}
      size={1120}
      yOffset="4dvh"
      padding={0}
      withCloseButton={false}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      classNames={{ content: classes.content ?? '', body: classes.body ?? '' }}
      styles={isPhone ? { content: { height } } : {}}
    >
      <VisuallyHidden>
        <Modal.Title>{t('shop.search')}</Modal.Title>
      </VisuallyHidden>
      <Search field={field} results={results} onClose={onClose} />
    </Modal>
  )
}

type SearchProps = {
  field: RefObject<HTMLInputElement | null>
  results: RefObject<HTMLDivElement | null>
  onClose: () => void
}

/** The field and what is found. Inside the modal, which need not be drawn again for each letter. */
function Search({ field, results, onClose }: SearchProps) {
  const [text, setText] = useState(keptText)
  // A letter is seen first; what is below the field comes after it.
  const followed = useDeferredValue(text)
  const search = useProductSearch(followed)
  const scan = useOverlay('shopModal')
  const isSettled = search.isSettled && followed === text
  // Enter before the answer is there: the focus goes to the first result when it comes.
  const isEntered = useRef(false)
  useEffect(() => {
    if (!isEntered.current || !isSettled) return
    isEntered.current = false
    moveFocus(results.current, undefined, 'ArrowDown')
  }, [isSettled, results])
  const type = (next: string) => {
    setText(next)
    keepText(next)
    isEntered.current = false
  }
  const enter = () => {
    if (!text.trim()) return
    search.ask(text)
    rememberSearch(text.trim())
    if (isSettled) moveFocus(results.current, undefined, 'ArrowDown')
    else isEntered.current = true
  }
  return (
    <>
      {/* Scanned while it is open: what is scanned is searched for. */}
      <div className={classes.head} role="search" data-scan="own">
        <TextInput
          ref={field}
          data-autofocus
          className={classes.field ?? ''}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={100}
          size="md"
          aria-label={t('shop.search')}
          placeholder={t('ordering.search.placeholder')}
          leftSection={search.isLoading ? <Loader size={18} /> : <IconSearch size={20} aria-hidden />}
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={({ key }) => key === 'Enter' && enter()}
        />
        <button
          type="button"
          className={classes.scan}
          aria-label={t('shop.scan')}
          onClick={() => scan.exchange('scanModal')}
        >
          <IconScan size={23} stroke={1.6} aria-hidden />
        </button>
        <CloseButton size={44} iconSize={22} aria-label={t('action.close')} onClick={onClose} />
      </div>
      <div ref={results} className={classes.results} data-scroller>
        <SearchBody text={followed} search={search} onType={type} />
      </div>
    </>
  )
}

type BodyProps = {
  text: string
  search: ReturnType<typeof useProductSearch>
  onType: (text: string) => void
}

/** One of the states: prompt, loading, results, not found; or what went wrong. */
function SearchBody({ text, search: { found, hasFailed, isLoading, isLate, retry }, onType }: BodyProps) {
  const typed = text.trim()
  if (typed === '') return <SearchPrompt onChoose={onType} />
  if (hasFailed) return <SearchFailed onRetry={retry} />
  if (!found || isLate || (found.total === 0 && isLoading)) return <Outlines />
  if (found.total === 0) return <SearchNotFound text={typed.trim()} />
  return (
    <>
      <div className={classes.summary}>
        <p role="status">{t('products.total', { count: found.total })}</p>
        {found.total > found.products.length && (
          <Link
            to="/shop/products"
            search={{ text: typed }}
            // In the place of the search itself, which a later Back must not open again.
            replace
            onClick={() => rememberSearch(typed)}
          >
            {t('ordering.search.all', { count: found.total })}
          </Link>
        )}
      </div>
      <SearchResults products={found.products} isOld={isLoading} onUse={() => rememberSearch(typed)} />
    </>
  )
}

/** Where the results will stand. */
function Outlines() {
  return (
    <div aria-busy="true">
      <div className={classes.summary}>
        <p role="status">{t('page.loading')}</p>
      </div>
      <ul className={classes.grid} aria-hidden>
        {Array.from({ length: 10 }, (_, index) => (
          <li key={index} className={classes.cell}>
            <ProductOutline />
          </li>
        ))}
      </ul>
    </div>
  )
}
