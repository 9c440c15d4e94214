import { Button, TextInput } from '@mantine/core'
import { IconBarcode } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '#web/i18n.ts'
import { takeCode } from './intake.ts'
import classes from './ScanPanel.module.css'

/** Typed codes; scanner input here is handled globally. */
export function ScanField() {
  const [code, setCode] = useState('')
  return (
    <form
      className={classes.field}
      onSubmit={(event) => {
        event.preventDefault()
        if (!code.trim()) return
        takeCode(code)
        setCode('')
      }}
    >
      <TextInput
        className={classes.input ?? ''}
        aria-label={t('ordering.scan.code')}
        placeholder={t('ordering.scan.code')}
        leftSection={<IconBarcode size={20} aria-hidden />}
        value={code}
        maxLength={100}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="go"
        // Not on phones, where the keyboard would hide the list.
        data-autofocus={matchMedia('(pointer: fine)').matches || undefined}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button type="submit" variant="light">
        {t('product.add')}
      </Button>
    </form>
  )
}
