import { Input, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconChevronDown, IconTrash } from '@tabler/icons-react'
import { memo, type ReactNode, useId } from 'react'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { IconAction } from '../IconButton.tsx'
import classes from './Branches.module.css'

type Props = {
  index: number
  code: string
  name: string
  address: string
  error: ReactNode
  isLast: boolean
  canMove: boolean
  onToggle: (index: number) => void
  onMove: (index: number, to: number) => void
  onRemove: (index: number) => void
  /** Fields, if open. */
  children: ReactNode
}

function Row({
  index,
  code,
  name,
  address,
  error,
  isLast,
  canMove,
  onToggle,
  onMove,
  onRemove,
  children,
}: Props) {
  const id = useId()
  const labelValues = { name: name || code || t('panel.branch.new') }
  const button = { variant: 'subtle', size: 40, color: 'gray', className: classes.button }
  return (
    <li className={classes.branch} data-branch={index}>
      <div className={classes.line}>
        <span className={classes.position}>{formatCount(index + 1)}</span>
        <UnstyledButton
          className={classes.toggle}
          aria-expanded={Boolean(children)}
          aria-controls={id}
          // Shows a closed branch's error.
          data-path={children ? undefined : `subCurrAccs.${index}`}
          onClick={() => onToggle(index)}
        >
          <span className={classes.summary}>
            <bdi className={classes.code}>{code}</bdi> <bdi className={classes.name}>{labelValues.name}</bdi>{' '}
            <bdi className={classes.address}>{address}</bdi>
          </span>
          <IconChevronDown size={18} aria-hidden className={classes.chevron} />
        </UnstyledButton>
        {canMove && (
          <>
            <IconAction
              Icon={IconArrowUp}
              {...button}
              label={t('panel.branch.moveUp', labelValues)}
              data-move="up"
              disabled={index === 0}
              onClick={() => onMove(index, index - 1)}
            />
            <IconAction
              Icon={IconArrowDown}
              {...button}
              label={t('panel.branch.moveDown', labelValues)}
              data-move="down"
              disabled={isLast}
              onClick={() => onMove(index, index + 1)}
            />
          </>
        )}
        <IconAction
          Icon={IconTrash}
          {...button}
          color="red"
          label={t('panel.branch.remove', labelValues)}
          onClick={() => onRemove(index)}
        />
      </div>
      {error && <Input.Error>{error}</Input.Error>}
      <div id={id}>{children}</div>
    </li>
  )
}

/** Memoized: with a hundred branches, typing would be slow. */
export const BranchRow = memo(Row)
