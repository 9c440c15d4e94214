import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { environmentFor, Problem, runQuietly, say } from './run.mjs'

/** Installs it if it is missing and can be installed. */
export async function chromium(node) {
  // The engine without windows comes first: the tests take less time in it.
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(
    (name) => `/usr/bin/${name}`,
  )
  const find = () => [process.env.CHROMIUM, ...names].find((file) => file && fs.existsSync(file))
  if (find()) return find()
  say('Installing Chromium for the browser tests …')
  const advice =
    'The browser tests need Chromium: install it (on Debian and Ubuntu "apt-get install chromium"), or set CHROMIUM to the path of its program.'
  const hasApt = fs.existsSync('/usr/bin/apt-get')
  if (process.getuid?.() === 0 && hasApt) {
    // Not every distribution has the engine without windows.
    const install = 'apt-get install -y --no-install-recommends fonts-noto-core'
    const command = `apt-get update && (${install} chromium-headless-shell || ${install} chromium)`
    await runQuietly(
      '/bin/sh',
      ['-c', command],
      { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      advice,
    )
    if (find()) return find()
    throw new Problem(advice)
  }
  await runQuietly(
    node,
    ['node_modules/@playwright/test/cli.js', 'install', 'chromium'],
    environmentFor(node),
    advice,
  )
  const script = "import('@playwright/test').then((it) => console.log(it.chromium.executablePath()))"
  const executable = spawnSync(node, ['-e', script], { encoding: 'utf8' }).stdout.trim()
  if (!fs.existsSync(executable)) throw new Problem(advice)
  return executable
}
