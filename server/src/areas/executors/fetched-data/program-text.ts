import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'

/** In the order in which they use one another. */
const parts = ['requests', 'files', 'fetch', 'uploads', 'send', 'main']
const importLine = /^import \{([^}]*)\} from '([^']+)'$/gm

let joined: string | undefined

/** The program as one file of JavaScript, which needs nothing beside Node. */
export const programText = (): string => (joined ??= joinParts())

function joinParts(): string {
  const imports = new Map<string, Set<string>>()
  const bodies = parts.map((part) => {
    const source = readFileSync(new URL(`program/${part}.ts`, import.meta.url), 'utf8')
    const code = stripTypeScriptTypes(source).replaceAll(importLine, (_, names: string, from: string) => {
      const specifiers = imports.get(from) ?? new Set<string>()
      for (const name of names.split(',')) if (name.trim() !== '') specifiers.add(name.trim())
      if (from.startsWith('node:')) imports.set(from, specifiers)
      return ''
    })
    return code
      .replaceAll(/^export /gm, '')
      .replaceAll(/[ \t]+$/gm, '')
      .replaceAll(/\n{2,}/g, '\n')
  })
  const lines = [...imports].map(([from, names]) => `import { ${[...names].join(', ')} } from '${from}'`)
  return `${lines.join('\n')}\n${bodies.join('')}`
}
