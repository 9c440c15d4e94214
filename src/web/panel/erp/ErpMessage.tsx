import { t } from '#web/i18n.ts'
import classes from './ErpMessage.module.css'

/** The ERP's literal message, collapsed. */
export function ErpMessage({ text, raw = '' }: { text: string; raw?: string }) {
  if (!text && !raw) return null
  return (
    <details className={classes.words}>
      <summary>{t('panel.erp.words')}</summary>
      <pre dir="auto" tabIndex={0}>
        {[text, raw].filter(Boolean).join('\n\n')}
      </pre>
    </details>
  )
}
