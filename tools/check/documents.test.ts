import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Files created by recipes. */
const examples =
  /(?:^|\/)(?:dota(?:\.test)?|point|draw-point|speech|share(?:\.test)?)\.ts$|(?:^|\/)(?:dota|draw-point)\//

function filesBelow(folder: string): string[] {
  return readdirSync(root + folder, { withFileTypes: true })
    .filter(({ name }) => !/^(?:node_modules|dist|test-results|\..*)$/.test(name))
    .flatMap((entry) => {
      const path = `${folder}${entry.name}`
      return entry.isDirectory() ? filesBelow(`${path}/`) : [path]
    })
}

test('a file of the sources that a document names is there', () => {
  const files = filesBelow('')
  const documents = files.filter((file) => file.endsWith('.md') && (!file.includes('/') || file.startsWith('docs/')))
  expect(documents.length).toBeGreaterThan(20)
  const named = documents.flatMap((document) =>
    [...readFileSync(root + document, 'utf8').matchAll(/`([\w][\w/.-]*\.(?:tsx?|mjs))`/g)].map(([, file = '']) => ({
      document,
      file,
    })),
  )
  expect(named.length).toBeGreaterThan(100)
  const missing = named.filter(
    ({ file }) => !examples.test(file) && !files.some((path) => path === file || path.endsWith(`/${file}`)),
  )
  expect(missing).toEqual([])
})

test('a requirement that a test names stands in the list, and each of the list has a test', () => {
  const ids = (text: string) => text.match(/\bR\d+\.\d\d\b/g) ?? []
  const requirements = new Set(ids(readFileSync(`${root}docs/requirements.md`, 'utf8').replaceAll('`R2.14 …`', '')))
  const tests = filesBelow('').filter((file) => /\.(?:test|spec)\.tsx?$/.test(file))
  const proven = new Set(tests.flatMap((file) => ids(readFileSync(root + file, 'utf8'))))
  expect([...proven.difference(requirements)]).toEqual([])
  expect([...requirements.difference(proven)]).toEqual([])
})
