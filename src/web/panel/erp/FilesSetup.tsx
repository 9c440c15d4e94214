import { NumberInput, Select, TextInput } from '@mantine/core'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { FormSection } from '../form/FormSection.tsx'
import { HostKeyOffer, offeredHostKey } from './HostKeyOffer.tsx'
import { KindField } from './KindField.tsx'
import { MappingSection } from './MappingSection.tsx'
import { SecretField } from './SecretField.tsx'
import { SetupFrame } from './SetupFrame.tsx'
import { defaultFileColumns, filesDraft } from './setupDrafts.ts'
import { filesSchema, hasSecretFor, type SetupProps } from './setupForm.ts'
import { useLinkForm } from './useLinkForm.ts'

const plainInputProps = { autoComplete: 'off', spellCheck: false, dir: 'ltr' } as const

/** Nothing can be fetched from files. */
const noSchedule = { customers: 0, products: 0, prices: 0, stock: 0 }

export function FilesSetup(props: SetupProps) {
  const { stored, common, isShown, onKind } = props
  const { url, schedule, ...shared } = common
  const initial = { ...shared, schedule: noSchedule, ...filesDraft(stored) }
  const link = useLinkForm('files', filesSchema(stored), initial, props)
  const { form, test } = link
  const { where = 'folder', format, hostKey, columns, dialect, productCode } = form.values
  const offeredKey = where === 'sftp' ? offeredHostKey(test) : undefined
  const accept = (key: string) => {
    form.set('hostKey', key)
    link.runTest({ hostKey: key })
  }
  const reset = () => {
    const before = columns
    form.set('columns', defaultFileColumns())
    notifyDone(t('panel.erp.map.resetDone'), { undo: async () => form.set('columns', before) })
  }
  return (
    <SetupFrame
      {...props}
      link={link}
      {...(offeredKey
        ? {
            result: (
              <HostKeyOffer
                fingerprint={offeredKey}
                entered={hostKey ?? ''}
                onAccept={() => accept(offeredKey)}
              />
            ),
          }
        : {})}
      hasSchedule={false}
    >
      <FormSection title={t('panel.erp.connection')} description={t('panel.erp.connectionText.files')}>
        <KindField kind="files" onChange={(kind) => onKind(kind, { ...form.values, url, schedule })} />
        <Select
          label={t('panel.erp.files.where')}
          allowDeselect={false}
          data={(['folder', 'sftp'] as const).map((value) => ({
            value,
            label: t(`panel.erp.files.where.${value}`),
          }))}
          {...form.choice('where')}
        />
        {where === 'sftp' && (
          <>
            <TextInput
              label={t('panel.erp.files.host')}
              {...plainInputProps}
              {...form.text('host')}
              required
            />
            <NumberInput
              label={t('panel.erp.files.port')}
              min={1}
              max={65_535}
              allowDecimal={false}
              {...form.number('port')}
            />
            <TextInput
              label={t('panel.erp.username')}
              {...plainInputProps}
              {...form.text('username')}
              required
            />
            <SecretField
              label={t('panel.erp.secret.files')}
              hint={t('panel.erp.secretText.files')}
              isStored={hasSecretFor(stored, 'files', form.values)}
              hasAnySecret={stored?.hasSecret === true}
              field={form.text('secret')}
              onForget={() => form.set('secret', '')}
            />
          </>
        )}
        <TextInput
          label={t('panel.erp.files.folder')}
          description={t(`panel.erp.files.folderText.${where === 'sftp' ? 'sftp' : 'folder'}`)}
          {...plainInputProps}
          {...form.text('folder')}
        />
        {where === 'sftp' && (
          <TextInput
            label={t('panel.erp.hostKey')}
            description={t('panel.erp.hostKeyText')}
            placeholder="SHA256:"
            {...plainInputProps}
            {...form.text('hostKey')}
          />
        )}
        <Select
          label={t('panel.erp.files.format')}
          allowDeselect={false}
          data={[
            { value: 'csv', label: 'CSV' },
            { value: 'xlsx', label: 'Excel (XLSX)' },
          ]}
          {...form.choice('format')}
        />
        {format === 'csv' && (
          <Select
            label={t('panel.erp.files.dialect')}
            description={t('panel.erp.files.dialectText')}
            allowDeselect={false}
            data={(['semicolon', 'comma'] as const).map((value) => ({
              value,
              label: t(`panel.erp.files.dialect.${value}`),
            }))}
            {...form.choice('dialect')}
          />
        )}
      </FormSection>
      <MappingSection
        kind="files"
        where="columns"
        title={t('panel.erp.map.columns')}
        description={t('panel.erp.map.columnsText')}
        form={form}
        rows={columns}
        settings={{ dialect, productCode }}
        isShown={isShown}
        onReset={reset}
      />
    </SetupFrame>
  )
}
