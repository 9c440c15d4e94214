export type Device = { browser: string | undefined; system: string | undefined }

/** Order matters: user agents also contain the names of older browsers. */
const browsers: [string, RegExp][] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|OPiOS|OPX|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Yandex Browser', /\bYaBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['DuckDuckGo', /\b(DuckDuckGo|Ddg)\//],
  ['UC Browser', /\bUCBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(HeadlessChrome|Chrome|CriOS)\//],
  ['Safari', /\bVersion\/\S+ .*\bSafari\//],
]

const systems: [string, RegExp][] = [
  ['Windows', /\bWindows NT\b/],
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

/** User agents come from clients, so bound the work. */
const maxUserAgentLength = 300

/** Other programs, e.g. curl, are called by their own name. */
export function deviceOf(userAgent: string): Device {
  const text = userAgent.slice(0, maxUserAgentLength)
  const nameIn = (list: [string, RegExp][]) => list.find(([, pattern]) => pattern.test(text))?.[0]
  const programName = /^(?!Mozilla\/)([A-Za-z][\w.-]{0,30})(\/|$)/.exec(text)?.[1]
  return { browser: nameIn(browsers) ?? programName, system: nameIn(systems) }
}
