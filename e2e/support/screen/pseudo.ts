import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { BrowserContext } from '@playwright/test'
import { viteProgram } from '../../../tools/launch/console.mjs'

const consoleFolder = fileURLToPath(new URL('../../../console', import.meta.url))

/** Builds the console whose texts are of no language; returns the folder. */
export async function buildPseudoConsole(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vermilion-pseudo-'))
  const flags = ['build', '--mode', 'pseudo', '--outDir', folder, '--emptyOutDir', '--logLevel', 'error']
  await promisify(execFile)(process.execPath, [viteProgram(), ...flags], { cwd: consoleFolder })
  return folder
}

/** Shows a console from a folder; its calls still go to the server. */
export async function serveFrom(context: BrowserContext, folder: string): Promise<void> {
  const page = (await readFile(join(folder, 'index.html'), 'utf8')).replace('<head>', '<head><base href="/">')
  await context.route(
    ({ pathname }) => !pathname.startsWith('/api/'),
    (route, request) => {
      const file = join(folder, new URL(request.url()).pathname)
      const isFile = /\.\w+$/.test(file) && existsSync(file)
      return isFile ? route.fulfill({ path: file }) : route.fulfill({ body: page, contentType: 'text/html' })
    },
  )
}
