export type Colour = number | string

export interface Style {
  readonly text?: Colour
  readonly ground?: Colour
  readonly bold?: true
  readonly faint?: true
  readonly italic?: true
  readonly underline?: true
  readonly strike?: true
  readonly inverse?: true
}

export const plain: Style = {}

const marks = { 1: 'bold', 2: 'faint', 3: 'italic', 4: 'underline', 7: 'inverse', 9: 'strike' } as const
const ends: Readonly<Record<number, readonly (keyof Style)[]>> = {
  22: ['bold', 'faint'],
  23: ['italic'],
  24: ['underline'],
  27: ['inverse'],
  29: ['strike'],
  39: ['text'],
  49: ['ground'],
}

/** The style after an SGR sequence with these parameters (ECMA-48, with colors of ISO 8613-6). */
export function styleAfter(style: Style, parameters: string): Style {
  const codes = parameters.split(/[;:]/).map(Number)
  let next: Style = style
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? 0
    if (code === 38 || code === 48) {
      const { colour, used } = extended(codes.slice(at + 1))
      if (colour !== undefined) next = { ...next, [code === 38 ? 'text' : 'ground']: colour }
      at += used
    } else next = simple(next, code)
  }
  return next
}

function simple(style: Style, code: number): Style {
  if (code === 0) return plain
  if (code in marks) return { ...style, [marks[code as keyof typeof marks]]: true }
  const reset = ends[code]
  if (reset !== undefined) {
    return Object.fromEntries(Object.entries(style).filter(([key]) => !reset.includes(key as keyof Style)))
  }
  if (code >= 30 && code <= 37) return { ...style, text: code - 30 }
  if (code >= 90 && code <= 97) return { ...style, text: code - 82 }
  if (code >= 40 && code <= 47) return { ...style, ground: code - 40 }
  if (code >= 100 && code <= 107) return { ...style, ground: code - 92 }
  return style
}

/** `5;n` for 256 colors, or `2;r;g;b`. */
function extended([kind, ...rest]: readonly number[]): { colour?: Colour; used: number } {
  const [first = 0, second = 0, third = 0] = rest.map((value) => Math.min(255, Math.max(0, Math.trunc(value) || 0)))
  if (kind === 2) return { colour: `rgb(${first} ${second} ${third})`, used: 4 }
  return kind === 5 ? { colour: ofTable(first), used: 2 } : { used: 0 }
}

/** A color of the table of 256: the palette, a cube with six steps on each edge, and grays. */
function ofTable(index: number): Colour {
  if (index < 16) return index
  if (index >= 232) return `rgb(${[0, 1, 2].map(() => 8 + (index - 232) * 10).join(' ')})`
  const level = (step: number) => (step === 0 ? 0 : 55 + step * 40)
  const cube = index - 16
  return `rgb(${level(Math.floor(cube / 36))} ${level(Math.floor(cube / 6) % 6)} ${level(cube % 6)})`
}
