import type { ClassList } from '../class-list.ts'
import { type MappedClass } from '../label-map.ts'
import { decodePng, type PngRows } from '../png/decode.ts'
import type { FileReader } from '../codec.ts'
import type { MaskFile } from './layout.ts'
import { isNumberingOpen, type ListedNames, type Numbering, numberingOf } from './numbering.ts'

export interface Labels {
  isGround: (value: number) => boolean
  index: (value: number) => number | null
  name: (value: number) => string
}

interface Meaning {
  readonly mapped: readonly MappedClass[]
  readonly numbering: Numbering
  readonly classes: ClassList
}

export function labelsOf(picture: PngRows, { isGrey }: MaskFile, meaning: Meaning): Labels {
  return hasColours(picture, isGrey, meaning.mapped)
    ? colourLabels(picture, meaning.mapped, meaning.classes)
    : numberLabels(picture, meaning)
}

function hasColours({ header, palette }: PngRows, isGrey: boolean, mapped: readonly MappedClass[]): boolean {
  if (header.colourType === 0 || header.colourType === 4) return false
  if (!isGrey) return true
  if (mapped.length === 0) return false
  return header.colourType !== 3 || mapped.some(({ rgb }) => palette.includes(rgb))
}

/** Gray values, palette indices, or gray colors; -1 for other colors. */
function numbersOf({ header, palette }: PngRows): (value: number) => number {
  // Some writers order a two-color palette arbitrarily: black is the background.
  if (header.colourType === 3 && palette.length === 2 && palette[0] !== 0 && palette[1] === 0)
    return (value) => 1 - value
  const isColour = header.colourType === 2 || header.colourType === 6
  if (isColour) return (value) => (value >> 16 === (value & 255) ? value & 255 : -1)
  return header.depth === 16 ? (value) => (value === 0xffff ? 255 : value) : (value) => value
}

function numberLabels(picture: PngRows, { numbering, classes }: Meaning): Labels {
  const numberOf = numbersOf(picture)
  return {
    isGround: (value) => value < 0 || numbering.ground.has(numberOf(value)),
    index(value) {
      const number = numberOf(value)
      const named = numbering.classes.get(number) ?? (numbering.namesItself ? { name: nameOf(value, number) } : null)
      return named === null ? null : classes.indexOf(named)
    },
    name: (value) => nameOf(value, numberOf(value)),
  }
}

const nameOf = (value: number, number: number) => (number < 0 ? hex(value) : String(number))

/** Object border in VOC's own pictures. */
const border = 0xe0e0c0

function colourLabels(picture: PngRows, mapped: readonly MappedClass[], classes: ClassList): Labels {
  const colourOf = (value: number) => picture.palette[value] ?? value
  const byColour = new Map(mapped.map(({ name, rgb }) => [rgb, name]))
  return {
    isGround: (value) => value < 0 || colourOf(value) === 0 || (colourOf(value) === border && !byColour.has(border)),
    index(value) {
      const name = mapped.length === 0 ? hex(colourOf(value)) : byColour.get(colourOf(value))
      return name === undefined ? null : classes.indexOf({ name })
    },
    name: (value) => hex(colourOf(value)),
  }
}

function hex(colour: number): string {
  return `#${colour.toString(16).padStart(6, '0')}`
}

interface Pictures {
  readonly reader: FileReader
  readonly files: readonly MaskFile[]
  readonly mapped: readonly MappedClass[]
  readonly listed: ListedNames | null
}

/** Infers the meaning of values from all pictures together, because a single one may show too few. */
export async function readNumbering({ reader, files, mapped, listed }: Pictures): Promise<Numbering> {
  const values = new Set<number>()
  const counted = mapped.length > 0 ? { names: byPlace(mapped), isNumbered: true, isYaml: false } : listed
  if (mapped.length > 0) return numberingOf(values, counted)
  for (const { path, isGrey } of files) {
    if (!isNumberingOpen(values, counted)) break
    // Unreadable pictures are reported when their labels are read.
    await collectValues(reader, path, isGrey, values).catch(() => undefined)
  }
  return numberingOf(values, counted)
}

const byPlace = (mapped: readonly MappedClass[]) => new Map(mapped.map((one, at) => [at + 1, one] as const))

async function collectValues(reader: FileReader, path: string, isGrey: boolean, values: Set<number>): Promise<void> {
  const picture = await decodePng(reader.open(path))
  try {
    if (hasColours(picture, isGrey, [])) return
    const numberOf = numbersOf(picture)
    for await (const row of picture.rows) {
      let last = -1
      for (const value of row) {
        if (value === last) continue
        last = value
        if (value >= 0) values.add(numberOf(value))
      }
    }
  } finally {
    await picture.close()
  }
}
