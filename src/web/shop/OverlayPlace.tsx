import { Component, type ReactNode, Suspense } from 'react'
import { t } from '#web/i18n.ts'
import { Failure } from '#web/ui/Failure.tsx'
import classes from './OverlayPlace.module.css'

type Props = {
  onClose: () => void
  /** What stands there meanwhile, instead of the dark ground. */
  waiting?: ReactNode
  children: ReactNode
}

/**
 * Where something that lies over the page is loaded: the press is answered at once. Where it cannot be loaded the
 * page stays as it is and this says so; the browser asks for it again only with the page.
 */
export class OverlayPlace extends Component<Props, { isMissing: boolean }> {
  override state = { isMissing: false }

  static getDerivedStateFromError() {
    return { isMissing: true }
  }

  override render() {
    const { onClose, waiting, children } = this.props
    if (this.state.isMissing) {
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
