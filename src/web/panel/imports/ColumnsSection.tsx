import { Autocomplete, Button, Select, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { ImportDetail } from '#shared/imports.ts'
import { type ImportEncoding, importEncodings } from '#shared/importTerms.ts'
import { api, CallFailed } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyFailure } from '#web/notify.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { refetch } from '../refetch.ts'
import { ColumnTable } from './ColumnTable.tsx'
import { duplicateTargets, matchedLayout, useColumnsDraft } from './columnsForm.ts'
import { DefaultsFields } from './DefaultsFields.tsx'
import classes from './Imports.module.css'
import { NewPriceGroup } from './NewPriceGroup.tsx'
import { priceGroupsOf } from './targets.ts'
import { useRunActions } from './useRun.ts'

type Props = {
  run: ImportDetail
  file: NonNullable<ImportDetail['file']>
  onCancel?: (() => void) | undefined
  onDiscard: () => void
}

/** The user checks the recognised columns; they are remembered per supplier. */
export function ColumnsSection({ run, file, onCancel, onDiscard }: Props) {
  const form = useColumnsDraft(run, file)
  const { draft } = form
  const { runExclusively, isBusy, discard } = useRunActions()
  const [error, setError] = useState<Error>()
  const [newGroups, setNewGroups] = useState<string[]>([])
  const priceGroups = [...new Set([...run.priceGroups, ...priceGroupsOf(draft.targets), ...newGroups])]
  const duplicates = duplicateTargets(draft.targets)
  const matched = matchedLayout(run, file)
  const check = () =>
    runExclusively(async () => {
      setError(undefined)
      const { supplier, targets, defaults } = draft
      try {
        await api.post('/api/Shop/CheckImport', {
          id: run.id,
          supplier: supplier.trim(),
          targets,
          ...defaults,
        })
        onCancel?.()
      } catch (failure) {
        // Column errors are shown here.
        if (!(failure instanceof CallFailed)) throw failure
        setError(failure)
      }
    })
  const remembered = run.layouts.find(({ supplier }) => supplier === draft.supplier.trim())
  const isApplied = remembered?.targets.every((target, at) => target === draft.targets[at])
  return (
    <section className={classes.section} aria-labelledby="import-columns">
      <Title order={2} size="h4" id="import-columns" mb={4}>
        {t('panel.import.columnsTitle')}
      </Title>
      <Text size="sm" c="var(--ink-soft)" mb="md">
        {t(file.kind === 'shopify' ? 'panel.import.shopify' : 'panel.import.columnsText')}
      </Text>
      <div className={classes.fields}>
        <Autocomplete
          label={t('panel.import.supplier')}
          description={t('panel.import.supplierText')}
          maxLength={100}
          data={run.layouts.map(({ supplier }) => supplier)}
          value={draft.supplier}
          onChange={form.setSupplier}
          onOptionSubmit={(name) => {
            const layout = run.layouts.find(({ supplier }) => supplier === name)
            if (layout) form.applyLayout(layout)
          }}
        />
        <FileFields run={run} file={file} />
      </div>
      {matched && isApplied && (
        <Text size="sm" mt="sm" role="status">
          {t('panel.import.remembered', { name: matched.supplier })}
        </Text>
      )}
      {remembered && !isApplied && (
        <Button variant="default" mt="sm" onClick={() => form.applyLayout(remembered)}>
          {t('panel.import.clearSupplier', { name: remembered.supplier })}
        </Button>
      )}
      <ColumnTable
        columns={file.columns}
        priceGroups={priceGroups}
        targets={draft.targets}
        duplicates={duplicates}
        onChange={form.setTarget}
      />
      <NewPriceGroup
        priceGroups={priceGroups}
        onAdd={(group) => setNewGroups((before) => [...before, group])}
      />
      <DefaultsFields run={{ ...run, priceGroups }} draft={draft} onChange={form.setDefault} />
      {error && <Failure error={error} />}
      <div className={classes.actions}>
        <Button onClick={check} disabled={duplicates.size > 0} aria-busy={isBusy}>
          {t('panel.import.check')}
        </Button>
        {onCancel ? (
          <Button variant="default" onClick={onCancel}>
            {t('panel.import.backToChanges')}
          </Button>
        ) : (
          <Button variant="default" onClick={() => discard(run.id, onDiscard)}>
            {t('panel.import.discard')}
          </Button>
        )}
        <Text size="sm" c="var(--ink-soft)">
          {t('panel.import.checkText')}
        </Text>
      </div>
    </section>
  )
}

const encodingNames: Record<ImportEncoding, string> = {
  utf8: 'UTF-8',
  utf16le: 'UTF-16',
  utf16be: 'UTF-16 BE',
  win1254: 'Windows-1254 (Türkçe)',
  win1251: 'Windows-1251 (Кириллица)',
  win1252: 'Windows-1252 (Western)',
  win1250: 'Windows-1250 (Română)',
  win1256: 'Windows-1256 (العربية)',
}
const encodingOptions = importEncodings.map((value) => ({ value, label: encodingNames[value] }))

function FileFields({ run, file }: Pick<Props, 'run' | 'file'>) {
  if (file.kind === 'shopify') return null
  const reread = (change: { encoding?: typeof file.encoding; headRow?: number }) =>
    void api
      .post('/api/Shop/RereadImport', { id: run.id, ...change })
      .then(() => refetch(['import', run.id]))
      .catch(notifyFailure)
  return (
    <>
      <Select
        label={t('panel.import.headRow')}
        allowDeselect={false}
        value={String(file.headRow)}
        data={file.rows.map((cells, index) => ({
          value: String(index),
          label: `${index + 1}: ${cells.filter(Boolean).join(' · ').slice(0, 60)}`,
        }))}
        onChange={(value) => reread({ headRow: Number(value) })}
      />
      {file.kind === 'text' && (
        <Select
          label={t('panel.import.encoding')}
          allowDeselect={false}
          value={file.encoding}
          data={encodingOptions}
          onChange={(encoding) => encoding && reread({ encoding })}
        />
      )}
    </>
  )
}
