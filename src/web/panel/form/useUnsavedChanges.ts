import { useBlocker } from '@tanstack/react-router'
import { t } from '#web/i18n.ts'
import { confirm } from '#web/ui/confirm.ts'

/** Asks before a page with changes is left: by a link, Back, or by closing the tab, which the browser asks about. */
export function useUnsavedChanges(hasChangesNow: () => boolean): void {
  useBlocker({
    enableBeforeUnload: hasChangesNow,
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname || !hasChangesNow()) return false
      const mayLeave = await confirm({
        title: t('panel.form.leaveTitle'),
        text: t('panel.form.leaveText'),
        action: t('panel.form.leave'),
        cancel: t('panel.form.stay'),
        isDangerous: true,
      })
      return !mayLeave
    },
  })
}
