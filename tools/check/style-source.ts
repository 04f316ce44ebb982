/** A `name: value` of a style sheet, or of a component's object or attribute. */
export interface Declaration {
  /** Property name as in style sheets: `font-size`. */
  readonly property: string
  readonly value: string
  readonly line: number
}

export function sheetDeclarations(sheet: string): Declaration[] {
  const source = blank(sheet, /\/\*[^]*?\*\/|url\([^)]*\)|'[^'\n]*'|"[^"\n]*"/g)
  return declarations(source, /([\w-]+)\s*:\s*([^;{}]+)(?=[;}])/g, (value) => value)
}

/** Margins, paddings, gaps, corners, shadows, font sizes and colors in a component's objects and attributes. */
export function componentDeclarations(component: string): Declaration[] {
  const source = withoutComments(component)
  const inObject =
    /\b((?:margin|padding)(?:Top|Right|Bottom|Left|Inline|Block)?(?:Start|End)?|fontSize|(?:row|column)?[gG]ap|border(?:\w+)?Radius|boxShadow|background|fill|stroke|\w*[cC]olor)(?::\s+|=)([^\n]+)/g
  return declarations(source, inObject, expressionOf)
}

export function withoutComments(component: string): string {
  return blank(component, /\/\*[^]*?\*\/|(?<=^|\s)\/\/[^\n]*/g)
}

export function lineAt(source: string, offset: number): number {
  return source.slice(0, offset).split('\n').length
}

function declarations(source: string, pattern: RegExp, valueOf: (raw: string) => string): Declaration[] {
  return [...source.matchAll(pattern)].map(({ index, 1: name = '', 2: value = '' }) => ({
    property: name.startsWith('--') ? name : name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    value: valueOf(value).trim(),
    line: lineAt(source, index),
  }))
}

/** Text up to the ending comma or bracket; in an attribute the content of its braces. */
function expressionOf(rest: string): string {
  const inside = rest.startsWith('{') ? rest.slice(1) : rest
  let depth = 0
  let quote = ''
  for (let index = 0; index < inside.length; index += 1) {
    const character = inside.charAt(index)
    if (quote !== '') quote = character === quote ? '' : quote
    else if (/['"`]/.test(character)) quote = character
    else if (/[([{]/.test(character)) depth += 1
    else if (/[)\]}]/.test(character)) depth -= 1
    if (quote === '' && (depth < 0 || (depth === 0 && /[,>]/.test(character)))) return inside.slice(0, index)
  }
  return inside
}

/** Blanks everything that is no style, preserving lines. */
function blank(source: string, pattern: RegExp): string {
  return source.replaceAll(pattern, (match) => match.replaceAll(/[^\n]/g, ' '))
}
