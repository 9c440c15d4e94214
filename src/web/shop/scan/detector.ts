import wasmAddress from 'zxing-wasm/reader/zxing_reader.wasm?url'

/** The symbologies of the trade: EAN and UPC on goods, the others on cartons and on the labels of a showroom. */
const formats = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_128', 'code_39', 'itf', 'qr_code'] as const

type SeenCode = { code: string; format: string }
/** Finds all codes in a picture. */
export type Detect = (picture: HTMLVideoElement | ImageBitmap) => Promise<SeenCode[]>

type Native = {
  new (options: {
    formats: readonly string[]
  }): {
    detect: (picture: HTMLVideoElement | ImageBitmap) => Promise<{ rawValue: string; format: string }[]>
  }
  getSupportedFormats: () => Promise<string[]>
}

let loading: Promise<Detect> | undefined

/** What reads codes here: the browser itself where it can read all of ours, else a reader of our own. Loaded once. */
export function loadDetector(): Promise<Detect> {
  loading ??= create().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function create(): Promise<Detect> {
  const detector = (await nativeDetector()) ?? (await ownDetector())
  return async (picture) => {
    const seen = await detector.detect(picture)
    return seen.map(({ rawValue, format }) => ({ code: rawValue, format }))
  }
}

async function nativeDetector() {
  const Detector = (globalThis as { BarcodeDetector?: Native }).BarcodeDetector
  const supported = await Detector?.getSupportedFormats().catch((): string[] => [])
  if (!Detector || !supported || !formats.every((format) => supported.includes(format))) return undefined
  return new Detector({ formats })
}

async function ownDetector() {
  const { BarcodeDetector, prepareZXingModule } = await import('barcode-detector/ponyfill')
  // From here and nowhere else: left alone, it would fetch its program from a public server.
  await prepareZXingModule({ overrides: { locateFile: () => wasmAddress }, fireImmediately: true })
  return new BarcodeDetector({ formats: [...formats] })
}
