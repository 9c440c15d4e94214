import { Button, Text } from '@mantine/core'
import { locale, t } from '#web/i18n.ts'
import { contrast, minTextContrast, shadesOf } from '#web/ui/shades.ts'
import classes from './Settings.module.css'

const oneDecimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** Previews a button and a link, and whether the colour was darkened. */
export function ColorPreview({ color }: { color: string }) {
  const strong = shadesOf(color)[6]
  const ratio = contrast(color, '#ffffff')
  // Rounds down: 4.48 must not look like the required 4.5.
  const values = {
    contrast: oneDecimal.format(Math.floor(ratio * 10) / 10),
    needed: oneDecimal.format(minTextContrast),
  }
  return (
    <figure className={classes.preview}>
      <figcaption>{t('panel.settings.preview')}</figcaption>
      {/* Not interactive. */}
      <div className={classes.likeness} aria-hidden>
        <Button component="span" color={strong} className={classes.button}>
          {t('product.add')}
        </Button>
        <span style={{ color: strong }}>{t('product.details')}</span>
      </div>
      <Text size="sm" c="var(--ink-soft)">
        {ratio < minTextContrast
          ? t('panel.settings.tooLight', { ...values, shade: strong })
          : t('panel.settings.darkEnough', values)}
      </Text>
    </figure>
  )
}
