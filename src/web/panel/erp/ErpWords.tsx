import { t } from '#web/i18n.ts'
import classes from './ErpWords.module.css'

/** What the ERP said, word for word, for whoever looks after it: out of the way until somebody asks. */
export function ErpWords({ text, raw = '' }: { text: string; raw?: string }) {
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
