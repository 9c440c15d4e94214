import { Component, type ReactNode, Suspense } from 'react'
import { t } from '#web/i18n.ts'
import { Failure } from '#web/ui/Failure.tsx'
import classes from './OverlayPlace.module.css'

type Props = {
  onClose: () => void
  /** Replaces the dark background while loading. */
  waiting?: ReactNode
  children: ReactNode
}

/**
 * A loading overlay's place, shown at once. If its code cannot load, shows an error: browsers retry only on
 * reload.
 */
export class OverlayPlace extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    const { onClose, waiting, children } = this.props
    if (this.state.hasFailed) {
      return (
        <div className={classes.ground}>
          <div className={classes.missing}>
            <Failure error={new Error(t('error.network'))} onRetry={() => location.reload()} />
            <button type="button" className={classes.close} onClick={onClose}>
              {t('action.close')}
            </button>
          </div>
        </div>
      )
    }
    return (
      <Suspense
        fallback={waiting ?? <div className={classes.ground} role="status" aria-label={t('page.loading')} />}
      >
        {children}
      </Suspense>
    )
  }
}
