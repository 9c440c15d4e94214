import {
  Button,
  Group,
  Input,
  PasswordInput,
  Select,
  Switch,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { z } from 'zod'
import type { ErpKind } from '#shared/erp/erp.ts'
import type { SettingField as Field } from '#shared/erp/form.ts'
import { erpDescriptions } from '#shared/erp/settings.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import { hasText, t } from '#web/i18n.ts'
import { NumberField } from '#web/ui/NumberField.tsx'
import { innerField } from '../form/draft.ts'
import type { ChoiceField, ChoicesField, TextField } from '../form/fields.ts'
import { ErpAgentToken } from './ErpAgentToken.tsx'
import { hasSecretFor, type Link } from './setupForm.ts'

/** The kind's own text of this name, or the one that kinds share. */
export function settingText(kind: ErpKind, name: string): string | undefined {
  const own = [`${kind}.${name}`, name].find((key) => hasText(`panel.erp.setup.${key}`))
  return own && t(`panel.erp.setup.${own}` as MessageKey, { program: erpDescriptions[kind].program ?? '' })
}

type Props = { field: Field; link: Link; isShown: boolean }

/** One setting, with the input that its schema asks for. */
export function SettingField({ field, link, isShown }: Props) {
  const { name, input, placeholder, isRequired, hintBy, choiceNames = {} } = field
  const { kind, stored, schema, form } = link
  if (name === 'secret') {
    const isStored = hasSecretFor(stored, kind, form.values)
    const secret = { isStored, field: form.text(name), set: (value: string) => form.set(name, value) }
    if (input === 'agentToken') return <ErpAgentToken {...secret} isShown={isShown} />
    const texts = { label: settingText(kind, 'secret'), hint: settingText(kind, 'secretText') }
    return <SecretField {...secret} {...texts} hasAnySecret={stored?.hasSecret === true} />
  }
  const type = innerField(schema, name)
  const hint = hintBy ? `${name}Text.${String(form.values[hintBy])}` : `${name}Text`
  const texts = { label: settingText(kind, name), description: settingText(kind, hint) }
  if (type instanceof z.ZodEnum) {
    const data = Object.keys(type.enum).map((value) => ({
      value,
      label: choiceNames[value] ?? settingText(kind, `${name}.${value}`) ?? value,
    }))
    return (
      <Select {...texts} allowDeselect={false} data={data} {...(form.choice(name) as ChoiceField<string>)} />
    )
  }
  if (type instanceof z.ZodBoolean) return <Switch {...texts} {...form.flag(name)} />
  if (type instanceof z.ZodArray)
    return <TagsInput {...texts} {...(form.choices(name) as unknown as ChoicesField<string>)} />
  if (type instanceof z.ZodNumber) return <NumberField kind="port" {...texts} {...form.number(name)} />
  const text = form.text(name)
  return (
    <TextInput
      {...texts}
      {...(input === 'url' ? { type: 'url', inputMode: 'url' } : {})}
      {...(input === 'name' ? {} : { dir: 'ltr' })}
      autoComplete="off"
      spellCheck={false}
      placeholder={placeholder}
      {...text}
      required={isRequired ?? text.required}
    />
  )
}

type SecretFieldProps = {
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
function SecretField(props: SecretFieldProps) {
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
}: SecretFieldProps & { box: RefObject<HTMLDivElement | null> }) {
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
