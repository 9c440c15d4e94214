#!/usr/bin/env node
// Forwards Toptan's requests to an ERP in its own network. Runs until SIGTERM or Ctrl-C.
import { readFileSync } from 'node:fs'
import { runAgent } from './agent.mjs'

const variables = {
  toptanUrl: 'TOPTAN_URL',
  toptanToken: 'TOPTAN_TOKEN',
  erpUrl: 'ERP_URL',
  erpKey: 'ERP_KEY',
}

const stopping = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.once(signal, () => stopping.abort())

try {
  const settings = readSettings(process.argv[2])
  say(`Asking ${settings.toptanUrl} for requests to ${settings.erpUrl}`)
  await runAgent(settings, { signal: stopping.signal, say })
  say('Stopped')
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}

function readSettings(file) {
  const fromFile = file ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const settings = {}
  for (const [name, variable] of Object.entries(variables)) {
    const value = fromFile[name] ?? process.env[variable]
    if (typeof value !== 'string' || value === '')
      throw new Error(`${variable} is missing; in a settings file it is "${name}".`)
    settings[name] = value
  }
  for (const name of ['toptanUrl', 'erpUrl']) {
    if (!/^https?:\/\//.test(settings[name]))
      throw new Error(`${variables[name]} must start with http:// or https://.`)
    // The addresses are logged.
    const url = new URL(settings[name])
    if (url.username || url.password) throw new Error(`${variables[name]} must not contain a username.`)
  }
  return settings
}

function say(line) {
  console.log(`${new Date().toISOString()} ${line}`)
}
