import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/** Before the path of a module of which only the names are built. */
const empty = '\0left-out:'

/** Modules that libraries bring along and the console never calls: by who asks, and what is asked for. */
const unused: readonly { by: RegExp; source: RegExp }[] = [
  // The popups of `tooltip.unique`.
  { by: /\/antd\/es\/config-provider\/index\.js$/, source: /^\.\.\/tooltip\/UniqueProvider$/ },
  // What a drawer and a dialog show while they are `loading`.
  { by: /\/antd\/es\/(?:drawer\/DrawerPanel|modal\/Modal)\.js$/, source: /^\.\.\/skeleton$/ },
  // JSON Schemas are the server's part.
  { by: /\/zod\/v4\/classic\/\w+\.js$/, source: /\/core\/(?:json-schema-processors|to-json-schema)\.js$/ },
]

/**
 * Keeps out of every page what it would load for nothing. Whatever is called of it all the same says so. One context
 * that every input of antd reads brings the whole form engine; it is taken from the engine's own module.
 */
export const leaveOut: Plugin = {
  name: 'leave-out',
  apply: 'build',
  enforce: 'pre',
  async resolveId(source, importer = '') {
    if (source === '@rc-component/form' && importer.endsWith('/antd/es/form/context.js')) {
      return this.resolve('@rc-component/form/es/FormContext', importer, { skipSelf: true })
    }
    if (!unused.some((one) => one.by.test(importer) && one.source.test(source))) return null
    const path = join(dirname(importer), source)
    return empty + (path.endsWith('.js') ? path : `${path}/index.js`)
  },
  load(id) {
    if (!id.startsWith(empty)) return null
    const exported = readFileSync(id.slice(empty.length), 'utf8').matchAll(/^export (?:const|function|default) (\w+)/gm)
    const refuse = "() => () => { throw new Error('this part of a library is left out of the build') }"
    return [...exported]
      .map(([words, name]) =>
        words.startsWith('export default') ? `export default ${refuse}` : `export const ${name} = ${refuse}`,
      )
      .join('\n')
  },
}
