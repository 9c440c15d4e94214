import { Button } from '@mantine/core'
import { IconHistory, IconMoodEmpty, IconScan, IconWifiOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { t } from '#web/i18n.ts'
import { useWhyHidden } from '../useWhyHidden.ts'
import { forgetSearches, readSearches } from './recentSearches.ts'
import classes from './SearchStates.module.css'
import { useEmptySearch } from './useEmptySearch.ts'

export function SearchPrompt({ onChoose }: { onChoose: (text: string) => void }) {
  const [recent, setRecent] = useState(readSearches)
  return (
    <>
      <State icon={<IconScan size={40} stroke={1.2} aria-hidden />}>{t('ordering.search.hint')}</State>
      {recent.length > 0 && (
        <section className={classes.recent}>
          <div className={classes.recentHead}>
            <h3>{t('ordering.search.recent')}</h3>
            <button
              type="button"
              className={classes.clear}
              aria-label={t('ordering.search.clearRecent')}
              onClick={() => {
                forgetSearches()
                setRecent([])
              }}
            >
              {t('action.clear')}
            </button>
          </div>
          <ul>
            {recent.map((text) => (
              <li key={text} data-result>
                <button type="button" className={classes.one} onClick={() => onChoose(text)}>
                  <IconHistory size={18} aria-hidden />
                  <bdi>{text}</bdi>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** Suggests what to try, or says why named products are hidden. */
export function SearchNotFound({ text }: { text: string }) {
  const why = useWhyHidden(text)
  useEmptySearch(text)
  return (
    <State icon={<IconMoodEmpty size={40} stroke={1.2} aria-hidden />} title={t('ordering.search.notFound')}>
      <p>
        <bdi>“{text}”</bdi>
      </p>
      <p>{why ?? t('ordering.search.tips')}</p>
      <Button variant="default" renderRoot={(props) => <Link to="/shop" replace {...props} />}>
        {t('products.emptyText')}
      </Button>
    </State>
  )
}

/** The error itself is shown as a notice. */
export function SearchFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <State icon={<IconWifiOff size={40} stroke={1.2} aria-hidden />} title={t('error.title')}>
      <Button variant="default" onClick={onRetry}>
        {t('action.retry')}
      </Button>
    </State>
  )
}

function State({ icon, title, children }: { icon: ReactNode; title?: string; children: ReactNode }) {
  return (
    <div className={classes.state} role="status">
      {icon}
      {title && <h3>{title}</h3>}
      {children}
    </div>
  )
}
