import { Group, TextInput, Title } from '@mantine/core'
import { IconHandStop, IconPencilCheck, IconRefresh, IconTrashX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Transfer, TransferAttempt } from '#shared/erp/erp.ts'
import { pages } from '#shared/pages.ts'
import { formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { confirm } from '#web/ui/confirm.ts'
import { useMayOpen } from '../access.ts'
import { Dialog } from '../Dialog.tsx'
import { Facts } from '../Facts.tsx'
import { IconButton } from '../IconButton.tsx'
import { Loaded } from '../Loaded.tsx'
import { refetch } from '../refetch.ts'
import { ErpMessage } from './ErpMessage.tsx'
import { TransferBadge } from './TransferBadge.tsx'
import classes from './Transfers.module.css'
import { isUnnamed, transferCan, useOrderTransfer, useTransferActions } from './useTransferActions.ts'

type Props = { orderId: string; orderNumber: string }

/** Absent if the order was never queued. */
export function OrderTransfer({ orderId, orderNumber }: Props) {
  const mayAct = useMayOpen(pages.erp)
  const query = useOrderTransfer(orderId)
  const transfer = query.data?.transfer
  const state = transfer?.state
  useEffect(() => {
    if (!state) return
    void refetch(['order', orderId], ['orderHistory', orderId])
  }, [state, orderId])
  if (query.data && !transfer) return null
  return (
    <section className="box" aria-labelledby="order-transfer">
      <Title order={2} size="h5" id="order-transfer" mb="xs">
        {t('panel.erp.orderTitle')}
      </Title>
      <Loaded query={query} height={60} isPolled>
        {() =>
          transfer && (
            <>
              <TransferFacts transfer={transfer} />
              {mayAct && <TransferActions orderId={orderId} orderNumber={orderNumber} />}
              <Attempts orderId={orderId} />
            </>
          )
        }
      </Loaded>
    </section>
  )
}

function TransferFacts({ transfer }: { transfer: Transfer }) {
  const { state, erpNumber, settledAt, requestedAt, errorClass, heldBecause } = transfer
  const isSent = state === 'sent'
  return (
    <>
      <Facts
        className={classes.facts}
        facts={{
          [t('order.state')]: (
            <span role="status">
              <TransferBadge transfer={transfer} />
            </span>
          ),
          [t('panel.erp.erpNumber')]: erpNumber && <bdi className="number">{erpNumber}</bdi>,
          [t(isSent ? 'panel.erp.sentAt' : 'panel.erp.waitingSince')]: formatDateTime(
            isSent ? (settledAt ?? '') : requestedAt,
          ),
        }}
      />
      {!isSent && (errorClass !== '' || heldBecause !== '') && (
        <div className={classes.why}>
          <TransferError transfer={transfer} />
        </div>
      )}
    </>
  )
}

/** Newest first. */
export function Attempts({ orderId }: { orderId: string }) {
  const query = useOrderTransfer(orderId)
  return (
    <Loaded query={query} height={60} isPolled>
      {({ transfer, attempts }) =>
        attempts.length === 0 ? (
          <p className="soft">{t('panel.erp.noAttempts')}</p>
        ) : (
          <ol className="plain" aria-label={t('panel.erp.attempts')}>
            {attempts.map((attempt, index) => (
              <Attempt
                key={attempt.attempt}
                attempt={attempt}
                isUnderWay={transfer?.state === 'sending' && index === 0}
              />
            ))}
          </ol>
        )
      }
    </Loaded>
  )
}

function Attempt({ attempt, isUnderWay }: { attempt: TransferAttempt; isUnderWay: boolean }) {
  const { attempt: number, startedAt, outcome, error, raw, erpNumber } = attempt
  const broken = isUnderWay ? 'underWay' : 'broken'
  return (
    <li className={classes.attempt} data-outcome={outcome || broken}>
      <div className={classes.attemptHead}>
        <strong>
          {t(`panel.erp.outcome.${outcome === '' ? broken : outcome}`)}
          {erpNumber && (
            <>
              {' · '}
              <bdi className="number">{erpNumber}</bdi>
            </>
          )}
        </strong>
        <span className="soft">
          {t('panel.erp.attempt', { number })} {' · '}
          <time dateTime={startedAt}>{formatDateTime(startedAt)}</time>
        </span>
      </div>
      {outcome === 'rejected' && (
        <p className={classes.said} dir="auto">
          {error}
        </p>
      )}
      <ErpMessage text={outcome === 'rejected' ? '' : error} raw={raw} />
    </li>
  )
}

type TransferErrorProps = {
  transfer: Pick<Transfer, 'state' | 'heldBecause' | 'errorClass' | 'error' | 'made'>
}

/** Why an order is not in the ERP; refusals include the ERP's reason. */
export function TransferError({ transfer }: TransferErrorProps) {
  const { state, heldBecause, errorClass, error } = transfer
  if (state === 'held' && heldBecause !== '') return t(`panel.erp.heldBecause.${heldBecause}`)
  if (errorClass === '') return '–'
  return (
    <div className={classes.error}>
      {isNotShown(transfer) ? notShown(transfer) : t(`panel.erp.errorClass.${errorClass}`)}
      {errorClass === 'rejected' && (
        <bdi className={classes.reason} title={error}>
          {error}
        </bdi>
      )}
    </div>
  )
}

type Made = Pick<Transfer, 'errorClass' | 'made'>

const isNotShown = ({ errorClass, made }: Made) => errorClass === 'rejected' && made !== undefined

const notShown = (transfer: Made) =>
  isUnnamed(transfer)
    ? t('panel.erp.notShownElsewhere')
    : t('panel.erp.notShown', { made: transfer.made ?? '' })

export function TransferActions({ orderId, orderNumber }: { orderId: string; orderNumber: string }) {
  const { data } = useOrderTransfer(orderId)
  const { button, retry, hold, enter, markGone } = useTransferActions()
  const [isEntering, setIsEntering] = useState(false)
  const transfer = data?.transfer
  if (!transfer || !transferCan.enter(transfer)) return null
  const confirmGone = async () => {
    const isConfirmed = await confirm({
      title: t('panel.erp.goneTitle', { number: orderNumber }),
      text: isUnnamed(transfer)
        ? t('panel.erp.goneElsewhereText')
        : t('panel.erp.goneText', { made: transfer.made ?? '' }),
      action: t('panel.erp.goneSave'),
      isDangerous: true,
    })
    if (isConfirmed) await markGone(orderId)
  }
  return (
    <Group gap="xs" mb="sm" role="group" aria-label={t('panel.erp.deeds')}>
      {transferCan.retry(transfer) && (
        <IconButton Icon={IconRefresh} {...button('retry', () => retry([orderId]))}>
          {t('panel.erp.retry')}
        </IconButton>
      )}
      {transferCan.hold(transfer) && (
        <IconButton Icon={IconHandStop} {...button('hold', () => hold([orderId]))}>
          {t('panel.erp.hold')}
        </IconButton>
      )}
      <IconButton Icon={IconPencilCheck} onClick={() => setIsEntering(true)}>
        {t('panel.erp.entered')}
      </IconButton>
      {transferCan.markGone(transfer) && (
        <IconButton Icon={IconTrashX} {...button('gone', confirmGone)}>
          {t('panel.erp.gone')}
        </IconButton>
      )}
      {isEntering && (
        <EnteredDialog
          orderNumber={orderNumber}
          enter={(number) => enter(orderId, number)}
          onClose={() => setIsEntering(false)}
        />
      )}
    </Group>
  )
}

type DialogProps = {
  orderNumber: string
  enter: (erpNumber: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for the ERP's number of a manually entered order. */
function EnteredDialog({ orderNumber, enter, onClose }: DialogProps) {
  const [number, setNumber] = useState('')
  const [problem, setProblem] = useState<string>()
  const { mutate, isPending, error } = useMutation({
    networkMode: 'always',
    mutationFn: enter,
    onSuccess: onClose,
  })
  const save = () => {
    if (isPending) return
    if (number.trim() === '') setProblem(t('panel.erp.numberWanted'))
    else mutate(number.trim())
  }
  return (
    <Dialog
      title={t('panel.erp.enteredTitle', { number: orderNumber })}
      text={t('panel.erp.enteredText')}
      error={error?.message}
      action={{ text: t('panel.erp.enteredSave'), isOnEnter: true, loading: isPending, onClick: save }}
      onClose={onClose}
    >
      <TextInput
        label={t('panel.erp.erpNumber')}
        required
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        maxLength={50}
        value={number}
        error={problem}
        onChange={(event) => {
          setNumber(event.currentTarget.value)
          setProblem(undefined)
        }}
      />
    </Dialog>
  )
}
