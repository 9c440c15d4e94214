/** Print without photos that take longer. */
const photoTimeoutMs = 15_000

function whenLoaded(image: HTMLImageElement): Promise<void> {
  if (image.complete && image.naturalWidth > 0) return Promise.resolve()
  return new Promise((resolve) => {
    for (const event of ['load', 'error']) image.addEventListener(event, () => resolve(), { once: true })
  })
}

/** Loads lazy photos that were not scrolled to. */
async function loadPhotos(): Promise<void> {
  const photos = [...document.querySelectorAll<HTMLImageElement>('main img[loading="lazy"]')]
  const waits = photos.map((photo) => {
    photo.loading = 'eager'
    return whenLoaded(photo)
  })
  await Promise.race([Promise.all(waits), new Promise((resolve) => setTimeout(resolve, photoTimeoutMs))])
}

// For the browser's own print menu, though not every browser waits.
window.addEventListener('beforeprint', () => void loadPhotos())

/** Has everything drawn, and waits for all photos. */
export async function printPage(): Promise<void> {
  window.dispatchEvent(new Event('beforeprint'))
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  await loadPhotos()
  window.print()
}
