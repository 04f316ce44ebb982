export interface Client {
  readonly program: string | null
  readonly system: string | null
}

/** Specific ones first: browsers also name the ones that they resemble. */
const programs: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\/(\d+)/],
  ['Opera', /\b(?:OPR|Opera)\/(\d+)/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:Headless)?(?:Chrome|CriOS)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+)[\d.]* (?:Mobile\/\w+ )?Safari\//],
  ['curl', /^curl\/(\d+\.\d+)/],
  ['Wget', /^Wget\/(\d+\.\d+)/],
  ['Python Requests', /\bpython-requests\/(\d+\.\d+)/],
  ['Python', /\bPython(?:-urllib)?\/(\d+\.\d+)/],
  ['Go', /\bGo-http-client\/(\d+)/],
  ['Node', /^node(?:\/(\d+))?/],
  ['vermilion', /^vermilion\b/],
]

const systems: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
]

export function clientOf(userAgent: string | null): Client {
  if (userAgent === null) return { program: null, system: null }
  const program = programs.find(([, pattern]) => pattern.test(userAgent))
  const version = program?.[1].exec(userAgent)?.[1]
  return {
    program: program === undefined ? null : [program[0], version].filter(Boolean).join(' '),
    system: systems.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? null,
  }
}
