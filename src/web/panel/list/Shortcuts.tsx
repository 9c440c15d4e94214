import { Modal } from '@mantine/core'
import { t } from '#web/i18n.ts'
import classes from './Shortcuts.module.css'

type Props = { canSelect: boolean; onClose: () => void }

export function Shortcuts({ canSelect, onClose }: Props) {
  const keys: [keys: string[], does: string][] = [
    [['↑', '↓'], t('panel.list.keys.rows')],
    [['Home', 'End'], t('panel.list.keys.ends')],
    [['PageUp', 'PageDown'], t('panel.list.keys.pages')],
    [['Enter'], t('panel.list.keys.open')],
    ...(canSelect
      ? ([
          [['Space'], t('panel.list.keys.select')],
          [['Shift', '↑ ↓'], t('panel.list.keys.range')],
          [['Ctrl', 'A'], t('panel.list.keys.page')],
          [['Esc'], t('panel.list.keys.clear')],
        ] satisfies [string[], string][])
      : []),
    [['←', '→'], t('panel.list.keys.headings')],
    [['/'], t('panel.list.keys.search')],
    [['?'], t('panel.list.keys.help')],
  ]
  return (
    // Mantine's header would be a second banner landmark.
    <Modal opened onClose={onClose} withCloseButton={false} centered>
      <Modal.Title fw={600} fz="lg" mb="sm">
        {t('panel.list.shortcuts')}
      </Modal.Title>
      <dl className={classes.keys}>
        {keys.map(([pressed, does]) => (
          <div key={does}>
            <dt>
              {pressed.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Modal.CloseButton aria-label={t('action.close')} pos="absolute" top={12} className={classes.close} />
    </Modal>
  )
}
