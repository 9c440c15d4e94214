#!/usr/bin/env node
// Carries Toptan's requests to an ERP inside the network that it runs in. Runs until SIGTERM or Ctrl-C.
import { readFileSync } from 'node:fs'
import { runAgent } from './agent.mjs'

const names = { toptanUrl: 'TOPTAN_URL', toptanToken: 'TOPTAN_TOKEN', erpUrl: 'ERP_URL', erpKey: 'ERP_KEY' }

const ending = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.once(signal, () => ending.abort())

try {
  const settings = readSettings(process.argv[2])
  say(`Asking ${settings.toptanUrl} for requests to ${settings.erpUrl}`)
  await runAgent(settings, { signal: ending.signal, say })
  say('Stopped')
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}

/** From a JSON file where one is named, else from the environment. */
function readSettings(file) {
  const given = file ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const settings = {}
  for (const [name, variable] of Object.entries(names)) {
    const value = given[name] ?? process.env[variable]
    if (typeof value !== 'string' || value === '')
      throw new Error(`${variable} is missing; in a settings file it is "${name}".`)
    settings[name] = value
  }
  for (const name of ['toptanUrl', 'erpUrl']) {
    if (!/^https?:\/\//.test(settings[name]))
      throw new Error(`${names[name]} must start with http:// or https://.`)
    // It is said in the log; a password in it would be too.
    const url = new URL(settings[name])
    if (url.username || url.password) throw new Error(`${names[name]} must not contain a username.`)
  }
  return settings
}

function say(line) {
  console.log(`${new Date().toISOString()} ${line}`)
}
