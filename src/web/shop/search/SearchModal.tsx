import { CloseButton, Loader, Modal, TextInput, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconScan, IconSearch } from '@tabler/icons-react'
import { Link, useSearch as useAddress } from '@tanstack/react-router'
import { type KeyboardEvent, type RefObject, useDeferredValue, useEffect, useRef, useState } from 'react'
import { t } from '#web/i18n.ts'
import { useOverlay } from '../overlay.ts'
import { closePanel, useOpenPanels } from '../products/openPanels.ts'
import { ProductOutline } from '../products/ProductOutline.tsx'
import { totalText } from '../products/productQuery.ts'
import { moveFocus } from './moveFocus.ts'
import { rememberSearch } from './recentSearches.ts'
import classes from './SearchModal.module.css'
import { SearchResults } from './SearchResults.tsx'
import { SearchFailed, SearchNotFound, SearchPrompt } from './SearchStates.tsx'
import { savedText, saveText } from './savedText.ts'
import { useProductSearch } from './useProductSearch.ts'
import { useVisibleHeight } from './useVisibleHeight.ts'

/** A search over any shop page; results can be ordered in place. */
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

/** Inside the modal, so typing does not redraw it. */
function Search({ field, results, onClose }: SearchProps) {
  const [text, setText] = useState(savedText)
  // Typed letters show first.
  const deferredText = useDeferredValue(text)
  const search = useProductSearch(deferredText)
  const scan = useOverlay('shopModal')
  const isSettled = search.isSettled && deferredText === text
  // After an early Enter, focus the first result when it comes.
  const isEnterPending = useRef(false)
  useEffect(() => {
    if (!isEnterPending.current || !isSettled) return
    isEnterPending.current = false
    moveFocus(results.current, undefined, 'ArrowDown')
  }, [isSettled, results])
  const changeText = (next: string) => {
    setText(next)
    saveText(next)
    isEnterPending.current = false
  }
  const submit = () => {
    if (!text.trim()) return
    search.searchNow(text)
    rememberSearch(text.trim())
    if (isSettled) moveFocus(results.current, undefined, 'ArrowDown')
    else isEnterPending.current = true
  }
  return (
    <>
      {/* Scans go into this field. */}
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
          onChange={(event) => changeText(event.currentTarget.value)}
          onKeyDown={({ key }) => key === 'Enter' && submit()}
        />
        <button
          type="button"
          className={classes.scan}
          aria-label={t('shop.scan')}
          onClick={() => scan.replaceWith('scanModal')}
        >
          <IconScan size={23} stroke={1.6} aria-hidden />
        </button>
        <CloseButton size={44} iconSize={22} aria-label={t('action.close')} onClick={onClose} />
      </div>
      <div ref={results} className={classes.results} data-scroller>
        <SearchBody text={deferredText} search={search} onType={changeText} />
      </div>
    </>
  )
}

type BodyProps = {
  text: string
  search: ReturnType<typeof useProductSearch>
  onType: (text: string) => void
}

function SearchBody({ text, search: { results, hasFailed, isLoading, isStale, retry }, onType }: BodyProps) {
  const typed = text.trim()
  if (typed === '') return <SearchPrompt onChoose={onType} />
  if (hasFailed) return <SearchFailed onRetry={retry} />
  if (!results || isStale || (results.total === 0 && isLoading)) return <Outlines />
  if (results.total === 0) return <SearchNotFound text={typed.trim()} />
  return (
    <>
      <div className={classes.summary}>
        <p role="status">
          {totalText(results)}
          {results.searchedText && ` · ${t('products.searchedInstead', { text: results.searchedText })}`}
        </p>
        {results.total > results.products.length && (
          <Link
            to="/shop/products"
            search={{ text: typed }}
            // Replaces the entry, so Back does not reopen the search.
            replace
            onClick={() => rememberSearch(typed)}
          >
            {results.isCapped ? t('products.all') : t('ordering.search.all', { count: results.total })}
          </Link>
        )}
      </div>
      <SearchResults products={results.products} isOld={isLoading} onUse={() => rememberSearch(typed)} />
    </>
  )
}

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
