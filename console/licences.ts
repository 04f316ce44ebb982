import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string | { readonly type: string }
  readonly licenses?: readonly { readonly type: string }[]
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

interface Package {
  readonly name: string
  readonly version: string
  readonly licence: string
  readonly text: string
}

const root = fileURLToPath(new URL('..', import.meta.url))
const workspaces = ['contract', 'canvas', 'trainer', 'scenes', 'server', 'console']
/** The module whose list is filled in. */
const list = /\/src\/areas\/settings\/about\/packages\.ts$/

/**
 * The packages that the product is made of, read off what is installed: the page about it lists them, and
 * `third-party-licences.txt` beside the console holds the texts of their licences.
 */
export function licences(): Plugin {
  let packages: readonly Package[] | undefined
  let isListed = false
  const all = () => (packages ??= collect())
  return {
    name: 'licences',
    load(id) {
      if (!list.test(id)) return null
      isListed = true
      const packages = all().map(({ name, version, licence }) => ({ name, version, licence }))
      return `export const packages = ${JSON.stringify(packages)}`
    },
    generateBundle() {
      if (!isListed) this.error('no module of the console lists the packages: has packages.ts moved?')
      const texts = all().map(({ name, version, licence, text }) => `${name} ${version} (${licence})\n\n${text}\n`)
      this.emitFile({
        type: 'asset',
        fileName: 'third-party-licences.txt',
        source: texts.join(`\n${'-'.repeat(80)}\n\n`),
      })
    },
  }
}

function collect(): Package[] {
  const collected = new Map<string, Package>()
  const visited = new Set<string>()
  const visit = (folder: string) => {
    if (visited.has(folder)) return
    visited.add(folder)
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
    const { name, version } = manifest
    const isOurs = name.startsWith('@vermilion/')
    if (!isOurs)
      collected.set(`${name} ${version}`, { name, version, licence: licenceOf(manifest), text: textOf(folder) })
    for (const dependency of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })) {
      const packageFolder = locate(folder, dependency)
      if (packageFolder !== undefined && !dependency.startsWith('@vermilion/')) visit(packageFolder)
    }
  }
  for (const workspace of workspaces) visit(join(root, workspace))
  return [...collected.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** As Node finds a package; undefined for an optional one that is not installed. */
function locate(from: string, name: string): string | undefined {
  const folder = join(from, 'node_modules', name)
  if (existsSync(join(folder, 'package.json'))) return folder
  return dirname(from) === from ? undefined : locate(dirname(from), name)
}

function licenceOf({ license, licenses = [] }: Manifest): string {
  if (typeof license === 'string') return license
  return license?.type ?? (licenses.map(({ type }) => type).join(' OR ') || 'see its text')
}

function textOf(folder: string): string {
  const file = readdirSync(folder).find((name) => /^(?:licen[cs]e|copying)/i.test(name))
  return file === undefined
    ? 'The package carries no text of its own.'
    : readFileSync(join(folder, file), 'utf8').trim()
}
