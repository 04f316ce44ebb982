import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { beforeAll, expect, test, vi } from 'vitest'

/** Kilobytes (1,000 bytes) of scripts and style sheets, compressed by Brotli at its best, by the page that is opened first. */
const budgets = { 'login-page': 250, 'welcome-page': 350, 'studio-page': 450, other: 600 } as const
const maxScripts = 130
const maxScriptsOfPage = 20

let chunks: Map<string, Rolldown.OutputChunk>
let assets: Map<string, Rolldown.OutputAsset>

beforeAll(async () => {
  // Vite would build React for development.
  vi.stubEnv('NODE_ENV', 'production')
  const root = fileURLToPath(new URL('.', import.meta.url))
  const { output } = (await build({ root, logLevel: 'error', build: { write: false } })) as Rolldown.RolldownOutput
  vi.unstubAllEnvs()
  chunks = new Map(output.filter((file) => file.type === 'chunk').map((chunk) => [chunk.fileName, chunk]))
  assets = new Map(output.filter((file) => file.type === 'asset').map((asset) => [asset.fileName, asset]))
})

test(`the console is built into at most ${maxScripts} scripts`, () => {
  const scripts = [...chunks.keys(), ...assets.keys()].filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeLessThanOrEqual(maxScripts)
})

// The router of the server takes at most 100 characters of a name, and answers longer ones as missing.
test('the name of each file is one that the server serves', () => {
  expect([...chunks.keys(), ...assets.keys()].filter((name) => name.length > 100)).toEqual([])
})

test(`each page that is opened first loads at most ${maxScriptsOfPage} scripts, and weighs no more than its budget`, () => {
  const sizes = new Map<string, number>()
  const pages = pageFiles()
  expect(pages.size).toBeGreaterThan(30)
  const table = [...pages].map(([page, files]) => {
    const budget = page in budgets ? budgets[page as keyof typeof budgets] : budgets.other
    const scripts = files.filter((name) => name.endsWith('.js')).length
    const size = files.reduce((sum, name) => sum + sizeOf(name, sizes), 0)
    const line = `${page.padEnd(44)} ${size.toFixed(0).padStart(4)} of ${budget} kB in ${scripts} scripts`
    return { line, size, isTooMuch: size > budget || scripts > maxScriptsOfPage }
  })
  // eslint-disable-next-line no-console -- a reader of the run wants to know how far each page is from its budget
  console.log(
    table
      .toSorted((one, other) => one.size - other.size)
      .map(({ line }) => line)
      .join('\n'),
  )
  expect(table.filter(({ isTooMuch }) => isTooMuch).map(({ line }) => line)).toEqual([])
})

/** Each page's files: those of the entry, of the shell around it, and of its own route. */
function pageFiles(): Map<string, string[]> {
  const html = String(assets.get('index.html')?.source)
  const [, entry] = /<script type="module"[^>]* src="\.\/(assets\/entry[^"]+\.js)"/.exec(html) ?? []
  if (entry === undefined) throw new Error('index.html loads no entry')
  const routes = [...chunks.values()].filter(({ isDynamicEntry }) => isDynamicEntry)
  const shell = routes.find(({ name }) => name === 'shell')
  if (shell === undefined) throw new Error('the shell is no chunk of its own')
  const pages = new Map([['login-page', loadedWith([entry])]])
  for (const { fileName, name, facadeModuleId } of routes) {
    if (!isPage(facadeModuleId)) continue
    const key = name in budgets ? name : facadeModuleId.replace(/.*\/src\//, '')
    pages.set(key, loadedWith([entry, shell.fileName, fileName]))
  }
  return pages
}

const isPage = (module: string | null): module is string => module !== null && /(?:-pages?|\/pages)\.tsx?$/.test(module)

/** These chunks, whatever they import, and the style sheets of all. */
function loadedWith(names: readonly string[]): string[] {
  const files = new Set<string>()
  const visit = (name: string) => {
    if (files.has(name)) return
    files.add(name)
    const chunk = chunks.get(name)
    for (const style of chunk?.viteMetadata?.importedCss ?? []) files.add(style)
    chunk?.imports.forEach(visit)
  }
  names.forEach(visit)
  return [...files]
}

function sizeOf(name: string, sizes: Map<string, number>): number {
  const measured = sizes.get(name)
  if (measured !== undefined) return measured
  const content = chunks.get(name)?.code ?? assets.get(name)?.source ?? ''
  const size = brotliCompressSync(content).length / 1_000
  sizes.set(name, size)
  return size
}
