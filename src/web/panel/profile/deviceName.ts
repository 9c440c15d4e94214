/** What a session was opened with, as far as its User-Agent tells: the names of its makers, the same in all languages. */
export type Device = { browser: string | undefined; system: string | undefined }

/** Each calls itself what those before it are called too: the first that is found is the one. */
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

/** The longest User-Agent that is looked at: whoever signs in writes it. */
const longest = 300

/** Reads browser and system out of a User-Agent. A program that is no browser is called by its own name. */
export function deviceOf(userAgent: string): Device {
  const text = userAgent.slice(0, longest)
  const nameIn = (list: [string, RegExp][]) => list.find(([, sign]) => sign.test(text))?.[0]
  const own = /^(?!Mozilla\/)([A-Za-z][\w.-]{0,30})(\/|$)/.exec(text)?.[1]
  return { browser: nameIn(browsers) ?? own, system: nameIn(systems) }
}
