import { Button } from '@mantine/core'
import { IconFileTypePdf, IconFileTypeXls, IconPrinter, IconShare2 } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '#web/i18n.ts'
import { printPage } from './printing.ts'
import { canShare, useDownload } from './useDownload.ts'

/** PDF, workbook and print buttons. */
export function Documents({ guidKey }: { guidKey: string }) {
  const { busy, download, share } = useDownload(guidKey)
  const [isPrinting, setIsPrinting] = useState(false)
  const print = () => {
    setIsPrinting(true)
    void printPage().finally(() => setIsPrinting(false))
  }
  return (
    <>
      {canShare && (
        <Button
          variant="light"
          leftSection={<IconShare2 size={18} aria-hidden />}
          loading={busy === 'share'}
          onClick={share}
        >
          {t('ordering.order.share')}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconFileTypePdf size={18} aria-hidden />}
        loading={busy === 'pdf'}
        onClick={() => download('pdf')}
      >
        PDF
      </Button>
      <Button
        variant="default"
        leftSection={<IconFileTypeXls size={18} aria-hidden />}
        loading={busy === 'excel'}
        onClick={() => download('excel')}
      >
        Excel
      </Button>
      <Button
        variant="default"
        leftSection={<IconPrinter size={18} aria-hidden />}
        loading={isPrinting}
        onClick={print}
      >
        {t('ordering.order.print')}
      </Button>
    </>
  )
}
