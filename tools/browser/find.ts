import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

// The headless shell draws no window of its own, which makes pages a quarter cheaper.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]
const applications = [
  'Google Chrome.app/Contents/MacOS/Google Chrome',
  'Chromium.app/Contents/MacOS/Chromium',
  'Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
]

/** Path of an installed Chromium or Chrome, `VERMILION_BROWSER` first. */
export function findBrowser(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return [
    process.env.VERMILION_BROWSER ?? '',
    ...folders.flatMap((folder) => names.map((name) => join(folder, name))),
    '/snap/bin/chromium',
    '/usr/lib/chromium/chromium-headless-shell',
    '/usr/lib/chromium/chromium',
    '/opt/google/chrome/chrome',
    ...['/Applications', join(homedir(), 'Applications')].flatMap((folder) =>
      applications.map((name) => join(folder, name)),
    ),
    chromium.executablePath(),
  ].find((path) => path !== '' && existsSync(path))
}
