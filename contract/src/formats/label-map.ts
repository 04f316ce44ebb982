import type { LabeledClass } from './labeled-images.ts'

/** `labelmap.txt` as CVAT writes it beside VOC annotations: `label:color_rgb:parts:actions`, background first. */
export interface MappedClass extends LabeledClass {
  rgb: number
}

/** Without any colors, VOC's palette applies in line order. */
export function readLabelMap(lines: readonly string[]): MappedClass[] {
  const classes = readClasses(lines)
  if (classes.some(({ rgb }) => rgb >= 0)) return classes.filter(({ rgb }) => rgb !== 0)
  const hasGround = classes[0]?.name.toLowerCase() === 'background'
  return classes
    .map(({ name }, index) => ({ name, rgb: vocColour(hasGround ? index : index + 1) }))
    .slice(hasGround ? 1 : 0)
    .map(({ name, rgb }) => ({ name, rgb, colour: hexOf(rgb) }))
}

const hexOf = (rgb: number) => `#${rgb.toString(16).padStart(6, '0')}`

function readClasses(lines: readonly string[]): MappedClass[] {
  return lines.flatMap((line, index) => {
    if (index === 0 && line.startsWith('#') && line.includes('color_rgb')) return []
    const [, name, colour = ''] = /^(.*?):([\d,\s]*):[^:]*:[^:]*$/s.exec(line) ?? [undefined, line, '']
    const parts = colour.split(',').map(Number)
    const isColour = parts.length === 3 && parts.every((part) => part >= 0 && part < 256)
    const rgb = isColour ? (parts[0]! << 16) | (parts[1]! << 8) | parts[2]! : -1
    if (name === undefined || name === '') return []
    return [{ name, rgb, ...(rgb < 0 ? {} : { colour: hexOf(rgb) }) }]
  })
}

export function writeLabelMap(labels: readonly LabeledClass[]): string {
  const lines = labels.map(({ name }, index) => {
    const rgb = vocColour(index + 1)
    return `${name}:${rgb >> 16},${(rgb >> 8) & 255},${rgb & 255}::`
  })
  return ['# label:color_rgb:parts:actions', 'background:0,0,0::', ...lines].map((line) => `${line}\n`).join('')
}

/** Color of an index in VOC's palette: its bits spread over red, green and blue from the highest bit. */
export function vocColour(index: number): number {
  let [red, green, blue] = [0, 0, 0]
  for (let bit = 7, rest = index; bit >= 0; bit -= 1, rest >>= 3) {
    red |= (rest & 1) << bit
    green |= ((rest >> 1) & 1) << bit
    blue |= ((rest >> 2) & 1) << bit
  }
  return (red << 16) | (green << 8) | blue
}
