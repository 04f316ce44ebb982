import { escapeText, svgDocument } from './chart.ts'

const cell = 52
const titleWidth = 340
const notesWidth = 90
const margin = { left: 130, top: 60, bottom: 90 } as const

interface Confusion {
  labels: readonly string[]
  matrix: readonly (readonly number[])[]
}

/** Columns are true labels, rows predicted ones, shaded by share of the column. `percent` shows shares; `notes` are at right. */
export function confusionFigure(
  { labels, matrix }: Confusion,
  { percent = false, notes = [] }: { percent?: boolean; notes?: readonly string[] } = {},
): string {
  const edge = labels.length * cell
  const totals = labels.map((_, column) => matrix.reduce((sum, row) => sum + row[column]!, 0))
  const squares = matrix.flatMap((row, y) =>
    row.map((count, x) => {
      const part = totals[x] === 0 ? 0 : count / totals[x]!
      const at = { x: margin.left + x * cell, y: margin.top + y * cell }
      const ink = part > 0.5 ? '#fff' : '#333'
      return [
        `<rect x="${at.x}" y="${at.y}" width="${cell}" height="${cell}" fill="#4e79a7" fill-opacity="${part.toFixed(3)}" stroke="#ddd"/>`,
        `<text x="${at.x + cell / 2}" y="${at.y + cell / 2 + 4}" text-anchor="middle" fill="${ink}">${percent ? `${(part * 100).toFixed(1)}%` : count}</text>`,
      ].join('')
    }),
  )
  const names = labels.flatMap((label, i) => {
    const middle = i * cell + cell / 2
    const below = `translate(${margin.left + middle} ${margin.top + edge + 14}) rotate(-30)`
    return [
      `<text x="${margin.left - 8}" y="${margin.top + middle + 4}" text-anchor="end">${escapeText(label)}</text>`,
      `<text transform="${below}" text-anchor="end">${escapeText(label)}</text>`,
    ]
  })
  const right = notes.map((note, i) => {
    const at = `x="${margin.left + edge + 8}" y="${margin.top + i * cell + cell / 2 + 4}"`
    return `<text ${at}>${escapeText(note)}</text>`
  })
  const width = Math.max(margin.left + edge + (notes.length > 0 ? notesWidth : 30), titleWidth)
  return svgDocument(width, margin.top + edge + margin.bottom, [
    `<text x="${width / 2}" y="24" text-anchor="middle" font-size="15">Confusion matrix</text>`,
    `<text x="${width / 2}" y="46" text-anchor="middle">columns: truth · rows: prediction</text>`,
    ...squares,
    ...names,
    ...right,
  ])
}
