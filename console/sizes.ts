import type { Plugin } from 'vite'

/** Some classes have a shorter name than their property. */
const names: Record<string, string> = { 'font-size': 'font', 'border-radius': 'radius' }

/**
 * Writes out the `@sizes` of a style sheet: tables of properties and their sizes in pixels, each of which becomes a class.
 * `gap: 4 4-8` becomes `.gap-4 { gap: 4px }` and `.gap-4-8 { gap: 4px 8px }`.
 */
export function writeOutSizes(sheet: string): string {
  return sheet.replaceAll(/@sizes \{([^}]*)\}/g, (_, table: string) =>
    [...table.matchAll(/([\w-]+):([^;]+);/g)]
      .flatMap(([, property = '', sizes = '']) =>
        sizes
          .trim()
          .split(/\s+/)
          .map((size) => classOf(property, size)),
      )
      .join('\n'),
  )
}

function classOf(property: string, size: string): string {
  const figures = size.split('-')
  const value = figures.map((figure) => (figure === '0' ? figure : `${figure}px`)).join(' ')
  return `.${names[property] ?? property}-${size} {\n  ${property}: ${value};\n}`
}

export const sizes: Plugin = {
  name: 'sizes',
  enforce: 'pre',
  transform: { filter: { id: /layout\.css$/ }, handler: (sheet) => ({ code: writeOutSizes(sheet), map: null }) },
}
