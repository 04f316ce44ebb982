import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findBrowser } from './find.ts'

/** Path of Chromium or Chrome; installs one if missing, with a message. */
export function ensureBrowser(): string {
  const browserPath = findBrowser()
  if (browserPath !== undefined) return browserPath
  const commands = installation()
  console.log(
    `No Chromium or Chrome is installed. Running: ${commands.map((command) => command.join(' ')).join(' && ')}`,
  )
  for (const [program = '', ...programArguments] of commands) {
    const { status, error } = spawnSync(program, programArguments, { stdio: ['ignore', 'inherit', 'inherit'] })
    if (status !== 0) throw new Error(`${program} could not install a browser`, { cause: error })
  }
  const installed = findBrowser()
  if (installed === undefined)
    throw new Error('Chromium was installed, but is in none of the usual places; set VERMILION_BROWSER')
  return installed
}

/** Debian's package with a Chinese font where root is available, else Playwright's browser. */
function installation(): string[][] {
  const playwright = fileURLToPath(new URL('../../node_modules/@playwright/test/cli.js', import.meta.url))
  const rights = rightsToInstall()
  if (!existsSync('/etc/debian_version') || rights === undefined)
    return [[process.execPath, playwright, 'install', 'chromium']]
  return [
    [...rights, 'apt-get', 'update'],
    [
      ...rights,
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      'apt-get',
      'install',
      '-y',
      'chromium-headless-shell',
      'fonts-noto-cjk',
    ],
  ]
}

/** Command prefix for root rights; undefined when root is unavailable without a password. */
function rightsToInstall(): string[] | undefined {
  if (process.getuid?.() === 0) return []
  return spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n'] : undefined
}
