/** On first use: it takes 20 MB and a tenth of a second. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // Concurrent calls use several cores; threads per call would occupy all of them.
  sharp.concurrency(1)
  return sharp
}
