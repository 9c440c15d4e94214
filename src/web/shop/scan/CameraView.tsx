import { Button, FileButton, Loader } from '@mantine/core'
import { IconBulb, IconBulbFilled, IconCamera, IconPhoto, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { t } from '#web/i18n.ts'
import { Note } from '#web/ui/Note.tsx'
import classes from './CameraView.module.css'
import { loadDetector } from './detector.ts'
import { takeCode } from './intake.ts'
import { type CameraFault, useCamera } from './useCamera.ts'

/** The camera, or a photo where there is none. */
export function CameraView() {
  const video = useRef<HTMLVideoElement>(null)
  const camera = useCamera(video, takeCode)
  const { state } = camera
  const isOn = state === 'running' || state === 'starting'
  return (
    <div>
      <div className={classes.frame} hidden={!isOn}>
        {/* Silent live picture: no captions needed. */}
        <video
          ref={video}
          className={classes.video}
          muted
          playsInline
          aria-label={t('ordering.scan.picture')}
        />
        <span className={classes.target} aria-hidden />
        {state === 'starting' && <Loader className={classes.starting ?? ''} color="#fff" />}
        <div className={classes.controls}>
          {camera.hasTorch && (
            <button
              type="button"
              className={classes.control}
              aria-label={t('ordering.scan.torch')}
              aria-pressed={camera.isTorchOn}
              onClick={camera.switchTorch}
            >
              {camera.isTorchOn ? (
                <IconBulbFilled size={22} aria-hidden />
              ) : (
                <IconBulb size={22} aria-hidden />
              )}
            </button>
          )}
          <button
            type="button"
            className={classes.control}
            aria-label={t('ordering.scan.stopCamera')}
            onClick={camera.stop}
          >
            <IconX size={22} aria-hidden />
          </button>
        </div>
      </div>
      {!isOn && (
        <div className={classes.buttons}>
          <Button leftSection={<IconCamera size={20} aria-hidden />} onClick={camera.start}>
            {t('ordering.scan.startCamera')}
          </Button>
          <PhotoButton />
        </div>
      )}
      {!isOn && state !== 'off' && <Fault fault={state} />}
    </div>
  )
}

function Fault({ fault }: { fault: CameraFault }) {
  return (
    <Note
      style={{ marginBlockStart: 10 }}
      color="yellow"
      role="alert"
      title={t(`ordering.scan.camera.${fault}`)}
    >
      {t(fault === 'refused' ? 'ordering.scan.camera.allow' : 'ordering.scan.camera.instead')}
    </Note>
  )
}

/** Taking a photo also works on plain http. */
function PhotoButton() {
  const [isReading, setIsReading] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const read = async (photo: File | null) => {
    if (!photo) return
    setIsReading(true)
    const codes = await codesIn(photo)
    setIsReading(false)
    setHasFailed(codes.length === 0)
    for (const code of codes) takeCode(code)
  }
  return (
    <>
      <FileButton accept="image/*" capture="environment" onChange={(photo) => void read(photo)}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            loading={isReading}
            leftSection={<IconPhoto size={20} aria-hidden />}
          >
            {t('ordering.scan.photo')}
          </Button>
        )}
      </FileButton>
      {hasFailed && (
        <p className={classes.failed} role="alert">
          {t('ordering.scan.photoFailed')}
        </p>
      )}
    </>
  )
}

async function codesIn(photo: File): Promise<string[]> {
  try {
    const [detect, picture] = await Promise.all([loadDetector(), createImageBitmap(photo)])
    const seen = await detect(picture)
    picture.close()
    return [...new Set(seen.map(({ code }) => code))]
  } catch {
    return []
  }
}
