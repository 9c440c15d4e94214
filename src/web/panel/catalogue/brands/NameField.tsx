import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { t } from '#web/i18n.ts'
import classes from './Brands.module.css'

type Props = { name: string; onRename: (name: string) => Promise<boolean> }

/** Esc reverts; a rejected name stays. */
export function NameField({ name, onRename }: Props) {
  const [typed, setTyped] = useState<string>()
  const save = async () => {
    const next = typed?.trim()
    if (!next || next === name) return setTyped(undefined)
    if (await onRename(next)) setTyped(undefined)
  }
  return (
    <TextInput
      variant="unstyled"
      classNames={{ input: classes.name ?? '' }}
      aria-label={t('panel.brandList.nameLabel', { name })}
      maxLength={100}
      value={typed ?? name}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={() => void save()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
        if (event.key === 'Escape') setTyped(undefined)
      }}
    />
  )
}
