import { Button, CloseButton, Drawer, Group, Stack, Switch } from '@mantine/core'
import { t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import { Hint } from '../Hint.tsx'
import { ColorChoice } from '../settings/ColorChoice.tsx'
import { setShellSettings, useShellSettings } from './shellSettings.ts'
import '@mantine/core/styles/Drawer.layer.css'

type Props = { isOpen: boolean; onClose: () => void }

/** Applies and saves every change at once. */
export function SettingsDrawer({ isOpen, onClose }: Props) {
  const { themeColor, hasTabBar, isHeaderFixed, hasLogo } = useShellSettings()
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="right"
      size={340}
      // Mantine's header would be a second banner landmark.
      withCloseButton={false}
    >
      <Group justify="space-between" wrap="nowrap" mb={4}>
        <Drawer.Title fw={600} fz="lg">
          {t('panel.look')}
        </Drawer.Title>
        <CloseButton size="lg" aria-label={t('action.close')} onClick={onClose} />
      </Group>
      <Hint mb="lg">{t('panel.look.text')}</Hint>
      <ColorChoice
        label={t('panel.look.themeColor')}
        color={themeColor ?? settings.themeColor}
        onChoose={(color) => setShellSettings({ themeColor: color })}
      />
      <Button
        variant="default"
        mt="sm"
        fullWidth
        disabled={themeColor === undefined}
        onClick={() => setShellSettings({ themeColor: undefined })}
      >
        {t('panel.look.companyColor')}
      </Button>
      <Stack gap="md" mt="xl">
        <Switch
          label={t('panel.look.tabBar')}
          checked={hasTabBar}
          onChange={(event) => setShellSettings({ hasTabBar: event.currentTarget.checked })}
        />
        <Switch
          label={t('panel.look.fixedHeader')}
          checked={isHeaderFixed}
          onChange={(event) => setShellSettings({ isHeaderFixed: event.currentTarget.checked })}
        />
        <Switch
          label={t('panel.look.logo')}
          checked={hasLogo}
          onChange={(event) => setShellSettings({ hasLogo: event.currentTarget.checked })}
        />
      </Stack>
    </Drawer>
  )
}
