type Progress = { phase: string; done: number; total?: number | undefined }

/** Updates one terminal line; otherwise prints every few seconds. */
export function progressLine(): { show: (progress: Progress) => void; end: () => void } {
  const terminal = process.stderr.isTTY
  let last = Date.now()
  let open = false
  return {
    show: ({ phase, done, total }) => {
      const share = total ? `${Math.floor((100 * done) / total)} %` : done > 0 ? String(done) : ''
      if (terminal) {
        process.stderr.write(`\r\u001b[K${phase} ${share}`)
        open = true
      } else if (Date.now() - last > 3000) {
        last = Date.now()
        console.error(`${phase} ${share}`)
      }
    },
    end: () => {
      if (open) process.stderr.write('\r\u001b[K')
      open = false
    },
  }
}
