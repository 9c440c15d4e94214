import { Button, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { t } from '#web/i18n.ts'
import classes from './Imports.module.css'
import { targetName } from './targets.ts'

type Props = {
  priceGroups: readonly string[]
  onAdd: (group: string) => void
}

/** Adds a price group that does not exist yet, so that columns can be read as its prices. */
export function NewPriceGroup({ priceGroups, onAdd }: Props) {
  const [name, setName] = useState('')
  const [added, setAdded] = useState<string>()
  const trimmedName = name.trim()
  const isKnown = priceGroups.some((group) => group.toLowerCase() === trimmedName.toLowerCase())
  return (
    <form
      className={classes.newGroup}
      onSubmit={(event) => {
        event.preventDefault()
        if (trimmedName === '' || isKnown) return
        onAdd(trimmedName)
        setAdded(trimmedName)
        setName('')
      }}
    >
      <TextInput
        label={t('panel.import.newGroup')}
        description={t('panel.import.newGroupText')}
        maxLength={20}
        value={name}
        error={isKnown && t('field.taken')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={trimmedName === '' || isKnown}>
        {t('panel.import.addGroup')}
      </Button>
      <Text size="sm" role="status">
        {added !== undefined && t('panel.import.groupAdded', { target: targetName(`price${added}`) })}
      </Text>
    </form>
  )
}
