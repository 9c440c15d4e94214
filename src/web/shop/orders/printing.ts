/** How long photos that have not come are waited for, in milliseconds. */
const patience = 15_000

function settled(image: HTMLImageElement): Promise<void> {
  if (image.complete && image.naturalWidth > 0) return Promise.resolve()
  return new Promise((resolve) => {
    for (const event of ['load', 'error']) image.addEventListener(event, () => resolve(), { once: true })
  })
}

/** Has photos fetched that nobody has scrolled to, and waits for them as long as it makes sense. */
async function loadPhotos(): Promise<void> {
  const photos = [...document.querySelectorAll<HTMLImageElement>('main img[loading="lazy"]')]
  const waits = photos.map((photo) => {
    photo.loading = 'eager'
    return settled(photo)
  })
  await Promise.race([Promise.all(waits), new Promise((resolve) => setTimeout(resolve, patience))])
}

// By the browser's own menu: it is not ours to wait then, but some browsers do.
window.addEventListener('beforeprint', () => void loadPhotos())

/** Prints the page with all its photos. */
export async function printPage(): Promise<void> {
  await loadPhotos()
  window.print()
}
