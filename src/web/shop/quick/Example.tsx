import { t } from '#web/i18n.ts'
import classes from './QuickInput.module.css'
import type { ExampleOrder } from './useExample.ts'

export function Example({ example }: { example: ExampleOrder }) {
  return (
    <div className={classes.example}>
      <h2 className={classes.exampleTitle}>{t('ordering.quick.exampleTitle')}</h2>
      <pre className={classes.lines} dir="ltr">
        {example.lines.join('\n')}
      </pre>
      <p className={classes.small}>{t('ordering.quick.exampleText')}</p>
    </div>
  )
}
