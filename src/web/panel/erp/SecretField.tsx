import { Button, Group, Input, PasswordInput, Text } from '@mantine/core'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { t } from '#web/i18n.ts'
import type { TextField } from '../form/fields.ts'

type Props = {
  label: ReactNode
  hint: ReactNode
  /** A secret is stored for the entered address. */
  isStored: boolean
  /** A secret is stored, for any address. */
  hasAnySecret: boolean
  field: TextField
  set: (secret: string) => void
}

/** A stored secret is never shown, only replaced. */
export function SecretField(props: Props) {
  const box = useRef<HTMLDivElement>(null)
  return (
    <div ref={box}>
      <Secret {...props} box={box} />
    </div>
  )
}

function Secret({
  label,
  hint,
  isStored,
  hasAnySecret,
  field,
  set,
  box,
}: Props & { box: RefObject<HTMLDivElement | null> }) {
  const [isChanging, setIsChanging] = useState(false)
  const [wasStored, setWasStored] = useState(isStored)
  if (wasStored !== isStored) {
    setWasStored(isStored)
    setIsChanging(false)
  }
  const startChange = () => {
    flushSync(() => setIsChanging(true))
    box.current?.querySelector('input')?.focus()
  }
  const keepStored = () => {
    set('')
    flushSync(() => setIsChanging(false))
    box.current?.querySelector('button')?.focus()
  }
  if (isStored && !isChanging) {
    return (
      <Input.Wrapper label={label} labelElement="div" description={t('panel.erp.secretKept')}>
        <Group mt={6}>
          <Text span aria-hidden>
            ••••••••
          </Text>
          <Button variant="default" onClick={startChange}>
            {t('panel.erp.secretChange')}
          </Button>
        </Group>
      </Input.Wrapper>
    )
  }
  return (
    <>
      <PasswordInput
        label={label}
        description={!isStored && hasAnySecret ? t('panel.erp.secretAgain') : hint}
        autoComplete="new-password"
        dir="ltr"
        {...field}
        required={!isStored}
      />
      {isStored && (
        <Button variant="subtle" size="compact-sm" mt={4} onClick={keepStored}>
          {t('panel.erp.secretKeep')}
        </Button>
      )}
    </>
  )
}
