import { Autocomplete, Button, Select, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import type { ImportDefaults, ImportDetail } from '#shared/imports/imports.ts'
import { type ImportEncoding, importEncodings, questionName } from '#shared/imports/importTerms.ts'
import { languageNames } from '#shared/text/languageNames.ts'
import { api, CallFailed } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyFailure } from '#web/notify.ts'
import { settings } from '#web/settings.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { Hint } from '../Hint.tsx'
import { refetch } from '../refetch.ts'
import { ColumnTable, duplicateTargets } from './ColumnTable.tsx'
import classes from './Imports.module.css'
import { SheetChoice } from './SheetChoice.tsx'
import { priceGroupsOf, targetName, targetOptions } from './targets.ts'
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
  const { runAction, isBusy, discard } = useRunActions()
  const [error, setError] = useState<Error>()
  const [newGroups, setNewGroups] = useState<string[]>([])
  const priceGroups = [...new Set([...run.priceGroups, ...priceGroupsOf(draft.targets), ...newGroups])]
  const duplicates = duplicateTargets(draft.targets)
  const matched = matchedLayout(run, file)
  const check = () =>
    runAction(async () => {
      setError(undefined)
      const { supplier, targets, defaults } = draft
      try {
        await api.post('/api/Shop/CheckImport', {
          id: run.id,
          supplier: supplier.trim(),
          targets,
          // Who adds a group means it. Other columns may be asked about otherwise.
          answers: {
            ...(isAsChecked(draft, file) ? file.answers : {}),
            ...Object.fromEntries(
              newGroups.map((group) => [
                questionName({ code: 'newPriceGroup', column: `price${group}` }),
                'create',
              ]),
            ),
          },
          ...defaults,
        })
        onCancel?.()
      } catch (failure) {
        // Column errors are shown here.
        if (!(failure instanceof CallFailed)) throw failure
        setError(failure)
      }
    })
  const fileLanguages = [...new Set([run.mainLanguage, ...settings.languages])]
  const remembered = run.layouts.find(({ supplier }) => supplier === draft.supplier.trim())
  const isApplied = remembered?.targets.every((target, at) => target === draft.targets[at])
  return (
    <div className={classes.section}>
      <Title order={2} size="h4" mb={4}>
        {t('panel.import.columnsTitle')}
      </Title>
      <Hint mb="md">
        {file.kind === 'system'
          ? t('panel.import.system', { system: file.system ?? '' })
          : t('panel.import.columnsText')}
      </Hint>
      <div className={classes.fields}>
        <Autocomplete
          label={t('panel.import.supplier')}
          description={t('panel.import.supplierText')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
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
        {fileLanguages.length > 1 && (
          <Select
            label={t('panel.import.language')}
            description={t('panel.import.languageText')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            allowDeselect={false}
            data={fileLanguages.map((value) => ({ value, label: languageNames[value] }))}
            value={draft.defaults.language || run.mainLanguage}
            onChange={(value) => form.setDefault('language', value ?? '')}
          />
        )}
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
        options={targetOptions(priceGroups)}
        targets={draft.targets}
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
        <Hint>{t('panel.import.checkText')}</Hint>
      </div>
    </div>
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
  if (file.kind === 'system') return null
  const reread = (change: { encoding?: typeof file.encoding; sheet?: number; headRow?: number }) =>
    void api
      .post('/api/Shop/RereadImport', { id: run.id, ...change })
      .then(() => refetch(['import', run.id]))
      .catch(notifyFailure)
  return (
    <>
      <SheetChoice {...file} onChoose={(sheet) => reread({ sheet })} />
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

type DefaultsFieldsProps = {
  run: Pick<ImportDetail, 'brands' | 'categories' | 'priceGroups'>
  draft: ColumnsDraft
  onChange: (name: keyof ImportDefaults, value: string) => void
}

const currencies = ['TRY', 'USD', 'EUR', 'GBP', 'RUB', 'RON']

/** Values for what the file's columns leave open. */
function DefaultsFields({ run, draft: { targets, defaults }, onChange }: DefaultsFieldsProps) {
  const has = (target: string) => targets.includes(target)
  const prices = targets.filter((target) => target.startsWith('price'))
  const hasCurrency = prices.every((price) => has(price.replace('price', 'currency')))
  const needsPriceGroup = (has('price') || has('currency')) && run.priceGroups.length > 1
  const needsCurrency = prices.length > 0 && !hasCurrency
  const addsProducts = has('itemCode') && (has('itemDim1Code') || has('lotCode'))
  if (!needsPriceGroup && !needsCurrency && (!addsProducts || (has('brandName') && has('categoryName'))))
    return null
  return (
    <fieldset className={classes.defaults}>
      <Title order={3} size="h5" component="legend">
        {t('panel.import.defaults')}
      </Title>
      <div className={classes.fields}>
        {addsProducts && !has('brandName') && (
          <Autocomplete
            label={t('panel.import.defaultBrand')}
            data={run.brands}
            limit={50}
            maxLength={100}
            value={defaults.brandName}
            onChange={(value) => onChange('brandName', value)}
          />
        )}
        {addsProducts && !has('categoryName') && (
          <Autocomplete
            label={t('panel.import.defaultCategory')}
            data={run.categories}
            limit={50}
            value={defaults.categoryName}
            onChange={(value) => onChange('categoryName', value)}
          />
        )}
        {needsPriceGroup && (
          <Select
            label={t('panel.import.priceGroup')}
            allowDeselect={false}
            data={run.priceGroups}
            value={defaults.priceGroup || (run.priceGroups[0] ?? null)}
            onChange={(value) => onChange('priceGroup', value ?? '')}
          />
        )}
        {needsCurrency && (
          <Select
            label={t('panel.import.currency')}
            clearable
            placeholder={t('panel.import.currencyAsIs')}
            data={currencies}
            value={defaults.currencyCode || null}
            onChange={(value) => onChange('currencyCode', value ?? '')}
          />
        )}
      </div>
    </fieldset>
  )
}

type NewPriceGroupProps = {
  priceGroups: readonly string[]
  onAdd: (group: string) => void
}

/** Adds a price group that does not exist yet, so that columns can be read as its prices. */
function NewPriceGroup({ priceGroups, onAdd }: NewPriceGroupProps) {
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

type File = NonNullable<ImportDetail['file']>
type Layout = ImportDetail['layouts'][number]

type ColumnsDraft = { supplier: string; targets: string[]; defaults: ImportDefaults }

/** Starts from the recognised or remembered columns. */
function useColumnsDraft(run: ImportDetail, file: File) {
  const [draft, setDraft] = useState<ColumnsDraft>(() => ({
    supplier: run.supplier || matchedLayout(run, file)?.supplier || '',
    targets: file.columns.map(({ target }) => target),
    defaults: file.defaults,
  }))
  return {
    draft,
    setTarget: (index: number, target: string) =>
      setDraft((before) => ({ ...before, targets: before.targets.with(index, target) })),
    setDefault: (name: keyof ImportDefaults, value: string) =>
      setDraft((before) => ({ ...before, defaults: { ...before.defaults, [name]: value } })),
    setSupplier: (supplier: string) => setDraft((before) => ({ ...before, supplier })),
    applyLayout: ({ supplier, targets, defaults }: Layout) => setDraft({ supplier, targets, defaults }),
  }
}

const isAsChecked = ({ targets, defaults }: ColumnsDraft, file: File): boolean =>
  JSON.stringify([targets, defaults]) ===
  JSON.stringify([file.columns.map(({ target }) => target), file.defaults])

/** The supplier whose remembered columns matched this file. */
function matchedLayout({ layouts }: ImportDetail, file: File): Layout | undefined {
  if (!file.columns.some(({ foundBy }) => foundBy === 'layout')) return undefined
  return layouts.find(({ targets }) =>
    targets.every((target, index) => target === file.columns[index]?.target),
  )
}
