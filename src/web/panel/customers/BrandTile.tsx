import { IconEyeOff, IconPhotoOff } from '@tabler/icons-react'
import { memo } from 'react'
import { t } from '#web/i18n.ts'
import classes from './Brands.module.css'

type Props = {
  brandId: string
  brandName: string
  image: string
  productCount: number
  isActive: boolean
  isHidden: boolean
  onToggle: (brandId: string) => void
}

function Tile({ brandId, brandName, image, productCount, isActive, isHidden, onToggle }: Props) {
  return (
    <li>
      <label className={classes.tile} data-hidden={isHidden}>
        <input
          type="checkbox"
          className={classes.box}
          checked={isHidden}
          onChange={() => onToggle(brandId)}
        />
        <span className={classes.picture}>
          {image ? (
            <img src={image} alt="" loading="lazy" decoding="async" />
          ) : (
            <IconPhotoOff size={20} aria-hidden />
          )}
        </span>
        <span className={classes.name}>
          {brandName}
          <span className={classes.soft}>
            {t('home.productCount', { count: productCount })}
            {!isActive && ` · ${t('panel.brands.inactive')}`}
          </span>
        </span>
        {isHidden && <IconEyeOff size={18} aria-hidden className={classes.mark} />}
      </label>
    </li>
  )
}

export const BrandTile = memo(Tile)
