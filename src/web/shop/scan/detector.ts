import wasmAddress from 'zxing-wasm/reader/zxing_reader.wasm?url'

/** EAN and UPC on goods, the others on cartons and showroom labels. */
const formats = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_128', 'code_39', 'itf', 'qr_code'] as const

type SeenCode = { code: string; format: string }
export type Detect = (picture: HTMLVideoElement | ImageBitmap) => Promise<SeenCode[]>

type Native = {
  new (options: {
    formats: readonly string[]
  }): {
    detect: (picture: HTMLVideoElement | ImageBitmap) => Promise<{ rawValue: string; format: string }[]>
  }
  getSupportedFormats: () => Promise<string[]>
}

let loadingDetector: Promise<Detect> | undefined

/** The browser's own detector if it supports all formats, else the bundled one. */
export function loadDetector(): Promise<Detect> {
  loadingDetector ??= create().catch((error: unknown) => {
    loadingDetector = undefined
    throw error
  })
  return loadingDetector
}

async function create(): Promise<Detect> {
  const detector = (await nativeDetector()) ?? (await bundledDetector())
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

async function bundledDetector() {
  const { BarcodeDetector, prepareZXingModule } = await import('barcode-detector/ponyfill')
  // Otherwise it would load from a public server.
  await prepareZXingModule({ overrides: { locateFile: () => wasmAddress }, fireImmediately: true })
  return new BarcodeDetector({ formats: [...formats] })
}
