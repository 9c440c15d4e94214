import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { t } from '#web/i18n.ts'
import { notifyFailure } from '#web/notify.ts'
import { useViewedAccount } from '../account.ts'
import type { Grid } from '../item/gridModel.ts'
import classes from './SpreadField.module.css'

/** Spreads a number of pieces, or a ratio, over a colour. */
export function SpreadField({ grid, row, color }: { grid: Grid; row: number; color: string }) {
  const [text, setText] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const currAccCode = useViewedAccount()
  const run = async () => {
    if (isBusy || text.trim() === '') return
    setIsBusy(true)
    await import('./later.ts').then(({ spread }) => spread(grid, row, text, currAccCode)).catch(notifyFailure)
    setIsBusy(false)
  }
  return (
    <form
      className={classes.spread}
      onSubmit={(event) => {
        event.preventDefault()
        void run()
      }}
    >
      <TextInput
        size="sm"
        className={classes.field ?? ''}
        aria-label={t('ordering.spread.label', { color })}
        placeholder={t('ordering.spread.example')}
        autoComplete="off"
        enterKeyHint="go"
        maxLength={60}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Button size="sm" variant="default" type="submit" loading={isBusy}>
        {t('ordering.spread.run')}
      </Button>
    </form>
  )
}
