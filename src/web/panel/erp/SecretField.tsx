import { Button, Group, Input, PasswordInput, Text } from '@mantine/core'
import { type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { t } from '#web/i18n.ts'
import type { TextField } from '../form/fields.ts'

type Props = {
  label: string
  hint: string
  /** One is kept, and may go where the form leads. */
  isKept: boolean
  /** One is kept, for wherever. */
  hadOne: boolean
  field: TextField
  /** Forgets what was typed. */
  onForget: () => void
}

/** A password or key: one that is kept is never shown, only given anew. */
export function SecretField(props: Props) {
  const place = useRef<HTMLDivElement>(null)
  return (
    <div ref={place}>
      <Secret {...props} place={place} />
    </div>
  )
}

function Secret({
  label,
  hint,
  isKept,
  hadOne,
  field,
  onForget,
  place,
}: Props & { place: RefObject<HTMLDivElement | null> }) {
  const [isChanging, setIsChanging] = useState(false)
  const [wasKept, setWasKept] = useState(isKept)
  if (wasKept !== isKept) {
    setWasKept(isKept)
    setIsChanging(false)
  }
  const change = () => {
    flushSync(() => setIsChanging(true))
    place.current?.querySelector('input')?.focus()
  }
  const keep = () => {
    onForget()
    flushSync(() => setIsChanging(false))
    place.current?.querySelector('button')?.focus()
  }
  if (isKept && !isChanging) {
    return (
      <Input.Wrapper label={label} labelElement="div" description={t('panel.erp.secretKept')}>
        <Group mt={6}>
          <Text span aria-hidden>
            ••••••••
          </Text>
          <Button variant="default" onClick={change}>
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
        description={!isKept && hadOne ? t('panel.erp.secretAgain') : hint}
        autoComplete="new-password"
        dir="ltr"
        {...field}
        required={!isKept}
      />
      {isKept && (
        <Button variant="subtle" size="compact-sm" mt={4} onClick={keep}>
          {t('panel.erp.secretKeep')}
        </Button>
      )}
    </>
  )
}
