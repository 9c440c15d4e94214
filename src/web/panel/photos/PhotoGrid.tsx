import type { ProductPhotoList } from '#shared/photos.ts'
import { t } from '#web/i18n.ts'
import { Sortable } from '../Sortable.tsx'
import { type PhotoActions, PhotoTile } from './PhotoTile.tsx'
import classes from './ProductPhotos.module.css'

type Props = { list: ProductPhotoList; actions: PhotoActions | undefined }

/** Sorts by dragging or by keyboard, if allowed. */
export function PhotoGrid({ list, actions }: Props) {
  const files = list.photos.map(({ file }) => file)
  return (
    <Sortable
      items={files.map((file) => ({ id: file, name: file }))}
      help={t('panel.photos.moveHelp')}
      isGrid
      isDisabled={!actions}
      onSort={(sorted) => actions?.onSort(sorted)}
    >
      <ul className={classes.grid} aria-label={t('panel.photos')}>
        {list.photos.map((photo, index) => (
          <PhotoTile
            key={photo.file}
            list={list}
            photo={photo}
            index={index}
            actions={
              actions && {
                ...actions,
                onFirst: () => actions.onSort([photo.file, ...files.filter((file) => file !== photo.file)]),
              }
            }
          />
        ))}
      </ul>
    </Sortable>
  )
}
