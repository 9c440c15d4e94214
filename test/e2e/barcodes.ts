/** From 1; see db/demo/catalogue.ts. */
export function demoBarcode(number: number, firm = '0011'): string {
  const digits = `869${firm}${String(number).padStart(5, '0')}`
  const sum = [...digits].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  )
  return `${digits}${(10 - (sum % 10)) % 10}`
}

/** True is a bar; includes the quiet zones. */
export function ean13Bars(code: string): boolean[] {
  const left = [
    '0001101',
    '0011001',
    '0010011',
    '0111101',
    '0100011',
    '0110001',
    '0101111',
    '0111011',
    '0110111',
    '0001011',
  ]
  const parity = [
    'LLLLLL',
    'LLGLGG',
    'LLGGLG',
    'LLGGGL',
    'LGLLGG',
    'LGGLLG',
    'LGGGLL',
    'LGLGLG',
    'LGLGGL',
    'LGGLGL',
  ]
  const inverted = (bits: string) => bits.replace(/./g, (bit) => (bit === '0' ? '1' : '0'))
  const digits = [...code].map(Number)
  const lefts = digits.slice(1, 7).map((digit, place) => {
    const bits = left[digit] ?? ''
    return parity[digits[0] ?? 0]?.[place] === 'L' ? bits : [...inverted(bits)].toReversed().join('')
  })
  const rights = digits.slice(7).map((digit) => inverted(left[digit] ?? ''))
  const quietZone = '0'.repeat(12)
  const modules = `${quietZone}101${lefts.join('')}01010${rights.join('')}101${quietZone}`
  return [...modules].map((module) => module === '1')
}

/** One 640×480 frame in the format of Chromium's fake camera. */
export function barcodeVideo(code: string): Buffer {
  const [width, height, module] = [640, 480, 4]
  const bars = ean13Bars(code)
  const from = Math.floor((width - bars.length * module) / 2)
  const luma = Buffer.alloc(width * height, 200)
  for (let y = 120; y < 360; y += 1) {
    for (let x = 0; x < bars.length * module; x += 1) {
      luma[y * width + from + x] = bars[Math.floor(x / module)] ? 20 : 235
    }
  }
  const chroma = Buffer.alloc((width * height) / 2, 128)
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, chroma])
  return Buffer.concat([head, ...Array.from({ length: 10 }, () => frame)])
}
