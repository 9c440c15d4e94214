import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Detect, loadDetector } from './detector.ts'
import { createRepeatGuard } from './repeatGuard.ts'

/** Why the camera cannot be used. insecure: browsers give it to https pages alone. */
export type CameraFault = 'insecure' | 'refused' | 'none' | 'busy' | 'failed'
type CameraState = 'off' | 'starting' | 'running' | CameraFault

/** Looks at most this often, in milliseconds: quick enough for a hand, and the phone stays cool. */
const pause = 110

type Camera = {
  state: CameraState
  hasTorch: boolean
  isTorchOn: boolean
  start: () => void
  stop: () => void
  switchTorch: () => void
}

/**
 * The rear camera in a video element; every code it reads is handed on. It stops when the page is hidden or the part
 * goes away.
 */
export function useCamera(video: RefObject<HTMLVideoElement | null>, onCode: (code: string) => void): Camera {
  const [state, setState] = useState<CameraState>('off')
  const [hasTorch, setHasTorch] = useState(false)
  const [isTorchOn, setIsTorchOn] = useState(false)
  const running = useRef<AbortController>(null)
  const take = useEffectEvent(onCode)

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
      await show(video.current, stream)
      // Stopped while the picture was still to come.
      if (abort.signal.aborted) return
      setHasTorch(canLight(stream))
      setState('running')
      await watch(video.current, detect, abort.signal, take)
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

async function show(video: HTMLVideoElement, stream: MediaStream): Promise<void> {
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

async function watch(
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
    // On a slow phone half of the time stays for everything else.
    const took = performance.now() - began
    await new Promise((resolve) => setTimeout(resolve, Math.max(took, pause - took)))
  }
}

function trackOf(video: HTMLVideoElement | null): MediaStreamTrack | undefined {
  return video?.srcObject instanceof MediaStream ? video.srcObject.getVideoTracks()[0] : undefined
}

/** True where the camera has a lamp that can be switched. */
function canLight(stream: MediaStream): boolean {
  const track = stream.getVideoTracks()[0]
  // Firefox does not have it at all.
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
