import { Group, Loader } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowsSplit,
  IconBan,
  IconChevronDown,
  IconCopyPlus,
  IconDownload,
  IconFileTypePdf,
  IconFileTypeXls,
  IconPencil,
  IconPrinter,
  IconShoppingCart,
  IconTransfer,
} from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { mayAmend, mayTransfer } from '#shared/orders/orderStates.ts'
import type { OrderDetail } from '#shared/orders/orders.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { settings } from '#web/settings.ts'
import { confirm } from '#web/ui/confirm.ts'
import { DropMenu } from '#web/ui/DropMenu.tsx'
import { Hint } from '../Hint.tsx'
import { IconButton } from '../IconButton.tsx'
import tools from '../list/TableTools.module.css'
import { MenuItem } from '../MenuItem.tsx'
import { usePageNavigate } from '../shell/pageAddress.ts'
import { useBusy } from '../useBusy.ts'
import { useOrderActions } from './useOrderActions.ts'

const CopyOrderDialog = lazy(async () => ({
  default: (await import('./CopyOrderDialog.tsx')).CopyOrderDialog,
}))

export function OrderActions({ order, isStaff }: { order: OrderDetail; isStaff: boolean }) {
  return (
    <Group gap="xs" className="screen-only" role="group" aria-label={t('panel.list.actions')}>
      {isStaff && <StaffActions order={order} />}
      {!isStaff && (
        <IconButton Icon={IconShoppingCart} link={{ href: `/cart/${order.guidKey}` }}>
          {t('panel.order.inShop')}
        </IconButton>
      )}
      <Downloads order={order} />
      {isStaff && !mayAmend(order) && (
        <Hint>
          {t(order.state === 'cancelled' ? 'panel.order.lockedCancelled' : 'panel.order.lockedTransferred')}
        </Hint>
      )}
    </Group>
  )
}

function StaffActions({ order }: { order: OrderDetail }) {
  const actions = useOrderActions()
  const { button } = actions
  const [isCopying, setIsCopying] = useState(false)
  const target = { id: order.orderId, orderNumber: order.orderNumber }
  const isOpen = mayAmend(order)
  const restore = async () => {
    await actions.restoreAll([target])
    notifyDone(t('panel.order.restored', { number: order.orderNumber }))
  }
  return (
    <>
      {isOpen && (
        <IconButton
          Icon={IconPencil}
          variant="filled"
          link={{ to: '/siparisler/$orderId/duzenle', params: { orderId: order.orderId } }}
        >
          {t('panel.order.edit')}
        </IconButton>
      )}
      {mayTransfer(order) &&
        settings.transferEnabled &&
        (order.isWaiting ? (
          <IconButton Icon={IconArrowBackUp} {...button('withdraw', () => actions.withdraw([order.orderId]))}>
            {t('panel.order.withdraw')}
          </IconButton>
        ) : (
          <IconButton Icon={IconTransfer} {...button('transfer', () => actions.transferAll([target]))}>
            {t('panel.order.transfer')}
          </IconButton>
        ))}
      <IconButton Icon={IconCopyPlus} onClick={() => setIsCopying(true)}>
        {t('panel.order.copy')}
      </IconButton>
      {mayTransfer(order) && <SplitButton order={order} actions={actions} />}
      {isOpen && (
        <IconButton Icon={IconBan} {...button('cancel', () => actions.cancelAll([target]))}>
          {t('panel.order.cancel')}
        </IconButton>
      )}
      {order.state === 'cancelled' && (
        <IconButton Icon={IconArrowBackUp} {...button('restore', restore)}>
          {t('panel.order.restore')}
        </IconButton>
      )}
      {isCopying && (
        <Suspense>
          <CopyOrderDialog order={order} onClose={() => setIsCopying(false)} />
        </Suspense>
      )}
    </>
  )
}

type OrderActionsApi = ReturnType<typeof useOrderActions>

/** Asks first, as it cannot be undone. */
function SplitButton({ order, actions }: { order: OrderDetail; actions: OrderActionsApi }) {
  const navigate = usePageNavigate()
  const brands = [...new Set(order.lines.map(({ brandName }) => brandName))]
  if (brands.length < 2) return null
  const split = async () => {
    const [kept = '', ...others] = brands
    const isConfirmed = await confirm({
      title: t('panel.order.splitTitle', { number: order.orderNumber }),
      text: t('panel.order.splitText', {
        number: order.orderNumber,
        brand: kept,
        others: others.join(', '),
        count: others.length,
      }),
      action: t('panel.order.split'),
    })
    if (!isConfirmed) return
    const { orderId: id, version } = order
    const { data } = await api
      .post('/api/Shop/SplitOrder', { id, version })
      .finally(() => void actions.refresh())
    const numbers = data.orders.slice(1).map(({ orderNumber, brandName }) => `${orderNumber} (${brandName})`)
    notifyDone(t('panel.order.splitDone', { numbers: numbers.join(', ') }))
    void navigate({ to: '/siparisler/$orderId', params: { orderId: id } })
  }
  return (
    <IconButton Icon={IconArrowsSplit} {...actions.button('split', split)}>
      {t('panel.order.split')}
    </IconButton>
  )
}

/** As a file or on paper. */
function Downloads({ order: { guidKey } }: { order: OrderDetail }) {
  const { button, isBusy } = useBusy()
  const pdf = button('pdf', () => api.download('/api/Shop/GetOrderPdf', { guidKey }))
  const excel = button('excel', () => api.download('/api/Shop/GetOrderExcel', { guidKey }))
  return (
    <DropMenu
      label={t('panel.order.download')}
      className={`pressable ${tools.tool}`}
      button={
        <>
          {isBusy ? <Loader size={18} /> : <IconDownload size={18} aria-hidden />}
          {t('panel.order.download')}
          <IconChevronDown size={16} aria-hidden />
        </>
      }
    >
      <MenuItem Icon={IconFileTypePdf} onClick={pdf.onClick}>
        PDF
      </MenuItem>
      <MenuItem Icon={IconFileTypeXls} onClick={excel.onClick}>
        Excel
      </MenuItem>
      <MenuItem Icon={IconPrinter} onClick={() => window.print()}>
        {t('ordering.order.print')}
      </MenuItem>
    </DropMenu>
  )
}
