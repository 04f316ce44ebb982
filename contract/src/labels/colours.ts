/** Okabe and Ito's color-blind safe colors (2008), brightened, and more. No black and white, which vanish on photographs. */
const palette = [
  '#56b4e9',
  '#f0e442',
  '#ff8fa3',
  '#00c896',
  '#ff7a3d',
  '#b08cff',
  '#e69f00',
  '#b5e61d',
  '#00c8c8',
  '#d9a38a',
  '#7fb0ff',
  '#e88ae0',
] as const

export function labelColour(index: number): string {
  return palette[index % palette.length] ?? palette[0]
}
