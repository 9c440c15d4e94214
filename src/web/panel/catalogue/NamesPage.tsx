import { Group, Skeleton, TextInput, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { t } from '#web/i18n.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Failure } from '#web/ui/Failure.tsx'
import { FormSearch } from '../form/FormSearch.tsx'
import { Hint } from '../Hint.tsx'
import { IconButton } from '../IconButton.tsx'
import type { Exporter } from '../list/exporters.ts'
import { ListExport } from '../list/ListExport.tsx'
import classes from './NamesPage.module.css'

/** Fewer are found without searching. */
const maxUnsearched = 8

type Props = {
  title: string
  query: UseQueryResult<unknown[]>
  total: string
  exporter: Exporter
  /** Label of the field for a new name. */
  newName: string
  onAdd: (name: string) => Promise<boolean>
  search: { label: string; text: string; onChange: (text: string) => void }
  /** Beside the search field. */
  tools: ReactNode
  empty: { title: string; text: string }
  hint: string
  /** Absent if nothing matches. */
  children: ReactNode
}

/** Frame of a list that is loaded as a whole and edited in place: brands, categories. */
export function NamesPage(props: Props) {
  const { title, query, total, exporter, newName, onAdd, search, tools, empty, hint, children } = props
  const { data, error, refetch } = query
  const count = data?.length ?? 0
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Title order={1} size="h3">
          {title}
        </Title>
        <Group gap="md">
          <Hint aria-live="polite">{data && total}</Hint>
          {count > 0 && <ListExport exporter={exporter} />}
        </Group>
      </Group>
      <AddName label={newName} onAdd={onAdd} />
      {count > maxUnsearched && (
        <Group gap="xs" mb="md" component="search" align="flex-end">
          <FormSearch {...search} />
          {tools}
        </Group>
      )}
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={420} radius="md" />}
      {data && count === 0 && (
        <Empty title={empty.title}>
          <p>{empty.text}</p>
        </Empty>
      )}
      {count > 0 && !children && (
        <Empty title={t('list.nothingFound')}>
          <p>{t('panel.list.nothingMatches')}</p>
        </Empty>
      )}
      {count > 0 && children && (
        <>
          <p className={classes.hint}>{hint}</p>
          {children}
        </>
      )}
    </>
  )
}

type AddNameProps = { label: string; onAdd: (name: string) => Promise<boolean> }

/** A rejected name stays in the field. */
function AddName({ label, onAdd }: AddNameProps) {
  const [name, setName] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const add = async () => {
    const trimmedName = name.trim()
    if (!trimmedName || isBusy) return field.current?.focus()
    setIsBusy(true)
    if (await onAdd(trimmedName)) setName('')
    setIsBusy(false)
    field.current?.focus()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <Group gap="xs" mb="md" align="flex-end">
        <TextInput
          ref={field}
          flex="1 1 220px"
          label={label}
          maxLength={100}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <IconButton Icon={IconPlus} variant="filled" type="submit" aria-disabled={isBusy}>
          {t('panel.brandList.add')}
        </IconButton>
      </Group>
    </form>
  )
}
