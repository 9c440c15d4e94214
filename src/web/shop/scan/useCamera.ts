import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Detect, loadDetector } from './detector.ts'
import { createRepeatGuard } from './repeatGuard.ts'

/** insecure: browsers require https. */
export type CameraFault = 'insecure' | 'refused' | 'none' | 'busy' | 'failed'
type CameraState = 'off' | 'starting' | 'running' | CameraFault

/** Fast enough for a hand, and keeps the phone cool. */
const scanIntervalMs = 110

type Camera = {
  state: CameraState
  hasTorch: boolean
  isTorchOn: boolean
  start: () => void
  stop: () => void
  switchTorch: () => void
}

/** Reads codes from the rear camera. Stops when the page is hidden or on unmount. */
export function useCamera(video: RefObject<HTMLVideoElement | null>, onCode: (code: string) => void): Camera {
  const [state, setState] = useState<CameraState>('off')
  const [hasTorch, setHasTorch] = useState(false)
  const [isTorchOn, setIsTorchOn] = useState(false)
  const running = useRef<AbortController>(null)
  const handleCode = useEffectEvent(onCode)

  const stop = () => {
    running.current?.abort()
    running.current = null
    setIsTorchOn(false)
    setHasTorch(false)
    setState('off')
  }
  const start = async () => {
    running.current?.abort()
    const abort = new AbortController()
    running.current = abort
    setState('starting')
    try {
      const [detect, stream] = await Promise.all([loadDetector(), openCamera(abort.signal)])
      if (!video.current || abort.signal.aborted) return
      await showStream(video.current, stream)
      // Stopped before the picture came.
      if (abort.signal.aborted) return
      setHasTorch(canUseTorch(stream))
      setState('running')
      await readCodes(video.current, detect, abort.signal, handleCode)
    } catch (error) {
      if (abort.signal.aborted) return
      abort.abort()
      setState(faultOf(error))
    }
  }
  const switchTorch = () => {
    const track = trackOf(video.current)
    const isOn = !isTorchOn
    track?.applyConstraints({ advanced: [{ torch: isOn } as MediaTrackConstraintSet] }).then(
      () => setIsTorchOn(isOn),
      () => setHasTorch(false),
    )
  }

  const stopHidden = useEffectEvent(() => {
    if (document.hidden && running.current) stop()
  })
  useEffect(() => {
    document.addEventListener('visibilitychange', stopHidden)
    return () => {
      document.removeEventListener('visibilitychange', stopHidden)
      running.current?.abort()
    }
  }, [])
  return { state, hasTorch, isTorchOn, start: () => void start(), stop, switchTorch }
}

async function showStream(video: HTMLVideoElement, stream: MediaStream): Promise<void> {
  video.srcObject = stream
  await video.play()
}

async function openCamera(signal: AbortSignal): Promise<MediaStream> {
  if (!('mediaDevices' in navigator))
    throw new DOMException('', isSecureContext ? 'NotFoundError' : 'SecurityError')
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
  })
  const end = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  if (signal.aborted) end()
  else signal.addEventListener('abort', end)
  return stream
}

async function readCodes(
  video: HTMLVideoElement,
  detect: Detect,
  signal: AbortSignal,
  onCode: (code: string) => void,
): Promise<void> {
  const guard = createRepeatGuard()
  while (!signal.aborted) {
    const began = performance.now()
    const seen = video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA ? await detect(video) : []
    for (const { code, format } of seen) {
      if (guard.accepts(code, format, performance.now()) && !signal.aborted) onCode(code)
    }
    // Slow phones keep half of the time for the rest.
    const took = performance.now() - began
    await new Promise((resolve) => setTimeout(resolve, Math.max(took, scanIntervalMs - took)))
  }
}

function trackOf(video: HTMLVideoElement | null): MediaStreamTrack | undefined {
  return video?.srcObject instanceof MediaStream ? video.srcObject.getVideoTracks()[0] : undefined
}

function canUseTorch(stream: MediaStream): boolean {
  const track = stream.getVideoTracks()[0]
  // Firefox lacks it.
  return track !== undefined && 'getCapabilities' in track && 'torch' in track.getCapabilities()
}

const faults: Record<string, CameraFault> = {
  NotAllowedError: 'refused',
  SecurityError: 'insecure',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'busy',
  AbortError: 'busy',
}

function faultOf(error: unknown): CameraFault {
  return (error instanceof DOMException && faults[error.name]) || 'failed'
}
