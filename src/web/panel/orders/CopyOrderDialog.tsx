import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { OrderDetail } from '#shared/orders.ts'
import { t } from '#web/i18n.ts'
import { CustomerSelect } from './CustomerSelect.tsx'
import { type Copied, copyOrder } from './copyOrder.ts'

/**
 * Orders again, for the same customer or another one: the lines become a draft at that customer's prices of today,
 * which waits among the drafts of the shop and leaves whatever cart is open there alone.
 */
export function CopyOrderDialog({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const [customer, setCustomer] = useState<string | undefined>(order.currAccCode)
  const [isRunning, setIsRunning] = useState(false)
  const [copied, setCopied] = useState<Copied>()
  const [failure, setFailure] = useState<string>()
  const copy = async () => {
    if (!customer || isRunning) return
    setIsRunning(true)
    setFailure(undefined)
    try {
      setCopied(await copyOrder(order, customer))
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    }
    setIsRunning(false)
  }
  return (
    <Modal opened onClose={onClose} withCloseButton={false} centered>
      <Modal.Title fw={600} fz="lg" mb="xs">
        {t('panel.order.copyTitle', { number: order.orderNumber })}
      </Modal.Title>
      <Stack gap="sm">
        {failure && (
          <Alert color="red" variant="light" role="alert">
            {failure}
          </Alert>
        )}
        {copied ? (
          <Done copied={copied} />
        ) : (
          <>
            <Text>{t('panel.order.copyText')}</Text>
            <CustomerSelect label={t('order.customer')} value={customer} onChange={setCustomer} />
          </>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t(copied ? 'action.close' : 'action.cancel')}
          </Button>
          {copied ? (
            copied.count > 0 && (
              <Button component="a" href="/shop/drafts" data-autofocus>
                {t('panel.order.toDrafts')}
              </Button>
            )
          ) : (
            <Button
              // Not the customer, whose choices would open over everything.
              data-autofocus
              aria-busy={isRunning}
              loading={isRunning}
              disabled={!customer}
              onClick={() => void copy()}
            >
              {t('panel.order.copyMake')}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}

function Done({ copied: { count, missing } }: { copied: Copied }) {
  return (
    <div role="status">
      <Text>{count > 0 ? t('panel.order.copyDone', { count }) : t('panel.order.copyNothing')}</Text>
      {missing.length > 0 && (
        <>
          <Text mt="xs">{t('panel.order.copyMissing', { count: missing.length })}</Text>
          <ul>
            {missing.slice(0, 10).map((name) => (
              <li key={name}>
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
