import { Alert, Button, Group } from '@mantine/core'
import { IconPhotoPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ImportDetail } from '#shared/imports.ts'
import { pages } from '#shared/pages.ts'
import { t } from '#web/i18n.ts'
import { useMayOpen } from '../access.ts'
import classes from './Imports.module.css'

const examples = ['101_01_1.jpg', '101-01 (2).jpg', '8690000000017.jpg'] as const

/** The way from an applied import to the photos of its products, and what their files are to be called. */
export function RunPhotos({ run: { state, source, counts, file } }: { run: ImportDetail }) {
  const mayAdd = useMayOpen(pages.photos)
  const maySee = useMayOpen(pages.products)
  const isNamed = file?.columns.some(({ target }) => target === 'photos') === true
  const isWanted = isNamed || Boolean(counts?.products.added)
  if (!mayAdd || state !== 'applied' || source !== 'panel' || !isWanted) return null
  return (
    <Alert
      variant="light"
      color="blue"
      mb="md"
      icon={<IconPhotoPlus aria-hidden />}
      title={t('panel.import.photos.title')}
    >
      {t('panel.import.photos.text')}
      <ul className={classes.names}>
        {examples.map((example) => (
          <li key={example}>
            <bdi>{example}</bdi>
          </li>
        ))}
      </ul>
      {isNamed && <p>{t('panel.import.photos.named')}</p>}
      <Group gap="sm">
        <Button renderRoot={(props) => <Link to={pages.photos.path} {...props} />}>
          {t('panel.import.photos.go')}
        </Button>
        {maySee && (
          <Button
            variant="default"
            renderRoot={(props) => <Link to={pages.products.path} search={{ missing: 'photo' }} {...props} />}
          >
            {t('panel.import.photos.missing')}
          </Button>
        )}
      </Group>
    </Alert>
  )
}
