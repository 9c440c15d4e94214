import { Alert, Button, FileButton, Loader, Text } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { maxImportBytes } from '#shared/importTerms.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { refetch } from '../refetch.ts'
import { usePageNavigate } from '../shell/pageAddress.ts'
import classes from './Imports.module.css'
import { useFileDrop } from './useFileDrop.ts'

const maxMegabytes = maxImportBytes / 1024 / 1024

export function UploadBox() {
  const navigate = usePageNavigate()
  const [name, setName] = useState<string>()
  const [error, setError] = useState<string>()
  const resetFile = useRef<() => void>(null)
  const upload = (file: File | null) => {
    // Lets the same file be chosen again.
    resetFile.current?.()
    if (!file || name) return
    if (file.size > maxImportBytes) return setError(t('panel.import.tooBig', { limit: maxMegabytes }))
    void send(file)
  }
  const send = async (file: File) => {
    setName(file.name)
    setError(undefined)
    try {
      const { data } = await api.upload('/api/Shop/PostImportFile', file)
      void refetch('imports')
      await navigate({ to: '/panel-urunler/import/$id', params: { id: data.id } })
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure))
    }
    setName(undefined)
  }
  const { isDragOver, handlers } = useFileDrop(upload)
  return (
    <section
      className={classes.drop}
      data-over={isDragOver || undefined}
      aria-label={t('panel.catalogueImport')}
      {...handlers}
    >
      {name ? (
        <div className={classes.uploading} role="status">
          <Loader size="sm" aria-hidden />
          <Text>{t('panel.import.uploading', { name })}</Text>
        </div>
      ) : (
        <>
          <IconFileUpload size={32} aria-hidden className={classes.dropIcon} />
          <div>
            <Text fw={600}>{t('panel.import.drop')}</Text>
            <Text size="sm" c="var(--ink-soft)">
              {t('panel.import.dropText', { limit: maxMegabytes })}
            </Text>
          </div>
          <FileButton
            resetRef={resetFile}
            accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain,text/tab-separated-values"
            onChange={upload}
          >
            {(props) => <Button {...props}>{t('panel.import.choose')}</Button>}
          </FileButton>
        </>
      )}
      {error && (
        <Alert color="red" variant="light" role="alert" className={classes.dropError}>
          {error}
        </Alert>
      )}
    </section>
  )
}
